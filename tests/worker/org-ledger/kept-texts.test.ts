import { describe, expect, it } from "vitest";
import {
  HOUR_BYTES,
  HOUR_BYTES_OF_LINE,
  HOUR_BYTES_OF_VISITOR,
  MAX_SESSION_BYTES,
  MAX_SESSION_CONTACTS,
  MAX_TOOL_BYTES,
} from "../../../shared/limits.ts";
import type { SessionSignals } from "../../../worker/objects/org-ledger/lease.ts";
import { report, start, widget, world } from "../../harness/worker/organization.ts";
import { NOON, newLedger, opening, scope, signals, terms } from "./new-ledger.ts";

const LINES = 20;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const connected = { connected: true } as const;
const text = (bytes: number, more: Partial<SessionSignals> = {}) => signals({ events: 1, bytes, ...more });

/** A ledger with sessions `s0`, `s1`, … that all have connected, each of its own visitor unless another is named. */
function sessions(count: number, visitor?: string) {
  const { at, evict } = newLedger(1_000_000, terms({ voice_lines: LINES }));
  const tell = (id: string, told: SessionSignals, now = NOON) => {
    const answer = at(now, (e) => e.report(id, scope, told, now));
    evict();
    return answer.ok ? answer.keep : answer.error;
  };
  for (let n = 0; n < count; n += 1) {
    at(NOON, (e) => e.open(opening(`s${n}`, { visitor: visitor ?? `v${n}` }), NOON));
    tell(`s${n}`, signals(connected));
  }
  const answer = (id: string, bytes: number, now = NOON) => {
    const kept = at(now, (e) => e.keepAnswer(id, bytes, now));
    evict();
    return kept;
  };
  return { tell, answer };
}

describe("what an organization's sessions keep in an hour", () => {
  it("is bounded for one visitor, whatever the session, until the hour is over", () => {
    const { tell } = sessions(6, "mallory");
    const whole = HOUR_BYTES_OF_VISITOR / MAX_SESSION_BYTES;
    for (let n = 0; n < whole; n += 1) expect(tell(`s${n}`, text(MAX_SESSION_BYTES))).toBe(true);
    expect(tell(`s${whole}`, text(1))).toBe("hour_full");
    expect(tell(`s${whole}`, signals()), "a sign of life").toBe(true);
    expect(tell(`s${whole}`, text(1, { ended: "completed", only_end: true })), "an end").toBe(false);
    expect(tell(`s${whole + 1}`, text(1), NOON + MINUTE)).toBe("hour_full");
  });

  it("is bounded for all, by the lines that are paid", () => {
    const all = (HOUR_BYTES + LINES * HOUR_BYTES_OF_LINE) / MAX_SESSION_BYTES;
    const { tell } = sessions(all + 1);
    for (let n = 0; n < all; n += 1) expect(tell(`s${n}`, text(MAX_SESSION_BYTES)), `s${n}`).toBe(true);
    expect(tell(`s${all}`, text(1))).toBe("hour_full");
  });

  it("is not told apart by visitor where nobody knows addresses", () => {
    const { tell } = sessions(6, "");
    for (let n = 0; n < 6; n += 1) expect(tell(`s${n}`, text(MAX_SESSION_BYTES))).toBe(true);
  });

  it("has the same bounds for what tools answer, by itself", () => {
    const { tell, answer } = sessions(6, "mallory");
    const whole = HOUR_BYTES_OF_VISITOR / MAX_TOOL_BYTES;
    for (let n = 0; n < whole; n += 1) {
      expect(answer(`s${n}`, MAX_TOOL_BYTES)).toBe(true);
      expect(answer(`s${n}`, 1), "more of the session").toBe(false);
    }
    expect(answer(`s${whole}`, 1)).toBe(false);
    expect(answer("unknown", 1)).toBe(false);
    expect(tell(`s${whole}`, text(1)), "what is said").toBe(true);
  });

  it("bounds what tools answer for all, by the lines that are paid", () => {
    const all = (HOUR_BYTES + LINES * HOUR_BYTES_OF_LINE) / MAX_TOOL_BYTES;
    const { answer } = sessions(all + 1);
    for (let n = 0; n < all; n += 1) expect(answer(`s${n}`, MAX_TOOL_BYTES), `s${n}`).toBe(true);
    expect(answer(`s${all}`, 1)).toBe(false);
  });

  it("takes no answer of a tool for a session that ended more than an hour ago: a sleep would forget it", () => {
    const { tell, answer } = sessions(2, "mallory");
    tell("s0", signals({ ended: "completed" }));
    expect(answer("s0", 1, NOON + HOUR), "an hour later").toBe(true);
    expect(answer("s0", 1, NOON + HOUR + 1)).toBe(false);
  });

  it("begins anew with each hour", () => {
    const { at } = newLedger(1_000_000, terms({ voice_lines: LINES }));
    const tell = (id: string, told: SessionSignals, now: number) => {
      at(now, (e) => e.open(opening(id, { visitor: "v" }), now));
      const answer = at(now, (e) => e.report(id, scope, told, now));
      return answer.ok ? answer.keep : answer.error;
    };
    for (let n = 0; n < 4; n += 1) tell(`a${n}`, text(MAX_SESSION_BYTES, { ...connected, ended: "completed" }), NOON);
    expect(tell("b", text(1, connected), NOON + HOUR - 1)).toBe("hour_full");
    expect(tell("c", text(1, connected), NOON + HOUR)).toBe(true);
  });
});

it("a session takes so many contacts, and says so; what it refuses leaves nothing behind", async () => {
  const form = { fields: ["email"], consent_text: "Yes." };
  const here = await world({ agent: { collect_contact: form } });
  const { session_id = "" } = await start(here);
  const contacts = (from: number, count: number) =>
    Array.from({ length: count }, (_, n) => ({ type: "contact", email: `v${from + n}@example.com`, consent: true }));
  await report(here.key, session_id, [{ type: "connected" }, ...contacts(0, MAX_SESSION_CONTACTS - 1)]);
  const path = `/session/${session_id}/events`;
  const refused = await widget(here.key, "POST", path, { events: contacts(50, 2) }, 413);
  expect(refused.detail).toContain(`${MAX_SESSION_CONTACTS} contacts`);
  await report(here.key, session_id, contacts(90, 1));
  await widget(here.key, "POST", path, { events: contacts(91, 1) }, 413);
});

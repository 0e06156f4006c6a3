import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { SessionReport } from "../../widget/session/event-reporter.ts";
import { accepted, endWorld, gate, over, settled, startWorld, type World } from "./session-harness.ts";

let harness: World;
beforeEach(() => {
  harness = startWorld();
  harness.speak(0);
});
afterEach(() => endWorld(harness));

const closed = { type: "closed", expired: false, orderly: false, message: "gone" } as const;
const sockets = () => [...harness.open].filter((name) => name.startsWith("socket"));
const reconnects = () => harness.requests.filter(({ path }) => path.endsWith("/reconnect")).length;

describe("a connection that the conversation has left", () => {
  it("changes nothing by closing late: no other one is opened, and none stays open", async () => {
    const session = harness.session({ input: "text" });
    await session.start();
    const first = harness.call;
    harness.emit({ type: "leaving", in_ms: 60_000 });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(harness.call).not.toBe(first);
    first?.emit(closed);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(reconnects()).toBe(1);
    expect(sockets()).toHaveLength(1);
    expect(session.state).toMatchObject({ reconnecting: false });
    await session.end();
  });

  it.each(["asks for", "opens"])("that breaks while the switch %s another one is replaced once", async (step) => {
    const session = harness.session({ input: "text" });
    await session.start();
    const first = harness.call;
    const asked = gate();
    const { reconnect } = harness.answers;
    const holds = () => asked.promise;
    if (step === "opens") harness.onConnect(() => holds().then(() => ({})));
    else harness.answers.reconnect = () => holds().then(reconnect);
    harness.emit({ type: "leaving", in_ms: 60_000 });
    await vi.advanceTimersByTimeAsync(53_000);
    first?.emit(closed);
    await settled();
    asked.open();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(sockets()).toHaveLength(1);
    expect(session.state).toMatchObject({ reconnecting: false });
    session.sendText("Still there?");
    expect(harness.did).toContain("say Still there?");
    await session.end();
  });

  it("is not changed for one that broke before it was used", async () => {
    const session = harness.session({ input: "text" });
    await session.start();
    const first = harness.call;
    // Nobody switches in the middle of somebody's words.
    const opened = gate();
    harness.onConnect(() => opened.promise.then(() => ({})));
    harness.emit({ type: "leaving", in_ms: 60_000 });
    await vi.advanceTimersByTimeAsync(52_500);
    expect(harness.call).not.toBe(first);
    harness.emit(closed);
    opened.open();
    await vi.advanceTimersByTimeAsync(2_000);
    session.sendText("Who hears this?");
    await vi.advanceTimersByTimeAsync(10_000);
    expect(sockets()).toHaveLength(1);
    expect(session.state).toMatchObject({ reconnecting: false });
    first?.emit({ type: "agent_transcript", id: "a", text: "I do" });
    expect(session.transcript.at(-1)).toMatchObject({ text: "I do" });
    await session.end();
  });
});

describe("the last report", () => {
  const said = (id: string) =>
    harness.emit({ type: "user_transcript", id, text: `Words ${id}`, final: true }) as unknown as undefined;
  const texts = (events: SessionReport[]) => events.flatMap((event) => ("text" in event ? (event.text ?? []) : []));

  it("holds what was in the report under way, when that one fails", async () => {
    const session = harness.session({ input: "text" });
    await session.start();
    await vi.advanceTimersByTimeAsync(5_000);
    const answer = gate<"offline">();
    harness.answers.events = () => answer.promise;
    said("u");
    await vi.advanceTimersByTimeAsync(2_000);
    const taken: SessionReport[] = [];
    harness.answers.events = (events) => {
      taken.push(...events);
      return accepted();
    };
    const end = session.end();
    answer.open("offline");
    await vi.advanceTimersByTimeAsync(1_000);
    await end;
    expect(texts(taken)).toEqual(["Words u"]);
    expect(taken.at(-1)).toMatchObject({ type: "ended" });
  });

  it("loses only the event that the service refuses, of all that it holds", async () => {
    const session = harness.session({ input: "text" });
    await session.start();
    await vi.advanceTimersByTimeAsync(5_000);
    const taken: SessionReport[] = [];
    harness.answers.events = (events) => {
      if (texts(events).includes("Words 7")) return { status: 422, body: { detail: "no" } };
      taken.push(...events);
      return accepted();
    };
    for (let count = 0; count < 30; count++) said(String(count));
    await session.end();
    expect(texts(taken)).toEqual(Array.from({ length: 30 }, (_, count) => `Words ${count}`).toSpliced(7, 1));
    expect(taken.at(-1)).toMatchObject({ type: "ended" });
  });

  it("brings what was said where the service has ended the session meanwhile, and takes nothing else", async () => {
    const session = harness.session({ input: "text" });
    await session.start();
    await vi.advanceTimersByTimeAsync(5_000);
    const taken: SessionReport[] = [];
    harness.answers.events = (events) => {
      if (events.some(({ type }) => !type.endsWith("transcript"))) return over("operator");
      taken.push(...events);
      return accepted();
    };
    said("u");
    await session.end();
    expect(texts(taken)).toEqual(["Words u"]);
  });
});

describe("words that are typed while nothing can be sent", () => {
  it("are marked until they are sent, and are not reported before", async () => {
    const session = harness.session({ input: "text" });
    await session.start();
    harness.answers.reconnect = () => "offline";
    harness.emit(closed);
    session.sendText("Are you there?");
    expect(session.transcript).toMatchObject([{ text: "Are you there?", unsent: true }]);
    await vi.advanceTimersByTimeAsync(120_000);
    expect(session.state).toMatchObject({ status: "error", transcript: [{ text: "Are you there?", unsent: true }] });
    expect(JSON.stringify(harness.events())).not.toContain("Are you there?");
  });

  it("are marked no more once they are sent", async () => {
    const session = harness.session({ input: "text" });
    const starting = session.start();
    session.sendText("Early");
    expect(session.transcript).toMatchObject([{ text: "Early", unsent: true }]);
    await starting;
    expect(harness.did).toContain("say Early");
    expect(session.transcript).toMatchObject([{ text: "Early", unsent: false }]);
    await session.end();
  });
});

import { expect, test, vi } from "vitest";
import { HOUR_BYTES_OF_VISITOR, MAX_SESSION_BYTES } from "../../../shared/limits.ts";
import { reconnect, report, start, world } from "../../harness/worker/organization.ts";
import { shown } from "../../harness/worker/person.ts";
import { admin } from "../../harness/worker/request.ts";
import { NOON, newLedger, opening, scope, signals, terms } from "../org-ledger/new-ledger.ts";

const connected = { type: "connected" };

/** What pages told of the visitor, as the operator reads it. */
async function told(session_id: string): Promise<object[]> {
  const { events } = await shown(session_id);
  return events.flatMap(({ type, pairs }: { type: string; pairs: object }) => (type === "context" ? [pairs] : []));
}
const isTold = (session_id: string, pairs: object[]) =>
  vi.waitFor(async () => expect(await told(session_id)).toEqual(pairs), 20_000);

test("what a page told the agent of the visitor is shown, without its empty values, and is no line of the transcript", async () => {
  const here = await world();
  const { session_id } = await start(here, { context: { plan: "pro", cart: { items: 3, note: " " }, coupon: "" } });
  await isTold(session_id, [{ plan: "pro", cart: { items: 3 } }]);
  await report(here.key, session_id, [connected]);
  const { events, transcript } = await shown(session_id);
  expect(events.map(({ type }: { type: string }) => type)).toEqual(["context", "connected"]);
  expect(transcript).toEqual([]);
});

test("nothing is kept of a page that told nothing", async () => {
  const here = await world();
  const { session_id } = await start(here, { context: { coupon: "", tags: [] } });
  await report(here.key, session_id, [connected]);
  await reconnect(here, session_id);
  expect((await shown(session_id)).events.map(({ type }: { type: string }) => type)).toEqual(["connected"]);
});

test("a page that is connected again tells the same once, and the next page what it has to tell", async () => {
  const here = await world();
  const { session_id } = await start(here, { context: { page: "Cart" } });
  await isTold(session_id, [{ page: "Cart" }]);
  await report(here.key, session_id, [connected]);
  await reconnect(here, session_id, 200, { context: { page: "Cart" } });
  await reconnect(here, session_id, 200, { context: { page: "Checkout" } });
  await isTold(session_id, [{ page: "Cart" }, { page: "Checkout" }]);
});

test("it goes with the visitor who is forgotten", async () => {
  const here = await world({ agent: { memory: true } });
  const { session_id } = await start(here, { visitor_id: "ana", context: { plan: "pro" } });
  await isTold(session_id, [{ plan: "pro" }]);
  await report(here.key, session_id, [connected, { type: "ended" }]);
  await admin("DELETE", `/projects/${here.project_id}/subjects/ana`, undefined, { status: 204 });
  expect(await told(session_id)).toEqual([]);
});

test("it counts as what the session keeps, and is not kept where session or hour are full", () => {
  const { at } = newLedger(1_000_000, terms({ voice_lines: 20 }));
  const open = (id: string, visitor: string) => at(NOON, (e) => e.open(opening(id, { visitor }), NOON));
  const tell = (id: string, bytes: number) =>
    at(NOON, (e) => e.report(id, scope, signals({ connected: true, events: 1, bytes }), NOON)).ok;
  const keep = (id: string, bytes: number) => at(NOON, (e) => e.keepContext(id, bytes, bytes, NOON));
  open("whole", "ana");
  expect(keep("whole", 8_000)).toBe(NOON);
  expect(tell("whole", MAX_SESSION_BYTES - 7_999), "more than is left").toBe(false);
  expect(tell("whole", MAX_SESSION_BYTES - 8_000)).toBe(true);
  expect(keep("whole", 1)).toBeNull();
  for (let n = 1; n < HOUR_BYTES_OF_VISITOR / MAX_SESSION_BYTES; n += 1) {
    open(`s${n}`, "ana");
    expect(tell(`s${n}`, MAX_SESSION_BYTES)).toBe(true);
  }
  open("late", "ana");
  expect(keep("late", 1), "the visitor's hour is full").toBeNull();
  open("other", "bob");
  expect(keep("other", 1)).toBe(NOON);
  expect(keep("unknown", 1)).toBeNull();
});

import { evictDurableObject, runDurableObjectAlarm } from "cloudflare:test";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { SessionStarted } from "../../../shared/session.ts";
import { demo } from "../../../worker/providers/demo.ts";
import { subprotocols, upgrade } from "../../harness/worker/demo-call.ts";
import { reconnect, report, start, type World, widget, world } from "../../harness/worker/organization.ts";
import { admin } from "../../harness/worker/request.ts";
import { farNoon } from "../../harness/worker/stop-clock.ts";

/** Only the date is held still: timers and alarms stay the runtime's. */
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: farNoon() });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});
const pass = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000);

/** The vendor is asked beside the answer; unlike `vi.waitFor` this does not move the date. */
const called = ({ mock }: { mock: { calls: unknown[] } }, times: number) =>
  expect.poll(() => mock.calls.length, { timeout: 30_000 }).toBe(times);

/** A conversation with the demo vendor over its own socket, as a page has it. */
async function talk(here: World, events: object[] = [{ type: "connected" }]) {
  const started = await start(here);
  const { session_id } = started;
  const { webSocket } = await dial(started);
  if (!webSocket) throw new Error("no socket");
  webSocket.accept();
  const closed = new Promise<number>((resolve) => webSocket.addEventListener("close", ({ code }) => resolve(code)));
  if (events.length > 0) await report(here.key, session_id, events);
  return { session_id, closed };
}

const dial = ({ client_secret }: SessionStarted) => upgrade(subprotocols(client_secret.ephemeral_token));

const over = (end_reason: string) => ({
  detail: "The session has ended; start a new one",
  code: "session_ended",
  session: { status: "ended", end_reason, remaining_seconds: 0 },
});

describe("a session that ends is cut off at its vendor", () => {
  it("at its longest duration, by alarm", async () => {
    const here = await world({ agent: { max_duration_seconds: 60 } });
    const { session_id, closed } = await talk(here);
    pass(61);
    await runDurableObjectAlarm(here.ledger);
    expect(await closed).toBeGreaterThanOrEqual(1000);
    expect(await report(here.key, session_id, [{ type: "heartbeat" }], 409)).toEqual(over("max_duration"));
  });

  it.each([
    ["failed, after it was connected", [{ type: "connected" }], [{ type: "failed", reason: "gone" }], "failed"],
    ["connected and ended in one go", [], [{ type: "connected" }, { type: "ended" }], "completed"],
  ])("when its page reports the end: %s; and it costs its seconds", async (_name, before, events, reason) => {
    const here = await world();
    const { session_id, closed } = await talk(here, before);
    pass(20);
    await report(here.key, session_id, events);
    expect(await closed).toBeGreaterThanOrEqual(1000);
    const shown = await admin("GET", `/sessions/${session_id}`);
    expect(shown).toMatchObject({ status: "ended", end_reason: reason });
    expect(shown.charged).toBeGreaterThanOrEqual(20);
  });

  it("when the credit is gone", async () => {
    const here = await world({ credits: 100 });
    const { session_id, closed } = await talk(here);
    pass(50);
    await report(here.key, session_id, [{ type: "heartbeat" }]);
    pass(51);
    await runDurableObjectAlarm(here.ledger);
    await closed;
    expect(await report(here.key, session_id, [{ type: "heartbeat" }], 409)).toEqual(over("credit_exhausted"));
  });

  it("by the operator", async () => {
    const here = await world();
    const { session_id, closed } = await talk(here);
    await admin("POST", `/sessions/${session_id}/end`, undefined, { status: 200 });
    await closed;
    expect(await report(here.key, session_id, [{ type: "heartbeat" }], 409)).toEqual(over("operator"));
    const call = { session_id, name: "any", call_id: "c1", arguments: {} };
    expect(await widget(here.key, "POST", "/tools/execute", call, 409)).toEqual(over("operator"));
  });

  it("and charged, also where the vendor cannot be reached", async () => {
    const hangUp = vi.spyOn(demo, "hangUp").mockReturnValue(new Promise(() => {}));
    const here = await world({ agent: { max_duration_seconds: 60 } });
    const { session_id } = await start(here);
    await report(here.key, session_id, [{ type: "connected" }]);
    pass(61);
    expect(await admin("GET", `/sessions/${session_id}`)).toMatchObject({ end_reason: "max_duration", charged: 60 });
    await called(hangUp, 1);
  });

  it.each([
    ["it ended", [{ type: "ended" }], "completed"],
    ["it failed", [{ type: "failed", reason: "no sound" }], "failed"],
    ["the visitor left", [{ type: "ended", reason: "visitor_left" }], "visitor_left"],
  ])("when the page says that %s, as if nobody had connected", async (_, events, reason) => {
    const here = await world();
    const { session_id, closed } = await talk(here, []);
    pass(7);
    await report(here.key, session_id, events);
    await closed;
    expect(await report(here.key, session_id, [{ type: "heartbeat" }], 409)).toEqual(over(reason));
    expect((await admin("GET", `/sessions/${session_id}`)).charged).toBeGreaterThanOrEqual(7);
  });

  it("before its token was used, which opens nothing any more", async () => {
    const here = await world();
    const started = await start(here);
    await report(here.key, started.session_id, [{ type: "failed", reason: "cancelled" }]);
    expect((await dial(started)).status).toBe(401);
    expect(await admin("GET", `/sessions/${started.session_id}`)).toMatchObject({ end_reason: "failed", charged: 0 });
  });

  it("also where it ends while the page asks for another connection", async () => {
    const here = await world();
    const { session_id } = await start(here);
    await report(here.key, session_id, [{ type: "connected" }]);
    const mint = demo.mint;
    vi.spyOn(demo, "mint").mockImplementationOnce(async (...asked) => {
      await report(here.key, session_id, [{ type: "ended" }]);
      return mint.apply(demo, asked);
    });
    const hungUp = vi.spyOn(demo, "hangUp");
    await reconnect(here, session_id, 409);
    await called(hungUp, 2);
  });

  it("with further tries, until the vendor has done it", async () => {
    const hangUp = vi.spyOn(demo, "hangUp").mockRejectedValue(new Error("no answer"));
    const here = await world();
    const { session_id } = await start(here);
    await report(here.key, session_id, [{ type: "connected" }, { type: "ended" }]);
    await called(hangUp, 1);
    for (const [tries, seconds] of [
      [2, 3],
      [3, 5],
      [4, 9],
    ] as const) {
      await evictDurableObject(here.ledger);
      pass(seconds);
      await runDurableObjectAlarm(here.ledger);
      await called(hangUp, tries);
    }
    hangUp.mockResolvedValue();
    pass(17);
    await runDurableObjectAlarm(here.ledger);
    await called(hangUp, 5);
    pass(3_000);
    await runDurableObjectAlarm(here.ledger);
    expect(hangUp).toHaveBeenCalledTimes(5);
    // The time limits of the failed tries are waited for, 5 s each.
  }, 120_000);
});

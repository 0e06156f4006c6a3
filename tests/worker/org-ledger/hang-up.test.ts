import { runDurableObjectAlarm } from "cloudflare:test";
import { exports } from "cloudflare:workers";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { demo } from "../../../worker/providers/demo.ts";
import { admin, report, start, type World, widget, world } from "../../harness/worker/organization.ts";

/** Only the date is held still: timers and alarms stay the runtime's. */
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"] });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});
const pass = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000);

/** A conversation with the demo vendor over its own socket, as a page has it. */
async function talk(here: World) {
  const { session_id, client_secret } = await start(here);
  const protocols = `realtime, openai-insecure-api-key.${client_secret.ephemeral_token}`;
  const { webSocket } = await exports.default.fetch(
    new Request("https://voice.example/demo/v1/realtime?model=demo-echo", {
      headers: { Upgrade: "websocket", "Sec-WebSocket-Protocol": protocols },
    }),
  );
  if (!webSocket) throw new Error("no socket");
  webSocket.accept();
  const closed = new Promise<number>((resolve) => webSocket.addEventListener("close", ({ code }) => resolve(code)));
  await report(here.key, session_id, [{ type: "connected" }]);
  return { session_id, closed };
}

const over = (end_reason: string) => ({
  detail: "The session has ended; start a new one",
  session: { status: "ended", end_reason, remaining_seconds: 0 },
});

describe("a session that the service ends is cut off at its vendor", () => {
  it("at its longest duration, by alarm", async () => {
    const here = await world({ agent: { max_duration_seconds: 60 } });
    const { session_id, closed } = await talk(here);
    pass(61);
    await runDurableObjectAlarm(here.ledger);
    expect(await closed).toBeGreaterThanOrEqual(1000);
    expect(await report(here.key, session_id, [{ type: "heartbeat" }], 409)).toEqual(over("max_duration"));
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

  it("while a vendor that cannot be reached keeps no charge from the books", async () => {
    const hangUp = vi.spyOn(demo, "hangUp").mockReturnValue(new Promise(() => {}));
    const here = await world({ agent: { max_duration_seconds: 60 } });
    const { session_id } = await start(here);
    await report(here.key, session_id, [{ type: "connected" }]);
    pass(61);
    expect(await admin("GET", `/sessions/${session_id}`)).toMatchObject({ end_reason: "max_duration", charged: 60 });
    expect(hangUp).toHaveBeenCalledTimes(1);
  });

  it("not when the page ended it itself", async () => {
    const hangUp = vi.spyOn(demo, "hangUp");
    const here = await world();
    const { session_id } = await start(here);
    await report(here.key, session_id, [{ type: "connected" }, { type: "ended" }]);
    expect(await report(here.key, session_id, [{ type: "heartbeat" }], 409)).toEqual(over("completed"));
    expect(hangUp).not.toHaveBeenCalled();
  });
});

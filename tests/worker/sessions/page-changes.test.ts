import { runDurableObjectAlarm } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { LEFT_PAGE_SECONDS, MAX_PAGE_CHANGES, MAX_RECONNECTS } from "../../../shared/limits.ts";
import { demo } from "../../../worker/providers/demo.ts";
import { openai } from "../../../worker/providers/openai.ts";
import { readVariables } from "../../../worker/variables.ts";
import { entriesOf, organization, reconnect, report, start, world } from "../../harness/worker/organization.ts";
import { sessionIn } from "../../harness/worker/project-store.ts";
import { admin } from "../../harness/worker/request.ts";
import { farNoon } from "../../harness/worker/stop-clock.ts";

/** A conversation that its page leaves to the next one: `page_left`, then a reconnect with `page_id`. */

/** Only the date is held still. */
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: farNoon() });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});
const pass = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000);

const connected = { type: "connected" };
const left = (page_id: string) => ({ type: "page_left", page_id });
const charges = async (here: { org_id: number }) =>
  (await entriesOf(here))
    .filter(({ kind }: { kind: string }) => kind === "charge")
    .map((entry: { amount: number }) => entry.amount);

describe("a page that leaves its conversation to the next one", () => {
  it("keeps session, line and reservation; the agent knows what was said and does not greet again", async () => {
    const here = await world({ agent: { initial_message: "Hello" }, organization: { voice_lines: 1 } });
    const { session_id } = await start(here);
    await report(here.key, session_id, [connected, { type: "agent_transcript", text: "Hello" }]);
    pass(10);
    const said = { type: "user_transcript", text: "Keep two rye loaves" };
    expect(await report(here.key, session_id, [said, left("one")])).toMatchObject({ session: { status: "active" } });
    pass(2);
    const asked = vi.spyOn(demo, "mint");
    const again = await reconnect(here, session_id, 200, { page_id: "two" });
    expect(again).toMatchObject({ session_id, initial_message: null });
    expect(asked.mock.calls[0]?.[0].agent.instructions).toContain("Keep two rye loaves");
    await report(here.key, session_id, [connected]);
    expect(await organization(here)).toMatchObject({ lines: { in_use: 1 }, credit: { reserved: 312 } });
    pass(48);
    await report(here.key, session_id, [{ type: "ended" }]);
    expect(await charges(here)).toEqual([-60]);
    expect(await admin("GET", `/sessions/${session_id}`)).toMatchObject({ end_reason: "completed", charged: 60 });
  });

  it("frees the line by the alarm alone where nobody follows, charged until it left", async () => {
    const here = await world({ organization: { voice_lines: 1 } });
    const { session_id } = await start(here);
    await report(here.key, session_id, [connected]);
    pass(20);
    await report(here.key, session_id, [left("one")]);
    pass(LEFT_PAGE_SECONDS);
    await runDurableObjectAlarm(here.ledger);
    expect(await sessionIn(here.project_id, session_id)).toMatchObject({
      state: "ended",
      end_reason: "visitor_left",
      charged: 20,
    });
    expect((await organization(here)).lines.in_use).toBe(0);
    // Later the visitor is asked, and goes on in a new session.
    const next = await reconnect(here, session_id, 200, { page_id: "two" });
    expect(next.session_id).not.toBe(session_id);
  });

  it("is the only one that makes a page change: both limits hold", async () => {
    const here = await world();
    const { session_id } = await start(here);
    await report(here.key, session_id, [connected]);
    const used = { code: "reconnects_used" };
    for (let count = 0; count < MAX_PAGE_CHANGES; count++) {
      await report(here.key, session_id, [left(`page ${count}`)]);
      await reconnect(here, session_id, 200, { page_id: `page ${count + 1}` });
      await report(here.key, session_id, [connected]);
    }
    for (let count = 0; count < MAX_RECONNECTS; count++)
      await reconnect(here, session_id, 200, { page_id: `invented ${count}` });
    expect(await reconnect(here, session_id, 409, { page_id: "one more" })).toMatchObject(used);
    expect(await reconnect(here, session_id, 409)).toMatchObject(used);
    await report(here.key, session_id, [left("invented 9")]);
    expect(await reconnect(here, session_id, 409, { page_id: "one more" })).toMatchObject(used);
  });

  it("has a name of at most 64 characters", async () => {
    const here = await world();
    const { session_id } = await start(here);
    expect((await reconnect(here, session_id, 422, { page_id: "a".repeat(65) })).detail[0].loc).toContain("page_id");
    await report(here.key, session_id, [left("a".repeat(65))], 422);
    await report(here.key, session_id, [{ type: "page_left", page_id: "" }], 422);
    await reconnect(here, session_id, 200, { page_id: null });
  });

  it("is shown among the session's events", async () => {
    const here = await world();
    const { session_id } = await start(here);
    await report(here.key, session_id, [connected, left("one")]);
    const { events } = await admin("GET", `/sessions/${session_id}`);
    expect(events.at(-1)).toMatchObject({ type: "page_left", page_id: "one" });
  });

  it("has its vendor's call hung up at once, where the service placed it", async () => {
    readVariables(env).PROVIDER_A = "openai";
    readVariables(env).OPENAI_API_KEY = "sk-test";
    const hungUp = vi.spyOn(openai, "hangUp").mockResolvedValue();
    let call_id = "rtc_one";
    const placed = async () =>
      new Response("v=0\r\n", { status: 201, headers: { location: `/v1/realtime/calls/${call_id}` } });
    vi.stubGlobal("fetch", vi.fn(placed));
    try {
      const here = await world();
      const offer = "v=0\r\nm=audio 9\r\n";
      const { session_id } = await start(here, { offer });
      await report(here.key, session_id, [connected]);
      await report(here.key, session_id, [left("one")]);
      await vi.waitFor(() => expect(hungUp).toHaveBeenCalledOnce(), 30_000);
      expect(hungUp.mock.calls[0]?.[0]).toEqual({ session_id, call_id: "rtc_one" });
      call_id = "rtc_two";
      await reconnect(here, session_id, 200, { offer, page_id: "two" });
      await report(here.key, session_id, [connected]);
      expect(await here.ledger.lease(session_id)).toMatchObject({ call_id: "rtc_two", state: "active" });
      expect(hungUp).toHaveBeenCalledOnce();
    } finally {
      readVariables(env).PROVIDER_A = "demo";
      delete readVariables(env).OPENAI_API_KEY;
    }
  });
});

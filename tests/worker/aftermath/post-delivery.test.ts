import { afterEach, describe, expect, it, vi } from "vitest";
import { postDelivery } from "../../../worker/webhooks/post-delivery.ts";

const target = (url: string) => ({
  webhook_id: 1,
  version: 1,
  url,
  secret: `whsec_${btoa("a secret of at least 24 bytes")}`,
  active: true,
});
const delivery = { id: "msg_1", body: "{}" };

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("a try of a delivery", () => {
  it("waits 15 seconds for a receiver that never answers, and may be made again", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const asked = vi.fn(
      (_: string, { signal }: RequestInit) =>
        new Promise<Response>((_done, fail) => signal?.addEventListener("abort", () => fail(signal.reason))),
    );
    vi.stubGlobal("fetch", asked);
    let result: unknown = "waiting";
    const tried = postDelivery(() => false)(target("https://crm.example/"), delivery, Date.now()).then((answer) => {
      result = answer;
    });
    while (asked.mock.calls.length === 0) await scheduler.wait(1);
    await vi.advanceTimersByTimeAsync(14_999);
    expect(result).toBe("waiting");
    await vi.advanceTimersByTimeAsync(1);
    await tried;
    expect(result).toEqual({ status: null, detail: "The receiver did not answer within 15 seconds", final: false });
  });

  it("reads nothing of an answer that never ends", async () => {
    const cancelled = vi.fn();
    const body = new ReadableStream({ pull: (out) => out.enqueue(new Uint8Array(65_536)), cancel: cancelled });
    vi.stubGlobal("fetch", async () => new Response(body));
    const result = await postDelivery(() => false)(target("https://crm.example/"), delivery, Date.now());
    expect(result).toEqual({ status: 200, detail: null, final: false });
    expect(cancelled).toHaveBeenCalledOnce();
  });

  // Else a receiver that limits its requests is asked again within five seconds.
  it.each([
    [429, "120", 120],
    [503, "Wed, 21 Oct 2026 07:28:00 GMT", 60],
    [503, "Wed, 21 Oct 2020 07:28:00 GMT", undefined],
    [429, "soon", undefined],
    [429, "", undefined],
    [500, "120", undefined],
  ])("knows when the receiver wants the next: %i %j", async (status, after, retry_after) => {
    vi.stubGlobal("fetch", async () => new Response("", { status, headers: { "retry-after": after } }));
    const now = Date.parse("2026-10-21T07:27:00Z");
    const result = await postDelivery(() => false)(target("https://crm.example/"), delivery, now);
    expect(result.retry_after).toBe(retry_after);
  });

  it.each([
    "http://crm.example/",
    "https://10.0.0.1/",
    "https://0x7f000001/",
    "https://2130706433/",
    "https://[::1]/",
    "https://[::ffff:169.254.169.254]/",
    "https://localhost/",
    "https://db.internal/",
  ])("is not made where the address has become a forbidden one: %s", async (url) => {
    const asked = vi.fn();
    vi.stubGlobal("fetch", asked);
    const result = await postDelivery(() => false)(target(url), delivery, Date.now());
    expect(result).toMatchObject({ status: null, detail: expect.stringContaining("may not be called"), final: true });
    expect(asked).not.toHaveBeenCalled();
  });
});

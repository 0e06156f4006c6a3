import { evictDurableObject, runDurableObjectAlarm } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { SessionStarted } from "../../../shared/session.ts";
import { OrgLedger } from "../../../worker/objects/org-ledger/org-ledger.ts";
import { newToken } from "../../../worker/providers/call-token.ts";
import { demo } from "../../../worker/providers/demo.ts";
import { type CallVendor, VendorError } from "../../../worker/providers/provider.ts";
import { VENDOR_ADAPTERS } from "../../../worker/providers/registry.ts";
import { readVariables } from "../../../worker/variables.ts";
import { organization, reconnect, report, start, widget, world } from "../../harness/worker/organization.ts";
import { admin, apiKey, bearer, request } from "../../harness/worker/request.ts";
import { farNoon, stopClock } from "../../harness/worker/stop-clock.ts";

/** Calls that the Worker places at a vendor: the requests, and what is made of the answers. */

const OFFER = "v=0\r\no=- 1 1 IN IP4 0.0.0.0\r\nm=audio 9 UDP/TLS/RTP/SAVPF 96\r\n";
const SECRETS = /Be brief|look_up|the voice of nobody/;

const vendor = {
  connection_type: { protocol: "openai-realtime", transport: "webrtc" },
  default_model: "model-1",
  unconfigured: () => null,
  needsIceServers: () => false,
  iceServers: vi.fn(async () => null),
  place: vi.fn(async () => ({ answer: "v=0\r\nanswer", call_id: "rtc_1" })),
  hangUp: vi.fn(async (_: { call_id: string | null }) => {}),
} satisfies CallVendor;

beforeEach(() => {
  Object.assign(VENDOR_ADAPTERS, { demo: vendor });
});
afterEach(() => {
  Object.assign(VENDOR_ADAPTERS, { demo });
  vi.clearAllMocks();
  vendor.place.mockImplementation(async () => ({ answer: "v=0\r\nanswer", call_id: "rtc_1" }));
  vi.useRealTimers();
});

const here = () => world({ agent: { instructions: "Be brief.", voice: "the voice of nobody" } });
const call = (token: string | null, body: string = OFFER) =>
  request("POST", "/v1/realtime/calls", {
    headers: { ...(token !== null && bearer(token)), "content-type": "application/sdp" },
    body,
  });
const tokenOf = ({ client_secret }: SessionStarted) => client_secret.ephemeral_token;
const lines = async (site: { org_id: number }) => (await organization(site)).lines.in_use;
/** The vendor is asked to beside the answer. */
const hungUp = (call_id: string) =>
  vi.waitFor(
    () => expect(vendor.hangUp).toHaveBeenCalledWith(expect.objectContaining({ call_id }), expect.anything()),
    30_000,
  );
const end = ({ session_id }: { session_id: string }) =>
  admin("POST", `/sessions/${session_id}/end`, undefined, { status: 200 });

describe("a call that the service places", () => {
  it("is planned with the start: our token, our address, and nothing of the agent", async () => {
    const site = await here();
    const started = await start(site);
    expect(started.connection).toEqual({
      protocol: "openai-realtime",
      transport: "webrtc",
      url: "https://voice.example/v1/realtime/calls",
    });
    expect(tokenOf(started)).toMatch(/^ek_ses_/);
    expect(JSON.stringify(started)).not.toMatch(SECRETS);
    expect(started.voice_llm_model).toBe("model-1");
    expect(vendor.place).not.toHaveBeenCalled();
  });

  it("is placed by the offer, once: 201 with the vendor's answer, then 409", async () => {
    const started = await start(await here());
    const response = await call(tokenOf(started));
    expect(response.status).toBe(201);
    expect(response.headers.get("content-type")).toBe("application/sdp");
    expect(response.headers.get("location")).toBe("/v1/realtime/calls/rtc_1");
    expect(response.headers.get("access-control-expose-headers")).toContain("Location");
    expect(await response.text()).toBe("v=0\r\nanswer");
    expect(vendor.place).toHaveBeenCalledWith(
      expect.objectContaining({
        agent: expect.objectContaining({ instructions: expect.stringMatching(/^Be brief\./) }),
      }),
      OFFER,
      expect.anything(),
    );
    const again = await call(tokenOf(started));
    expect(again.status).toBe(409);
    expect(await again.json()).toMatchObject({ detail: expect.stringMatching(/already used/) });
    expect(vendor.place).toHaveBeenCalledTimes(1);
  });

  it("is placed once however many offers come at the same time", async () => {
    const token = tokenOf(await start(await here()));
    const statuses = await Promise.all(Array.from({ length: 8 }, async () => (await call(token)).status));
    expect(statuses.sort()).toEqual([201, 409, 409, 409, 409, 409, 409, 409]);
    expect(vendor.place).toHaveBeenCalledTimes(1);
  });

  it("is placed at once where the start brings the offer; its token cannot place another", async () => {
    const site = await here();
    const started = await start(site, { offer: OFFER });
    expect(started.connection).toMatchObject({ answer: "v=0\r\nanswer", call_id: "rtc_1" });
    expect(JSON.stringify(started)).not.toMatch(SECRETS);
    expect((await call(tokenOf(started))).status).toBe(409);
    await end(started);
    await vi.waitFor(() => expect(vendor.hangUp).toHaveBeenCalled(), 30_000);
    expect(vendor.hangUp.mock.calls[0]?.[0]).toMatchObject({ call_id: "rtc_1" });
  });

  it("has the id that the vendor gives, not the one that the page reports", async () => {
    const site = await here();
    const { session_id } = await start(site, { offer: OFFER });
    await report(site.key, session_id, [{ type: "connected", call_id: "rtc_of_somebody_else" }]);
    await end({ session_id });
    await vi.waitFor(() => expect(vendor.hangUp).toHaveBeenCalled(), 30_000);
    expect(vendor.hangUp.mock.calls[0]?.[0]).toMatchObject({ call_id: "rtc_1" });
  });

  it("takes no token that is forged, expired, for something else, or missing: 401", async () => {
    const { session_id, ...started } = await start(await here());
    const secret = readVariables(env).KEY_SECRET[0];
    const later = Math.floor(Date.now() / 1_000) + 60;
    const tokens = [
      null,
      "ek_made_up",
      tokenOf({ session_id, ...started }).replace(/.$/, (last) => (last === "0" ? "1" : "0")),
      await newToken({ purpose: "demo", name: session_id, expires_at: later }, secret),
      await newToken({ purpose: "call", name: "ses_nobody", expires_at: later }, secret),
      await newToken({ purpose: "call", name: session_id, expires_at: 1_700_000_000 }, secret),
    ];
    for (const token of tokens) {
      const response = await call(token);
      expect(response.status, String(token)).toBe(401);
      expect(await response.json()).toMatchObject({ detail: expect.any(String) });
    }
    expect(vendor.place).not.toHaveBeenCalled();
    expect((await call(tokenOf({ session_id, ...started }))).status, "the right one still works").toBe(201);
  });

  it("is not placed for a session that has ended: 409", async () => {
    const site = await here();
    const started = await start(site);
    await end(started);
    expect((await call(tokenOf(started))).status).toBe(409);
    expect(vendor.place).not.toHaveBeenCalled();
  });

  it.each([
    ["JSON", '{"sdp":"v=0"}', 422],
    ["nothing", "", 422],
    ["no media", "v=0\r\no=- 1 1 IN IP4 0.0.0.0\r\n", 422],
    ["more than 64 KiB", `${OFFER}${"a=x\r\n".repeat(14_000)}`, 413],
  ])("takes no offer that is %s, and the token stays valid", async (_, body, status) => {
    const started = await start(await here());
    const response = await call(tokenOf(started), body);
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ detail: expect.anything() });
    expect((await call(tokenOf(started))).status).toBe(201);
  });

  it("refuses a start whose offer is invalid, and reserves nothing", async () => {
    const site = await here();
    const body = { agent_id: site.agent_id, offer: "hello" };
    expect(await widget(site.key, "POST", "/session", body, 422)).toMatchObject({
      detail: [{ loc: ["body", "offer"] }],
    });
    expect(await lines(site)).toBe(0);
  });

  it("explains a vendor's refusal in plain words: 502, or 400 at the start; line and credit are free", async () => {
    const refusal = () => Promise.reject(new VendorError("the voice vendor is in trouble", "its own words"));
    const site = await here();
    const started = await start(site);
    expect(await lines(site)).toBe(1);
    vendor.place.mockImplementationOnce(refusal);
    const response = await call(tokenOf(started));
    expect(response.status).toBe(502);
    expect(await response.json()).toMatchObject({
      detail: "The call could not be placed: the voice vendor is in trouble",
    });
    expect(await organization(site)).toMatchObject({ lines: { in_use: 0 }, credit: { reserved: 0 } });

    vendor.place.mockImplementationOnce(refusal);
    const body = { agent_id: site.agent_id, offer: OFFER };
    expect(await widget(site.key, "POST", "/session", body, 400)).toMatchObject({
      detail: "The session could not be set up: the voice vendor is in trouble",
    });
    expect(await organization(site)).toMatchObject({ lines: { in_use: 0 }, credit: { reserved: 0 } });
  });

  it("costs its time where the vendor refuses a second offer, before the page ever said that it was connected", async () => {
    const site = await here();
    stopClock();
    const started = await start(site, { offer: OFFER });
    vi.setSystemTime(Date.now() + 100_000);
    const again = await reconnect(site, started.session_id);
    vendor.place.mockImplementationOnce(() => Promise.reject(new VendorError("the voice vendor refused", "bad SDP")));
    expect((await call(again.client_secret.ephemeral_token)).status).toBe(502);
    expect(await organization(site)).toMatchObject({
      lines: { in_use: 0 },
      credit: { balance: 100_000 - 100, reserved: 0 },
    });
    await hungUp("rtc_1");
  });

  it("is hung up at once where its session ended while the vendor was asked", async () => {
    const site = await here();
    const started = await start(site);
    vendor.place.mockImplementationOnce(async () => {
      await end(started);
      return { answer: "v=0\r\nlate", call_id: "rtc_late" };
    });
    expect((await call(tokenOf(started))).status).toBe(409);
    await hungUp("rtc_late");
  });

  it("is hung up where the ledger does not hear of it: line and credit are free", async () => {
    const site = await here();
    const started = await start(site);
    const lost = () => {
      throw new Error("the ledger is in trouble");
    };
    const connected = vi.spyOn(OrgLedger.prototype, "callConnected").mockImplementationOnce(lost);
    expect((await call(tokenOf(started))).status).toBe(503);
    expect(connected).toHaveBeenCalledTimes(1);
    await hungUp("rtc_1");
    expect(await organization(site)).toMatchObject({ lines: { in_use: 0 }, credit: { reserved: 0 } });
    connected.mockRestore();
  });

  it("was refused by the vendor also where the ledger does not hear of that", async () => {
    const started = await start(await here());
    vendor.place.mockImplementationOnce(() => Promise.reject(new VendorError("the voice vendor refused", "bad SDP")));
    const release = vi.spyOn(OrgLedger.prototype, "release").mockImplementationOnce(() => {
      throw new Error("the ledger is in trouble");
    });
    expect((await call(tokenOf(started))).status).toBe(502);
    release.mockRestore();
  });

  it("is hung up where the start fails after it was placed", async () => {
    const site = await here();
    vendor.iceServers.mockImplementationOnce(() => Promise.reject(new TypeError("nobody answers")));
    await widget(site.key, "POST", "/session", { agent_id: site.agent_id, offer: OFFER }, 400);
    await hungUp("rtc_1");
    expect(await organization(site)).toMatchObject({ lines: { in_use: 0 }, credit: { reserved: 0 } });
  });

  it("says so in the config, and lets OpenAI's browser client in", async () => {
    const site = await here();
    const { agents } = await widget(site.key, "GET", "/config");
    expect(agents[0].connection).toEqual({ protocol: "openai-realtime", transport: "webrtc", offer: true });
    const preflight = await request("OPTIONS", "/v1/realtime/calls", {
      headers: {
        origin: "https://shop.example",
        "access-control-request-method": "POST",
        "access-control-request-headers": "authorization,content-type,x-openai-agents-sdk",
      },
    });
    expect(preflight.status).toBe(204);
    const allowed = preflight.headers.get("access-control-allow-headers")?.toLowerCase() ?? "";
    for (const name of ["authorization", "content-type", "x-openai-agents-sdk"]) expect(allowed).toContain(name);
    expect((await request("GET", "/v1/realtime/calls")).status).toBe(405);
  });

  it("is placed again for a conversation whose connection broke", async () => {
    const site = await here();
    const started = await start(site, { offer: OFFER });
    await report(site.key, started.session_id, [{ type: "connected" }]);
    vendor.place.mockImplementationOnce(async () => ({ answer: "v=0\r\nsecond", call_id: "rtc_2" }));
    const again = await reconnect(site, started.session_id, 200, { offer: OFFER });
    expect(again.connection).toMatchObject({ answer: "v=0\r\nsecond", call_id: "rtc_2" });
    await hungUp("rtc_1");
  });

  it("stands alone: what another took the place of is hung up, with further tries", async () => {
    const site = await here();
    vi.useFakeTimers({ toFake: ["Date"], now: farNoon() });
    let placed = 0;
    vendor.place.mockImplementation(async () => ({ answer: "v=0\r\nanswer", call_id: `rtc_${++placed}` }));
    vendor.hangUp.mockRejectedValueOnce(new Error("no answer"));
    const { session_id } = await start(site, { offer: OFFER });
    await report(site.key, session_id, [{ type: "connected" }]);
    for (let n = 0; n < 4; n += 1) await reconnect(site, session_id, 200, { offer: OFFER });
    const tries = () => vendor.hangUp.mock.calls.map(([call]) => call.call_id).sort();
    // Unlike `vi.waitFor` this does not move the date.
    const tried = (count: number) => expect.poll(() => tries().length, { timeout: 30_000 }).toBe(count);
    await tried(4);
    const others = ["rtc_1", "rtc_2", "rtc_3", "rtc_4"];
    expect(tries()).toEqual(others);

    await evictDurableObject(site.ledger);
    vi.setSystemTime(Date.now() + 3_000);
    await runDurableObjectAlarm(site.ledger);
    await tried(5);
    expect([...new Set(tries())], "one of them once more").toEqual(others);
    await end({ session_id });
    await hungUp("rtc_5");
    expect(vendor.hangUp).toHaveBeenCalledTimes(6);
  });

  it("stands alone, too, where many offers come at once", async () => {
    const site = await here();
    let placed = 0;
    vendor.place.mockImplementation(async () => ({ answer: "v=0\r\nanswer", call_id: `rtc_${++placed}` }));
    const { session_id, session_secret } = await start(site, { offer: OFFER });
    await report(site.key, session_id, [{ type: "connected" }]);
    const path = `/widget/v1/session/${session_id}/reconnect`;
    const again = { headers: apiKey(site.key), body: { session_secret, offer: OFFER } };
    const answers = await Promise.all(Array.from({ length: 4 }, () => request("POST", path, again)));
    const statuses = answers.map(({ status }) => status);
    expect(statuses).toContain(200);
    expect([200, 409]).toEqual(expect.arrayContaining(statuses));
    await expect.poll(() => vendor.hangUp.mock.calls.length, { timeout: 30_000 }).toBe(4);
    const standing = (await site.ledger.lease(session_id))?.call_id;
    expect(vendor.hangUp.mock.calls.map(([{ call_id }]) => call_id)).not.toContain(standing);
  });

  it("is the one that was asked for last, however long the vendor takes for an earlier one", async () => {
    const site = await here();
    const started = await start(site);
    const late = Promise.withResolvers<void>();
    vendor.place.mockImplementationOnce(async () => {
      await late.promise;
      return { answer: "v=0\r\nlate", call_id: "rtc_late" };
    });
    const planned = call(tokenOf(started));
    await vi.waitFor(() => expect(vendor.place).toHaveBeenCalledTimes(1), 30_000);
    const live = await reconnect(site, started.session_id, 200, { offer: OFFER });
    await report(site.key, started.session_id, [{ type: "connected" }]);
    late.resolve();
    const response = await planned;
    expect(response.status).toBe(409);
    expect(await response.json()).toMatchObject({ code: "call_placed" });
    await hungUp("rtc_late");

    const slow = Promise.withResolvers<void>();
    vendor.place.mockImplementationOnce(async () => {
      await slow.promise;
      return { answer: "v=0\r\nslow", call_id: "rtc_slow" };
    });
    const first = reconnect(site, started.session_id, 409, { offer: OFFER });
    await vi.waitFor(() => expect(vendor.place).toHaveBeenCalledTimes(3), 30_000);
    vendor.place.mockImplementationOnce(async () => ({ answer: "v=0\r\nnext", call_id: "rtc_next" }));
    await reconnect(site, started.session_id, 200, { offer: OFFER });
    slow.resolve();
    await first;
    await hungUp("rtc_slow");
    expect(live.connection).toMatchObject({ call_id: "rtc_1" });
    expect((await site.ledger.lease(started.session_id))?.call_id).toBe("rtc_next");
    expect(vendor.hangUp.mock.calls.map(([{ call_id }]) => call_id).sort()).toEqual(["rtc_1", "rtc_late", "rtc_slow"]);
  });

  it("stands also where the vendor refuses an earlier one late, before the page said that it was connected", async () => {
    const site = await here();
    const started = await start(site);
    const late = Promise.withResolvers<{ answer: string; call_id: string }>();
    vendor.place.mockImplementationOnce(() => late.promise);
    const planned = call(tokenOf(started));
    await vi.waitFor(() => expect(vendor.place).toHaveBeenCalledTimes(1), 30_000);
    await reconnect(site, started.session_id, 200, { offer: OFFER });
    late.reject(new VendorError("the voice vendor refused", "bad SDP"));
    expect((await planned).status).toBe(502);
    expect(await site.ledger.lease(started.session_id)).toMatchObject({ ended_at: null, call_id: "rtc_1" });
    expect(vendor.hangUp).not.toHaveBeenCalled();
  });

  it("makes the token of a call that was planned before worthless", async () => {
    const site = await here();
    const started = await start(site);
    await reconnect(site, started.session_id, 200, { offer: OFFER });
    expect((await call(tokenOf(started))).status).toBe(409);
    expect(vendor.place).toHaveBeenCalledTimes(1);
  });
});

import { env } from "cloudflare:workers";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { handleRequest } from "../../../worker/app.ts";
import { demo } from "../../../worker/providers/demo.ts";
import type { CallVendor } from "../../../worker/providers/provider.ts";
import { VENDOR_ADAPTERS } from "../../../worker/providers/registry.ts";
import { OFFER } from "../../harness/worker/call-request.ts";
import { organization, start, world } from "../../harness/worker/organization.ts";
import { bearer, requestOf } from "../../harness/worker/request.ts";

const vendor = {
  connection_type: { protocol: "openai-realtime", transport: "webrtc" },
  unconfigured: () => null,
  needsIceServers: () => false,
  iceServers: async () => null,
  place: vi.fn(async () => ({ answer: "v=0\r\nanswer", call_id: "rtc_1" })),
  hangUp: async () => {},
} satisfies CallVendor;

beforeEach(() => {
  Object.assign(VENDOR_ADAPTERS, { demo: vendor });
});
afterEach(() => {
  Object.assign(VENDOR_ADAPTERS, { demo });
  vi.clearAllMocks();
});

describe("a planned call is taken by an offer, and the object's answer is lost", () => {
  /** @param lost what the answer fails with, the first time or each time */
  const offerWith = async (token: string, lost: object, always: boolean) => {
    let asked = 0;
    const take = async (name: string, asking: [string, string]) => {
      const plan = await env.PLANNED_CALL.getByName(name).take(...asking);
      if (++asked === 1 || always) throw Object.assign(new Error("deployed"), lost);
      return plan;
    };
    const planned = { getByName: (name: string) => ({ take: (...asking: [string, string]) => take(name, asking) }) };
    const context = { waitUntil: () => {} } as unknown as ExecutionContext;
    const headers = { ...bearer(token), "content-type": "application/sdp" };
    const offer = requestOf("POST", "/v1/realtime/calls", { headers, body: OFFER });
    return handleRequest(offer, { ...env, PLANNED_CALL: planned } as unknown as typeof env, context);
  };

  it("on the way: it is placed all the same, once", async () => {
    const token = (await start(await world())).client_secret.ephemeral_token;
    expect((await offerWith(token, { retryable: true }, false)).status).toBe(201);
    expect((await offerWith(token, { retryable: true }, false)).status).toBe(409);
    expect(vendor.place).toHaveBeenCalledTimes(1);
  });

  it("for good: its line is free at once", async () => {
    const site = await world();
    const { client_secret } = await start(site);
    expect((await offerWith(client_secret.ephemeral_token, {}, true)).status).toBe(503);
    expect(await organization(site)).toMatchObject({ lines: { in_use: 0 }, credit: { reserved: 0 } });
    expect(vendor.place).not.toHaveBeenCalled();
  });
});

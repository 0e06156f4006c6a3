import { env } from "cloudflare:workers";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { handleRequest } from "../../../worker/app.ts";
import { demo } from "../../../worker/providers/demo.ts";
import type { CallVendor } from "../../../worker/providers/provider.ts";
import { VENDOR_ADAPTERS } from "../../../worker/providers/registry.ts";
import { sessionSecret } from "../../../worker/sessions/session-secret.ts";
import { report, start, widget, world } from "../../harness/worker/organization.ts";
import { admin, apiKey, bearer, requestOf } from "../../harness/worker/request.ts";

/** Pages that are closed before their answer comes: what they began is done all the same. */

const OFFER = "v=0\r\no=- 1 1 IN IP4 0.0.0.0\r\nm=audio 9 UDP/TLS/RTP/SAVPF 96\r\n";

const vendor = {
  connection_type: { protocol: "openai-realtime", transport: "webrtc" },
  unconfigured: () => null,
  needsIceServers: () => false,
  iceServers: async () => null,
  place: async () => ({ answer: "v=0\r\nanswer", call_id: "rtc_1" }),
} satisfies CallVendor;

beforeEach(() => {
  Object.assign(VENDOR_ADAPTERS, { demo: vendor });
});
afterEach(() => {
  Object.assign(VENDOR_ADAPTERS, { demo });
});

/** Nobody waits for the answer: the runtime goes on with what the Worker handed to `waitUntil`, and with nothing else. */
async function leave(...asked: Parameters<typeof requestOf>): Promise<void> {
  const works: Promise<unknown>[] = [];
  const context = { waitUntil: (work: Promise<unknown>) => works.push(work) } as unknown as ExecutionContext;
  void handleRequest(requestOf(...asked), env, context);
  await vi.waitFor(() => expect(works, "the request is waited for").not.toEqual([]), 30_000);
  await Promise.all(works);
}

/** A session, and requests of the same key before: nothing but the request itself is left to be waited for. */
async function running() {
  const site = await world();
  const started = await start(site);
  await widget(site.key, "GET", "/config");
  return { site, started };
}

it("a call is placed, and its session costs its time", async () => {
  const { site, started } = await running();
  const headers = { ...bearer(started.client_secret.ephemeral_token), "content-type": "application/sdp" };
  await leave("POST", "/v1/realtime/calls", { headers, body: OFFER });
  expect(await site.ledger.lease(started.session_id)).toMatchObject({ call_id: "rtc_1" });
});

it("a reconnect is placed, and known to the ledger", async () => {
  const { site, started } = await running();
  const { session_id } = started;
  await report(site.key, session_id, [{ type: "connected" }]);
  const body = { session_secret: await sessionSecret(env.KEY_SECRET, session_id), offer: OFFER };
  await leave("POST", `/widget/v1/session/${session_id}/reconnect`, { headers: apiKey(site.key), body });
  expect(await site.ledger.lease(session_id)).toMatchObject({ call_id: "rtc_1" });
});

it("events are kept, and the end is published", async () => {
  const { site, started } = await running();
  const { session_id } = started;
  const events = [{ type: "user_transcript", text: "Two loaves" }, { type: "ended" }];
  await leave("POST", `/widget/v1/session/${session_id}/events`, { headers: apiKey(site.key), body: { events } });
  expect(await admin("GET", `/sessions/${session_id}`)).toMatchObject({
    end_reason: "completed",
    events: expect.arrayContaining([expect.objectContaining({ text: "Two loaves" })]),
  });
});

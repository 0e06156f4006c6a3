import { env } from "cloudflare:workers";
import { afterEach, expect, test, vi } from "vitest";
import type { SessionStarted } from "../../../shared/session.ts";
import { handleRequest } from "../../../worker/app.ts";
import type { Bindings } from "../../../worker/env.ts";
import { readVariables } from "../../../worker/variables.ts";
import { postDelivery } from "../../../worker/webhooks/post-delivery.ts";
import { webhookHeaders } from "../../../worker/webhooks/webhook-signature.ts";
import { start, widget, world } from "../../harness/worker/organization.ts";
import { admin, bearer, ORIGIN } from "../../harness/worker/request.ts";
import { receiver } from "../aftermath/receiver.ts";

/** Secrets other than KEY_SECRET (tests/worker/auth/rotation.test.ts): both taken for the documented time, nothing lost. */

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const OLD = "the-old-admin-token-0123456789";
const NEW = "the-new-admin-token-0123456789";
const context = { waitUntil: () => {}, passThroughOnException: () => {} } as unknown as ExecutionContext;

/** The service as a deploy with these variables leaves it. */
function deployed(variables: object) {
  const bindings = { ...env, ...variables } as Bindings;
  return async (method: string, path: string, headers: Record<string, string>, body?: unknown) => {
    const request = new Request(ORIGIN + path, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) });
    const answer = await handleRequest(request, bindings, context);
    const text = await answer.text();
    return { status: answer.status, headers: answer.headers, body: text ? JSON.parse(text) : null };
  };
}

test("ADMIN_TOKEN: `new,old` takes both, the status says when the old one was last used, and `new` ends it", async () => {
  const signIn = async (service: ReturnType<typeof deployed>, token: string) => {
    const { status, headers } = await service("POST", "/admin/v1/sign-in", bearer(token));
    expect(status).toBe(200);
    return { Cookie: headers.get("Set-Cookie")?.split(";")[0] ?? "" };
  };
  const me = async (service: ReturnType<typeof deployed>, headers: Record<string, string>) =>
    (await service("GET", "/admin/v1/me", headers)).status;
  const rotation = async (service: ReturnType<typeof deployed>) =>
    (await service("GET", "/admin/v1/status", bearer(NEW))).body.rotations.admin_token;

  const before = deployed({ ADMIN_TOKEN: OLD });
  const oldCookie = await signIn(before, OLD);
  expect(await me(before, bearer(NEW))).toBe(401);

  const during = deployed({ ADMIN_TOKEN: `${NEW},${OLD}` });
  expect(await rotation(during)).toEqual({ rotating: true, old_used_at: null });
  const newCookie = await signIn(during, NEW);
  for (const credential of [bearer(NEW), newCookie, oldCookie]) expect(await me(during, credential)).toBe(200);
  // A script that nobody thought of.
  expect(await me(during, bearer(OLD))).toBe(200);
  expect(await rotation(during)).toEqual({ rotating: true, old_used_at: expect.any(Number) });
  for (const wrong of [`${NEW},${OLD}`, `${NEW},`, ","]) expect(await me(during, bearer(wrong))).toBe(401);

  const after = deployed({ ADMIN_TOKEN: NEW });
  expect(await rotation(after)).toEqual({ rotating: false, old_used_at: null });
  for (const credential of [bearer(NEW), newCookie]) expect(await me(after, credential)).toBe(200);
  for (const credential of [bearer(OLD), oldCookie]) expect(await me(after, credential)).toBe(401);
  // The next rotation begins anew: what is known is of another old token.
  const next = deployed({ ADMIN_TOKEN: `the-third-admin-token-0123456789,${NEW}` });
  expect(await rotation(next)).toEqual({ rotating: true, old_used_at: expect.any(Number) });
  const { body } = await deployed({ ADMIN_TOKEN: `${NEW},never-used-admin-token-0123` })(
    "GET",
    "/admin/v1/status",
    bearer(NEW),
  );
  expect(body.rotations.admin_token).toEqual({ rotating: true, old_used_at: null });
});

test("an ADMIN_TOKEN that is too short, or of three, is refused in words", () => {
  const read = (ADMIN_TOKEN: string) => () => readVariables({ KEY_SECRET: env.KEY_SECRET, ADMIN_TOKEN });
  expect(read(`${NEW},short`)).toThrow(/ADMIN_TOKEN: each secret needs at least 16 characters/);
  expect(read(`${NEW},${OLD},${OLD}`)).toThrow(/ADMIN_TOKEN: give one secret, or two separated by a comma/);
});

test("a vendor's key: sessions that start after the deploy use the new one, and those that run go on", async () => {
  const asked: string[] = [];
  vi.stubGlobal(
    "fetch",
    vi.fn(async (input: RequestInfo | URL, init?: RequestInit) => {
      const request = new Request(input, init);
      asked.push(`${new URL(request.url).pathname} ${request.headers.get("Authorization")}`);
      if (request.url.endsWith("/hangup")) return new Response(null, { status: 200 });
      return new Response("v=0\r\nanswer", { status: 201, headers: { location: "/v1/realtime/calls/rtc_1" } });
    }),
  );
  const site = await world();
  const offer = "v=0\r\no=- 1 1 IN IP4 0.0.0.0\r\nm=audio 9 UDP/TLS/RTP/SAVPF 96\r\n";
  const key = { "X-API-Key": site.key };
  const withKey = (OPENAI_API_KEY: string) => deployed({ PROVIDER_A: "openai", OPENAI_API_KEY });
  const open = async (service: ReturnType<typeof deployed>): Promise<SessionStarted> => {
    const { status, body } = await service("POST", "/widget/v1/session", key, { agent_id: site.agent_id, offer });
    expect(status, JSON.stringify(body)).toBe(200);
    return body;
  };
  const report = (service: ReturnType<typeof deployed>, { session_id }: SessionStarted, type: string) =>
    service("POST", `/widget/v1/session/${session_id}/events`, key, { events: [{ type }] });

  const before = withKey("sk-old");
  const running = await open(before);
  expect((await report(before, running, "connected")).status).toBe(200);
  expect(asked.at(-1)).toBe("/v1/realtime/calls Bearer sk-old");

  const after = withKey("sk-new");
  const next = await open(after);
  expect(asked.at(-1)).toBe("/v1/realtime/calls Bearer sk-new");
  expect((await report(after, next, "connected")).status).toBe(200);
  for (const session of [running, next]) {
    expect((await report(after, session, "heartbeat")).body.session.status).toBe("active");
    expect((await report(after, session, "ended")).body.session.status).toBe("ended");
  }
  const { items } = await admin("GET", `/organizations/${site.org_id}/ledger`);
  expect(items.filter(({ kind }: { kind: string }) => kind === "charge")).toHaveLength(2);
});

test("a webhook's secret: for a day each delivery is signed with both, waiting ones too; then with the new one", async () => {
  const here = await world();
  const made = await admin("POST", `/projects/${here.project_id}/webhooks`, {
    url: "https://crm.example/hook",
    events: ["session.ended"],
  });
  let refuses = true;
  const received = receiver(() => new Response(null, { status: refuses ? 503 : 200 }));
  const { id: waiting } = await admin("POST", `/webhooks/${made.id}/test`, undefined, { status: 200 });
  const from = Date.now();
  const rotated = await admin("POST", `/webhooks/${made.id}/secret`, undefined, { status: 200 });
  expect(rotated.secret).not.toBe(made.secret);
  expect(rotated.previous_secret_until).toBeGreaterThanOrEqual(from + 86_400_000);
  expect((await admin("GET", `/webhooks/${made.id}`)).previous_secret_until).toBe(rotated.previous_secret_until);
  expect((await admin("GET", "/status")).rotations.webhooks).toBe(1);

  refuses = false;
  await admin("POST", `/deliveries/${waiting}/replay`, undefined, { status: 202 });
  await vi.waitFor(() => expect(received).toHaveLength(2), { timeout: 50_000 });
  const [first, second] = received as [(typeof received)[0], (typeof received)[0]];
  const signed = async ({ id, headers, body }: (typeof received)[0], secret: string) =>
    (await webhookHeaders([secret], id, Number(headers.get("webhook-timestamp")), body))["webhook-signature"];
  expect(first.headers.get("webhook-signature")).toBe(await signed(first, made.secret));
  // A receiver with either secret takes it.
  expect(second.headers.get("webhook-signature")?.split(" ")).toEqual([
    await signed(second, rotated.secret),
    await signed(second, made.secret),
  ]);

  const target = {
    ...{ webhook_id: made.id, version: 2, url: "https://crm.example/hook", secret: rotated.secret, active: true },
    previous: { secret: made.secret, until: rotated.previous_secret_until },
  };
  const body = JSON.stringify({ type: "webhook.test", data: {} });
  await postDelivery(() => false)(target, { id: waiting, body }, rotated.previous_secret_until);
  expect(received.at(-1)?.headers.get("webhook-signature")).toBe(
    await signed(received.at(-1) as (typeof received)[0], rotated.secret),
  );
  const { items } = await admin("GET", "/audit");
  expect(items).toContainEqual(
    expect.objectContaining({ action: "webhook.rotate_secret", target: `webhook:${made.id}` }),
  );
  expect(JSON.stringify(items)).not.toContain("whsec_");
});

test("a tool's secret is the owner's own: calls after the change are signed with the new one, none is lost", async () => {
  const secret = (letter: string) => `whsec_${btoa(letter.repeat(32))}`;
  const tool = { name: "look", description: "Looks", kind: "webhook", url: "https://crm.example/tool" };
  const site = await world({ agent: { tools: [{ ...tool, secret: secret("a") }] } });
  const received = receiver(() => Response.json({ found: 1 }));
  const { session_id } = await start(site);
  const use = async (call_id: string) => {
    const body = { session_id, name: "look", call_id, arguments: {} };
    expect(await widget(site.key, "POST", "/tools/execute", body)).toMatchObject({ success: true });
    const { id, headers, body: sent } = received.at(-1) as (typeof received)[0];
    return async (letter: string) =>
      (await webhookHeaders([secret(letter)], id, Number(headers.get("webhook-timestamp")), sent))[
        "webhook-signature"
      ] === headers.get("webhook-signature");
  };
  expect(await (await use("1"))("a")).toBe(true);
  await admin("PATCH", `/agents/${site.agent_id}`, { tools: [{ ...tool, secret: secret("b") }] });
  expect(await (await use("2"))("b")).toBe(true);
  expect(received).toHaveLength(2);
});

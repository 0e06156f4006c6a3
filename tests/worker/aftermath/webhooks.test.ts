import { env } from "cloudflare:workers";
import { afterEach, describe, expect, it, vi } from "vitest";
import { webhookHeaders } from "../../../worker/webhooks/webhook-signature.ts";
import { report, start, type World, world } from "../../harness/worker/organization.ts";
import { admin } from "../../harness/worker/request.ts";
import { stopClock } from "../../harness/worker/stop-clock.ts";
import { receiver } from "./receiver.ts";

const HOOK_URL = "https://crm.example/hook";
const ok = { status: 200 };

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const hook = ({ project_id }: World, body: object = {}) =>
  admin("POST", `/projects/${project_id}/webhooks`, { url: HOOK_URL, events: ["session.ended"], ...body });

const deliveries = async (id: number) => (await admin("GET", `/webhooks/${id}/deliveries`)).items;

async function talk(here: World, ...events: object[]): Promise<string> {
  const { session_id } = await start(here);
  await report(here.key, session_id, [{ type: "connected" }, ...events, { type: "ended" }]);
  return session_id;
}

const done = (id: number, count = 1) =>
  vi.waitFor(
    async () => {
      const items = await deliveries(id);
      expect(items).toHaveLength(count);
      expect(items.every(({ status }: { status: string }) => status !== "pending")).toBe(true);
      return items;
    },
    { timeout: 50_000, interval: 50 },
  );

describe("webhooks", () => {
  it("are created with a secret that is shown once, changed, listed and deleted, each in the audit log", async () => {
    const here = await world();
    const made = await hook(here);
    expect(made).toMatchObject({ url: HOOK_URL, events: ["session.ended"], include_transcript: false, active: true });
    expect(made.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(made.last_failure).toBeNull();
    const { items } = await admin("GET", `/projects/${here.project_id}/webhooks`);
    expect(items).toEqual([(({ secret: _, ...rest }) => rest)(made)]);
    const changed = await admin("PATCH", `/webhooks/${made.id}`, { active: false, events: ["cap.reached"] });
    expect(changed).toMatchObject({ active: false, events: ["cap.reached"], url: HOOK_URL });
    await admin("DELETE", `/webhooks/${made.id}`, undefined, { status: 204 });
    await admin("GET", `/webhooks/${made.id}`, undefined, { status: 404 });
    const log = (await admin("GET", "/audit")).items.map(({ action }: { action: string }) => action);
    expect(log.slice(0, 3)).toEqual(["webhook.delete", "webhook.update", "webhook.create"]);
    expect(JSON.stringify(await admin("GET", "/audit"))).not.toContain("whsec_");
  });

  it("refuse private addresses, whatever the notation, and unknown events", async () => {
    const here = await world();
    for (const url of [
      "http://10.0.0.1/",
      "http://192.168.1.1/x",
      "http://[fd00::1]/",
      "http://169.254.169.254/",
      "https://2130706433.example.internal/",
      "ftp://a.example/",
      "https://u:p@a.example/",
      "nonsense",
      "",
    ])
      await admin("POST", `/projects/${here.project_id}/webhooks`, { url, events: ["session.ended"] }, { status: 422 });
    for (const events of [[], ["session.begun"], "session.ended"])
      await admin("POST", `/projects/${here.project_id}/webhooks`, { url: HOOK_URL, events }, { status: 422 });
  });

  it("announce an ended session with its data, signed as Standard Webhooks says", async () => {
    stopClock();
    const here = await world();
    const made = await hook(here, { include_transcript: true });
    const received = receiver();
    const session_id = await talk(
      here,
      { type: "user_transcript", text: "Where is my order?" },
      { type: "usage", id: "r1", input_tokens: 7, output_tokens: 5, total_tokens: 12 },
      { type: "feedback", rating: 4 },
    );
    const [delivery] = await done(made.id);
    expect(delivery).toMatchObject({ event: "session.ended", session_id, status: "delivered", attempts: 1 });
    expect(received).toHaveLength(1);
    const [{ id, headers, body, type, data }] = received as [(typeof received)[0]];
    expect(type).toBe("session.ended");
    expect(id).toBe(delivery.id);
    const timestamp = Number(headers.get("webhook-timestamp"));
    const expected = await webhookHeaders([made.secret], id, timestamp, body);
    expect(headers.get("webhook-signature")).toBe(expected["webhook-signature"]);
    expect(data).toMatchObject({
      session_id,
      project_id: here.project_id,
      agent_id: here.agent_id,
      agent_name: "Ava",
      reason: "completed",
      rating: 4,
      contact_id: null,
      usage: { input_tokens: 7, output_tokens: 5, total_tokens: 12, seconds: 0 },
      transcript: [{ role: "user", text: "Where is my order?" }],
      links: { session: `https://voice.example/admin/v1/sessions/${session_id}` },
    });
    // A conversation costs one second at least.
    expect(data).toMatchObject({ seconds: 0, charged: 1 });
  });

  it("are tried again with the same id and body until they are taken", async () => {
    const here = await world();
    const made = await hook(here);
    let taking = false;
    const received = receiver(() => new Response("no", { status: taking ? 200 : 503 }));
    await talk(here);
    const waiting = await vi.waitFor(
      async () => {
        const [tried] = await deliveries(made.id);
        expect(tried).toMatchObject({ status: "pending", last_attempt: { status: 503 } });
        return tried;
      },
      { timeout: 50_000 },
    );
    expect(waiting.next_attempt_at - waiting.last_attempt.at).toBeLessThanOrEqual(60_000);
    taking = true;
    await admin("POST", `/deliveries/${waiting.id}/replay`, undefined, { status: 202 });
    const [taken] = await done(made.id);
    expect(taken).toMatchObject({ id: waiting.id, status: "delivered" });
    expect(new Set(received.map(({ id }) => id)).size).toBe(1);
    expect(new Set(received.map(({ body }) => body)).size).toBe(1);
    await vi.waitFor(
      async () =>
        expect((await admin("GET", `/webhooks/${made.id}`)).last_failure).toMatchObject({
          status: 503,
          recovered_at: expect.any(Number),
        }),
      { timeout: 50_000 },
    );
    // Its end was not reported by queues of earlier versions; what was accepted since says it.
    const forget =
      "UPDATE webhooks SET last_failure_json = json_remove(last_failure_json, '$.recovered_at') WHERE id = ?";
    await env.DB.prepare(forget).bind(made.id).run();
    const recovered = { last_failure: { status: 503, recovered_at: expect.any(Number) } };
    expect(await admin("GET", `/webhooks/${made.id}`)).toMatchObject(recovered);
    expect((await admin("GET", `/projects/${here.project_id}/webhooks`)).items).toMatchObject([recovered]);
    // One that comes later is open again, until a test is accepted.
    taking = false;
    await admin("POST", `/webhooks/${made.id}/test`, undefined, { status: 200 });
    const { last_failure } = await admin("GET", `/webhooks/${made.id}`);
    expect([last_failure.status, last_failure.recovered_at]).toEqual([503, undefined]);
    taking = true;
    await admin("POST", `/webhooks/${made.id}/test`, undefined, { status: 200 });
    expect((await admin("GET", `/webhooks/${made.id}`)).last_failure.recovered_at).toEqual(expect.any(Number));
  });

  it("stop at a 410 and at a redirect, and say so", async () => {
    const here = await world();
    const gone = await hook(here, { url: "https://gone.example/" });
    const moved = await hook(here, { url: "https://moved.example/" });
    const fine = await hook(here, { url: "https://fine.example/" });
    const received = receiver((_, url) => {
      if (url.includes("gone")) return new Response(null, { status: 410 });
      if (url.includes("moved"))
        return new Response(null, { status: 302, headers: { location: "https://else.example/" } });
      return new Response("x".repeat(100));
    });
    await talk(here);
    expect((await done(gone.id))[0]).toMatchObject({ status: "failed", last_attempt: { status: 410 } });
    expect((await done(moved.id))[0]).toMatchObject({
      status: "failed",
      last_attempt: { status: 302, detail: expect.stringContaining("redirect") },
    });
    expect((await done(fine.id))[0]).toMatchObject({ status: "delivered" });
    expect(received).toHaveLength(3);
    await vi.waitFor(async () => expect((await admin("GET", `/webhooks/${gone.id}`)).active).toBe(false), {
      timeout: 50_000,
    });
    expect((await admin("GET", `/webhooks/${moved.id}`)).active).toBe(true);
    const { items } = await admin("GET", "/audit");
    expect(items).toContainEqual(
      expect.objectContaining({ action: "webhook.switch_off", actor: "service", target: `webhook:${gone.id}` }),
    );
    // Switched off: nothing is sent there any more.
    await talk(here);
    await done(fine.id, 2);
    expect(await deliveries(gone.id)).toHaveLength(1);
  });

  it("can be tested, also while they are off, and the answer has the result", async () => {
    const here = await world();
    const made = await hook(here, { active: false });
    const received = receiver(() => new Response(null, { status: 500 }));
    const tested = await admin("POST", `/webhooks/${made.id}/test`, undefined, ok);
    expect(tested).toMatchObject({
      event: "webhook.test",
      status: "failed",
      attempts: 1,
      last_attempt: { status: 500 },
    });
    expect(received).toHaveLength(1);
    const whole = await admin("GET", `/deliveries/${tested.id}`);
    expect(whole.body).toMatchObject({ type: "webhook.test", data: { webhook_id: made.id } });
  });

  it("show the failure of each test as soon as it is answered", async () => {
    const made = await hook(await world());
    let status = 500;
    receiver(() => new Response(null, { status }));
    for (status of [500, 503, 410]) {
      await admin("POST", `/webhooks/${made.id}/test`, undefined, ok);
      const { active, last_failure } = await admin("GET", `/webhooks/${made.id}`);
      expect({ active, last_failure }).toMatchObject({ active: status !== 410, last_failure: { status } });
    }
  });

  it("are visible to their organization only", async () => {
    const here = await world();
    const made = await hook(here);
    receiver();
    const { id } = await admin("POST", `/webhooks/${made.id}/test`, undefined, ok);
    const other = await world();
    const { token } = await admin("POST", `/organizations/${other.org_id}/tokens`, { name: "CI" });
    const foreign = { status: 404, token };
    await admin("GET", `/webhooks/${made.id}`, undefined, foreign);
    await admin("GET", `/webhooks/${made.id}/deliveries`, undefined, foreign);
    await admin("GET", `/deliveries/${id}`, undefined, foreign);
    await admin("POST", `/deliveries/${id}/replay`, undefined, foreign);
    await admin("GET", "/deliveries/msg_nonsense", undefined, { status: 404 });
    expect(env.DELIVERY_QUEUE).toBeDefined();
  });
});

describe("webhooks about credit and caps", () => {
  it("low credit is announced once a grant, to every project of the organization", async () => {
    const here = await world({ credits: 1_000 });
    const { id: second } = await admin("POST", "/projects", { org_id: here.org_id, name: "Second" });
    const hooks = [
      await hook(here, { events: ["credit.low"] }),
      await hook({ ...here, project_id: second }, { events: ["credit.low"] }),
    ];
    const received = receiver();
    const correct = (amount: number) => admin("POST", `/organizations/${here.org_id}/credits`, { amount }, ok);
    await correct(-800);
    await correct(-1);
    await correct(-1);
    for (const { id } of hooks) await done(id);
    expect(received.map(({ data }) => data)).toEqual(
      expect.arrayContaining([
        { project_id: here.project_id, org_id: here.org_id, balance: 199, last_grant: 1_000 },
        { project_id: second, org_id: here.org_id, balance: 199, last_grant: 1_000 },
      ]),
    );
    await correct(500);
    await correct(-650);
    for (const { id } of hooks) await done(id, 2);
  });

  it("a daily cap refuses with the time at which it reopens, and is announced once", async () => {
    const here = await world();
    await admin("PATCH", `/projects/${here.project_id}`, { daily_session_cap: 2 });
    const made = await hook(here, { events: ["cap.reached"] });
    const received = receiver();
    // All in one UTC day.
    stopClock();
    await talk(here);
    await talk(here);
    for (let n = 0; n < 3; n += 1) await expect(start(here)).rejects.toThrow(/402/);
    vi.useRealTimers();
    await done(made.id);
    expect(received[0]?.data).toMatchObject({ scope: "project", cap: "daily_session_cap", limit: 2, used: 2 });
    await admin("PATCH", `/projects/${here.project_id}`, { daily_session_cap: null });
    await start(here);
  });
});

import { env } from "cloudflare:workers";
import { afterEach, expect, test, vi } from "vitest";
import type { Status } from "../../../shared/status.ts";
import { handleRequest } from "../../../worker/app.ts";
import type { Bindings } from "../../../worker/env.ts";
import { ProjectStore } from "../../../worker/index.ts";
import { findAlerts } from "../../../worker/projects/alerts.ts";
import { measureStores } from "../../../worker/projects/measure-stores.ts";
import { metricsText } from "../../../worker/projects/metrics.ts";
import { cron } from "../../harness/worker/cron.ts";
import { report, start, widget, world } from "../../harness/worker/organization.ts";
import { admin, apiKey, operator, request, requestOf } from "../../harness/worker/request.ts";
import { stopClock } from "../../harness/worker/stop-clock.ts";

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const loaded = (): Promise<Status> => admin("GET", "/status");

test("the status has versions, what is waiting, and sizes", async () => {
  // They are counted by the ids that were given, which do not begin at one in a test.
  const { projects = 0, agents = 0, api_keys = 0 } = (await loaded()).storage.rows;
  const site = await world();
  const { session_id } = await start(site);
  if (!session_id) throw new Error("no session");
  await report(site.key, session_id, [{ type: "connected" }]);
  const busy = await loaded();
  expect(busy.versions).toMatchObject({ service: "0.1.0", schema: expect.stringMatching(/^\d{4}_\w+\.sql$/) });
  expect(busy.vendors).toEqual([
    { slot: "provider_a", vendor: "demo", configured: true, detail: null },
    { slot: "provider_b", vendor: "demo", configured: true, detail: null },
    {
      slot: "provider_x",
      vendor: "elevenlabs",
      configured: false,
      detail: "needs ELEVENLABS_API_KEY, which is not set",
    },
  ]);
  expect(busy.outbox).toMatchObject({ live_sessions: 1, asked: 1, organizations: 1 });
  expect(busy.storage.database_bytes).toBeGreaterThan(10_000);
  expect(busy.storage.ledger_bytes).toBeGreaterThan(1_000);
  expect(busy.storage.rows).toMatchObject({ projects: projects + 1, agents: agents + 1, api_keys: api_keys + 2 });
  expect(busy.alerts).toEqual([]);
  await site.ledger.publishPending();
  expect((await loaded()).outbox).toMatchObject({ waiting: 0, oldest_at: null, lag_seconds: 0 });
});

test("failures are counted by kind, and one kind is written once in ten seconds", async () => {
  stopClock();
  const waiting: Promise<unknown>[] = [];
  const execution = { waitUntil: (work: Promise<unknown>) => waiting.push(work) } as unknown as ExecutionContext;
  const broken = {
    ...env,
    KEY_GATE: { getByName: () => ({ admit: () => Promise.reject(new Error("No gate, svc_pk_secret\nstack")) }) },
  } as unknown as Bindings;
  const { key } = await world();
  for (let turn = 0; turn < 3; turn++) {
    const asked = requestOf("GET", "/widget/v1/config", { headers: apiKey(key) });
    const answer = await handleRequest(asked, broken, execution);
    expect(answer.status).toBe(503);
    await answer.text();
  }
  await Promise.all(waiting);
  const { errors } = await loaded();
  expect(errors).toEqual([
    { kind: "unexpected", count: 1, last_at: expect.any(Number), detail: expect.stringContaining("No gate") },
  ]);
  expect(JSON.stringify(errors)).not.toContain("svc_pk_secret");
});

test("a sample of the log leaves every failure in it", async () => {
  const logged = vi.spyOn(console, "log").mockImplementation(() => {});
  const quiet = { ...env, LOG_SAMPLE: "0" } as unknown as Bindings;
  const execution = { waitUntil: () => {} } as unknown as ExecutionContext;
  const ask = async (path: string, bindings: Bindings) => {
    await (await handleRequest(requestOf("GET", path, { headers: operator }), bindings, execution)).text();
  };
  await ask("/admin/v1/me", quiet);
  logged.mockClear();
  await ask("/admin/v1/me", quiet);
  await ask("/admin/v1/projects/9", quiet);
  expect(logged).not.toHaveBeenCalled();
  await ask("/admin/v1/projects", { ...quiet, DB: null } as unknown as Bindings);
  expect(logged).toHaveBeenCalledTimes(1);
});

test("the metrics are Prometheus' own format", async () => {
  await world();
  const answer = await request("GET", "/admin/v1/metrics", { headers: operator });
  expect(answer.headers.get("Content-Type")).toBe("text/plain; version=0.0.4; charset=utf-8");
  const lines = (await answer.text()).trimEnd().split("\n");
  for (const line of lines)
    expect(line).toMatch(/^(# (HELP|TYPE) voice_widget_\w+ .+|voice_widget_\w+(\{.*\})? -?\d+(\.\d+)?)$/);
  const names = lines.filter((line) => line.startsWith("# TYPE")).map((line) => line.split(" ")[2]);
  expect(new Set(names).size).toBe(names.length);
  expect(lines).toContain("voice_widget_organizations 1");
  const quoted = metricsText({ ...calm, errors: [{ kind: 'a "b"\nc\\', count: 2, last_at: 1, detail: null }] });
  expect(quoted).toContain('voice_widget_errors_total{kind="a \\"b\\"\\nc\\\\"} 2');
});

const calm: Status = {
  at: 1_000_000_000,
  versions: { service: "0", schema: null, deployment: null, deployed_at: null },
  vendors: [],
  errors: [],
  outbox: { waiting: 0, oldest_at: null, lag_seconds: 0, live_sessions: 0, asked: 0, organizations: 0 },
  deliveries: { pending: 0, failed: 0, webhooks: 0, switched_off: 0 },
  stores: { late: [], full: [] },
  storage: { database_bytes: 0, ledger_bytes: 0, rows: {} },
  alerts: [],
  deletions: [],
  rotations: {
    key_secret: { rotating: false, old_keys: 0 },
    admin_token: { rotating: false, old_used_at: null },
    webhooks: 0,
  },
};

test("alerts are raised for what is wrong, and for nothing else", () => {
  const kinds = (change: Partial<Status>) => findAlerts({ ...calm, ...change }).map(({ kind }) => kind);
  expect(kinds({})).toEqual([]);
  const error = { kind: "unexpected", count: 9, detail: null };
  expect(
    kinds({
      outbox: { ...calm.outbox, waiting: 3, lag_seconds: 301 },
      deliveries: { ...calm.deliveries, pending: 10_001 },
      stores: { late: [{ project_id: 4, since: calm.at - 301_000 }], full: [{ project_id: 5, percent: 80 }] },
      storage: { ...calm.storage, database_bytes: 9 * 1024 ** 3 },
      errors: [{ ...error, last_at: calm.at - 1_000 }],
      deletions: [{ kind: "project", id: 3, asked_at: calm.at - 90_000_000 }],
    }),
  ).toEqual([
    ...["outbox_lag", "deliveries_waiting", "store_late", "store_full", "database_full", "deletion_stuck"],
    "error:unexpected",
  ]);
  expect(
    kinds({
      outbox: { ...calm.outbox, waiting: 3, lag_seconds: 300 },
      stores: { late: [{ project_id: 4, since: calm.at - 300_000 }], full: [] },
      errors: [{ ...error, last_at: calm.at - 700_000 }],
      deletions: [{ kind: "project", id: 3, asked_at: calm.at - 80_000_000 }],
    }),
  ).toEqual([]);
});

test("operators' webhooks get an alert once, and its end", async () => {
  const sent: { type: string; data: { kind: string } }[] = [];
  const hook = await admin("POST", "/webhooks", {
    url: "http://127.0.0.1:9/pager",
    events: ["alert.raised", "alert.resolved"],
  });
  expect(hook).toMatchObject({ project_id: null, secret: expect.stringMatching(/^whsec_/) });
  await admin("PATCH", `/webhooks/${hook.id}`, { events: ["session.ended"] }, { status: 422 });
  await admin("PATCH", `/webhooks/${hook.id}`, { events: ["alert.raised", "alert.resolved"] });
  expect((await admin("GET", "/webhooks")).items).toMatchObject([{ id: hook.id }]);
  const { org_id, project_id, ledger } = await world();
  await ledger.publishPending();
  const { token } = await admin("POST", `/organizations/${org_id}/tokens`);
  await admin("GET", `/webhooks/${hook.id}`, undefined, { status: 404, token });
  await admin("GET", "/webhooks", undefined, { status: 403, token });
  const own = { url: "https://crm.example", events: ["alert.raised"] };
  await admin("POST", `/projects/${project_id}/webhooks`, own, { status: 422 });

  const now = Date.now();
  await env.DB.prepare("INSERT INTO service_errors VALUES ('unexpected', 1, ?1, 'KV is down')").bind(now).run();
  await cron(now);
  await cron(now + 1_000);
  expect((await loaded()).alerts).toMatchObject([{ kind: "error:unexpected", detail: "unexpected: KV is down" }]);
  await cron(now + 700_000);
  expect((await loaded()).alerts).toEqual([]);
  const { items } = await admin("GET", `/webhooks/${hook.id}/deliveries`);
  for (const { id } of items) sent.push((await admin("GET", `/deliveries/${id}`)).body);
  expect(sent.map(({ type, data }) => [type, data.kind])).toEqual([
    ["alert.resolved", "error:unexpected"],
    ["alert.raised", "error:unexpected"],
  ]);
});

test("an operator is told of stores from 80 percent on, and when there is room again", async () => {
  const [here, there] = [await world(), await world()];
  for (const { key } of [here, there]) await widget(key, "POST", "/analytics", { events: [{ name: "open" }] });
  await env.DB.batch(
    [here, there].map(({ project_id }) =>
      env.DB.prepare("INSERT INTO project_stores (project_id, moved_at, version) VALUES (?1, 1, 5)").bind(project_id),
    ),
  );
  const GIB = 1024 ** 3;
  let size = 8.5 * GIB;
  vi.spyOn(ProjectStore.prototype, "bytes").mockImplementation(async function (this: ProjectStore) {
    return (this as unknown as { ctx: DurableObjectState }).ctx.id.name === String(here.project_id) ? size : 7.9 * GIB;
  });
  const full = async () => (await admin("GET", "/status")).stores.full;
  await measureStores(env, Date.now());
  expect(await full()).toEqual([{ project_id: here.project_id, percent: 85 }]);
  size = 1;
  await measureStores(env, Date.now());
  expect(await full()).toEqual([]);
});

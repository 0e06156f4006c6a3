import { env } from "cloudflare:workers";
import { expect, test, vi } from "vitest";
import { deleteWhole } from "../../../worker/projects/deletion/deletion.ts";
import { cron } from "../../harness/worker/cron.ts";
import { entriesOf, report, start, type World, widget, world } from "../../harness/worker/organization.ts";
import { askUnanswered, inStore, storeOf } from "../../harness/worker/project-store.ts";
import { admin, bearer, request } from "../../harness/worker/request.ts";

/** Every table that a project or an organization has rows in, and the column that names them there. */
const TABLES = {
  projects: "id",
  agents: "project_id",
  api_keys: "project_id",
  channels: "project_id",
  sessions: "project_id",
  memories: "project_id",
  analytics_counts: "project_id",
  analytics_counts_before: "project_id",
  project_stores: "project_id",
  webhooks: "project_id",
  contacts: "project_id",
  contact_counts: "project_id",
  knowledge_sources: "project_id",
  knowledge_pages: "project_id",
  knowledge_questions: "project_id",
  question_projects: "project_id",
  contact_projects: "project_id",
  session_projects: "project_id",
  search_documents: "project_id",
  open_inboxes: "project_id",
  devices: "project_id",
} as const;
const OF_SESSIONS = [
  "session_events",
  "session_usage",
  "tool_calls",
  "session_ratings",
  "session_analyses",
  "question_sessions",
  "session_persons",
] as const;

const IN_STORE = [
  ...["questions", "events", "usage", "contacts", "contact_counts", "ratings", "analyses", "documents", "sessions"],
  "session_persons",
];

/** An organization's own; those that keep who did what; what waits for a moment. */
const ELSEWHERE = ["org_tokens", "ledger_entries", "audit_log", "deletions", "search_pending"];

const count = async (sql: string, ...bound: unknown[]): Promise<number> =>
  (await env.DB.prepare(sql)
    .bind(...bound)
    .first<number>("n")) ?? 0;

async function rowsOf(project_id: number, sessions: string[]): Promise<Record<string, number>> {
  const found: Record<string, number> = {};
  for (const [table, column] of Object.entries(TABLES))
    found[table] = await count(`SELECT COUNT(*) AS n FROM ${table} WHERE ${column} = ?1`, project_id);
  for (const table of OF_SESSIONS)
    found[table] = await count(
      `SELECT COUNT(*) AS n FROM ${table} WHERE session_id IN (SELECT value FROM json_each(?1))`,
      JSON.stringify(sessions),
    );
  for (const table of IN_STORE) found[`${table} of the store`] = (await inStore(project_id, table)).length;
  return found;
}

const filled = (rows: Record<string, number>) => Object.keys(rows).filter((table) => (rows[table] ?? 0) > 0);

/** A project in which everything was used once, with one session that is over and one that runs. */
async function used(): Promise<World & { ended: string; running: string; webhook: number }> {
  const site = await world({
    agent: {
      memory: true,
      collect_contact: { fields: ["email"], consent_text: "We may write to you." },
      person: { enabled: true },
    },
  });
  const { project_id, key, agent_id } = site;
  const webhook = await admin("POST", `/projects/${project_id}/webhooks`, {
    url: "https://crm.example/hook",
    events: ["contact.created"],
  });
  await admin("POST", `/projects/${project_id}/sources`, { kind: "text", text: "We open at nine in the morning." });
  const { session_id: ended } = await start(site, { visitor_id: "v-1" });
  if (!ended) throw new Error("no session");
  await report(key, ended, [
    { type: "connected" },
    { type: "user_transcript", text: "Where is my order?" },
    { type: "feedback", rating: 5 },
    { type: "usage", id: "r1", total_tokens: 9 },
    { type: "contact", email: "ada@voice.example", consent: true },
    { type: "person_requested" },
  ]);
  await askUnanswered(site, ended, "Parking?");
  const asked = { session_id: ended, org_id: site.org_id, agent_id, agent_name: "Ava" };
  await storeOf(project_id).requestAnalyses(project_id, [asked], Date.now());
  await widget(site.read_key, "POST", "/contacts", { email: "bob@voice.example", consent: true });
  await report(key, ended, [{ type: "ended" }]);
  await site.ledger.publishPending();
  const { session_id: running } = await start(site);
  if (!running) throw new Error("no session");
  await report(key, running, [{ type: "connected" }]);
  await site.ledger.publishPending();
  await storeOf(project_id).addPersonCounts(project_id, ended, site.org_id, { asked: 1 });
  for (const [table, columns, values] of [
    [
      "sessions",
      "id, org_id, project_id, agent_id, agent_name, provider, state, started_at, revision",
      `'${ended}', ${site.org_id}, ${project_id}, ${agent_id}, 'Ava', 'provider_a', 'ended', 1, 1`,
    ],
    ["session_persons", "session_id, asked, answered, missed, seconds", `'${ended}', 1, 0, 0, 0`],
    ["session_projects", "id, project_id", `'${ended}', ${project_id}`],
    ["session_events", "session_id, type, body_json, received_at", `'${ended}', 'user_transcript', '{}', 1`],
    ["session_usage", "session_id, id, usage_json, at", `'${ended}', 'r1', '{}', 1`],
    ["session_ratings", "session_id, rating, at", `'${ended}', 5, 1`],
    ["tool_calls", "session_id, call_id, name, at", `'${ended}', 'c1', 'find', 1`],
    ["session_analyses", "session_id, status, at", `'${ended}', 'done', 1`],
    [
      "memories",
      "project_id, agent_id, subject, digest, updated_at, expires_at",
      `${project_id}, ${agent_id}, 'visitor:v-1', 'x', 1, 9e15`,
    ],
    ["analytics_counts", "project_id, day, name, count", `${project_id}, '2026-11-22', 'open', 1`],
    ["analytics_counts_before", "project_id, org_id, day, name, count", `${project_id}, 9, '2026-11-22', 'open', 1`],
    ["project_stores", "project_id, moved_at", `${project_id}, 1`],
    [
      "knowledge_questions",
      "id, project_id, words, text, count, last_seen_at",
      `${project_id}, ${project_id}, 'x', 'x', 1, 1`,
    ],
    ["question_sessions", "session_id, question_id, count", `'${ended}', ${project_id}, 1`],
    ["question_projects", "id, project_id", `${project_id}, ${project_id}`],
    ["contact_projects", "id, project_id", `${project_id}, ${project_id}`],
    ["contacts", "project_id, session_id, consent_text, at, digest", `${project_id}, '${ended}', 'Yes', 1, 'd'`],
    ["contact_counts", "project_id, visitor, since, count", `${project_id}, '', 1, 1`],
    ["open_inboxes", "id, project_id, opened_at", `'i1', ${project_id}, 1`],
    [
      "devices",
      "project_id, endpoint, p256dh, auth, public_key, origin, created_at",
      `${project_id}, 'e', 'k', 'a', 'p', 'o', 1`,
    ],
    ["search_documents", "id, session_id, project_id", `1, '${ended}', ${project_id}`],
  ])
    await env.DB.prepare(`INSERT OR IGNORE INTO ${table} (${columns}) VALUES (${values})`).run();
  return { ...site, ended, running, webhook: webhook.id };
}

test("a project is deleted with everything in it, keys first; the organization's money stays", async () => {
  const site = await used();
  const other = await world();
  const { project_id, org_id, ended, running } = site;
  const before = await rowsOf(project_id, [ended]);
  expect(filled(before)).toEqual([
    ...Object.keys(TABLES),
    ...OF_SESSIONS,
    ...IN_STORE.map((table) => `${table} of the store`),
  ]);
  expect((await env.SNAPSHOTS.list({ prefix: `project:${project_id}:` })).keys).not.toEqual([]);
  const untouched = await rowsOf(other.project_id, []);

  await admin("DELETE", `/projects/${project_id}`, { confirm: "Bakery" }, { status: 204 });

  for (const key of [site.key, site.read_key]) await widget(key, "GET", "/config", undefined, 401);
  expect(filled(await rowsOf(project_id, [ended, running]))).toEqual([]);
  expect((await env.SNAPSHOTS.list({ prefix: `project:${project_id}:` })).keys).toEqual([]);
  await admin("GET", `/projects/${project_id}`, undefined, { status: 404 });
  await admin("GET", `/sessions/${ended}`, undefined, { status: 404 });
  expect((await admin("GET", "/projects")).items.map(({ id }: { id: number }) => id)).toEqual([other.project_id]);
  // The running session was ended and charged.
  expect(await site.ledger.lease(running)).toBeNull();
  const { credit, lines } = await admin("GET", `/organizations/${org_id}`);
  expect(lines.in_use).toBe(0);
  expect(credit.reserved).toBe(0);
  const entries = await entriesOf(site);
  expect(entries.reduce((sum: number, { amount }: { amount: number }) => sum + amount, 0)).toBe(credit.balance);
  expect(await rowsOf(other.project_id, [])).toEqual(untouched);
  await widget(other.key, "GET", "/config");

  const { items } = await admin("GET", "/audit?limit=200");
  expect(items[0]).toMatchObject({ action: "project.delete", target: `project:${project_id}`, actor: "operator" });
  expect(
    JSON.stringify(items.filter((item: { target: string }) => /agent|webhook|source/.test(item.target))),
  ).not.toContain("crm.example");
});

test("of what was deleted before its project, the audit log keeps no details either", async () => {
  const { project_id, org_id } = await world();
  const other = await world();
  const webhookOf = (id: number) =>
    admin("POST", `/projects/${id}/webhooks`, { url: `https://crm-${id}.example/hook`, events: ["contact.created"] });
  const text = { kind: "text", text: "Zanzibar is closed on Mondays." };
  const source = await admin("POST", `/projects/${project_id}/sources`, text);
  const details = async () => JSON.stringify((await admin("GET", "/audit?limit=200")).items);
  expect(await details()).toContain("Zanzibar");
  await admin("DELETE", `/sources/${source.id}`, undefined, { status: 204 });
  expect(await details(), "with the source").not.toContain("Zanzibar");

  const webhooks = [await webhookOf(project_id), await webhookOf(other.project_id)];
  for (const { id } of webhooks) await admin("DELETE", `/webhooks/${id}`, undefined, { status: 204 });
  // Who had events sent where is told as long as the project is there, also where it has moved since.
  await admin("PATCH", `/projects/${project_id}`, { org_id: other.org_id });
  expect(await details()).toContain(`crm-${project_id}.example`);
  await admin("DELETE", `/projects/${project_id}`, { confirm: "Bakery" }, { status: 204 });
  expect(await details()).not.toContain(`crm-${project_id}.example`);
  expect(await details(), "another project's").toContain(`crm-${other.project_id}.example`);
  expect(
    await count("SELECT COUNT(*) AS n FROM audit_log WHERE org_id = ?1 AND action = 'webhook.create'", org_id),
  ).toBe(1);
});

test("every table with rows of a project or an organization is in this test", async () => {
  const { results } = await env.DB.prepare(
    `SELECT name FROM sqlite_master WHERE type = 'table'
       AND (sql LIKE '%project_id%' OR sql LIKE '%org_id%' OR sql LIKE '%session_id%' OR sql LIKE '%agent_id%')`,
  ).all<{ name: string }>();
  const known = new Set([...Object.keys(TABLES), ...OF_SESSIONS, ...ELSEWHERE]);
  expect(results.map(({ name }) => name).filter((name) => !known.has(name))).toEqual([]);
});

test("an organization is deleted with its projects, tokens, ledger and audit details", async () => {
  const site = await used();
  const { org_id, project_id } = site;
  const { token } = await admin("POST", `/organizations/${org_id}/tokens`);
  const second = await admin("POST", "/projects", { org_id, name: "Second" });
  await admin("DELETE", `/organizations/${org_id}`, { confirm: "Harbour" }, { status: 204 });
  await admin("GET", `/organizations/${org_id}`, undefined, { status: 404 });
  await admin("GET", `/projects/${second.id}`, undefined, { status: 404 });
  expect((await request("GET", "/admin/v1/projects", { headers: bearer(token) })).status).toBe(401);
  expect(filled(await rowsOf(project_id, [site.ended, site.running]))).toEqual([]);
  for (const [table, column] of [
    ["organizations", "id"],
    ["org_tokens", "org_id"],
    ["ledger_entries", "org_id"],
    ["sessions", "org_id"],
  ])
    expect(await count(`SELECT COUNT(*) AS n FROM ${table} WHERE ${column} = ?1`, org_id), table).toBe(0);
  expect(await site.ledger.entries(null, 10)).toEqual([]);
  const changes = await count(
    "SELECT COUNT(*) AS n FROM audit_log WHERE org_id = ?1 AND change_json IS NOT NULL",
    org_id,
  );
  expect(changes).toBe(0);
});

test("what D1 has of a deleted organization's visitors goes from a project that others have by now", async () => {
  const site = await used();
  const { org_id, project_id, ended } = site;
  const next = await world();
  await admin("PATCH", `/projects/${project_id}`, { org_id: next.org_id });
  const contact = "INSERT INTO contacts (project_id, org_id, consent_text, at, digest) VALUES (?1, ?2, 'Yes', 1, ?3)";
  await env.DB.batch([
    env.DB.prepare(contact).bind(project_id, org_id, "left"),
    env.DB.prepare(contact).bind(project_id, next.org_id, "own"),
  ]);
  const own = await start(site);
  await next.ledger.publishPending();
  await env.DB.prepare("INSERT INTO session_ratings (session_id, rating, at) VALUES (?1, 5, 1)")
    .bind(own.session_id)
    .run();
  await admin("DELETE", `/organizations/${org_id}`, { confirm: "Harbour" }, { status: 204 });
  const rows = await rowsOf(project_id, [ended]);
  for (const table of OF_SESSIONS) expect(rows[table], table).toBe(0);
  const { results } = await env.DB.prepare("SELECT digest FROM contacts WHERE project_id = ?1").bind(project_id).all();
  expect(results).toEqual([{ digest: "own" }]);
  expect((await rowsOf(project_id, [own.session_id])).session_ratings).toBe(1);
});

test("nothing is deleted without its name, nor for anybody without the right", async () => {
  const site = await world();
  const other = await world();
  const { token } = await admin("POST", `/organizations/${other.org_id}/tokens`);
  for (const path of [`/projects/${site.project_id}`, `/organizations/${site.org_id}`]) {
    const refused = await admin("DELETE", path, { confirm: "bakery" }, { status: 422 });
    expect(refused.detail[0].loc).toEqual(["body", "confirm"]);
    await admin("DELETE", path, {}, { status: 422 });
    await admin("DELETE", path, undefined, { status: 422 });
  }
  await admin("DELETE", `/projects/${site.project_id}`, { confirm: "Bakery" }, { status: 404, token });
  await admin("DELETE", `/organizations/${other.org_id}`, { confirm: "Harbour" }, { status: 403, token });
  await widget(site.key, "GET", "/config");
  // Its own project it may.
  await admin("DELETE", `/projects/${other.project_id}`, { confirm: "Bakery" }, { status: 204, token });
});

test("a deletion that breaks off is continued by the same request, and by the cron", async () => {
  const actor = { kind: "operator", operator_id: null, name: "operator", role: "owner" } as const;
  for (const resume of ["again", "cron"]) {
    const site = await used();
    const what = { kind: "project", id: site.project_id, org_id: site.org_id, name: "Bakery" } as const;
    // The database fails at the sessions: everything before them is deleted.
    const batch = env.DB.batch.bind(env.DB);
    const broken = Object.create(env.DB) as D1Database;
    broken.batch = (async (statements: D1PreparedStatement[]) => {
      if (JSON.stringify(statements).includes("session_events")) throw new Error("the database went away");
      return batch(statements);
    }) as D1Database["batch"];
    broken.prepare = env.DB.prepare.bind(env.DB);
    await expect(deleteWhole({ ...env, DB: broken }, actor, what, "Bakery")).rejects.toThrow("went away");
    await widget(site.key, "GET", "/config", undefined, 401);
    await admin("GET", `/projects/${site.project_id}`, undefined, { status: 404 });
    expect(await count("SELECT COUNT(*) AS n FROM sessions WHERE project_id = ?1", site.project_id)).toBeGreaterThan(0);
    expect((await admin("GET", "/status")).deletions).toMatchObject([{ kind: "project", id: site.project_id }]);

    if (resume === "again")
      await admin("DELETE", `/projects/${site.project_id}`, { confirm: "Bakery" }, { status: 204 });
    else await cron();
    expect(filled(await rowsOf(site.project_id, [site.ended, site.running]))).toEqual([]);
    expect((await admin("GET", "/status")).deletions).toEqual([]);
  }
});

test("what was under way during a deletion is deleted an hour later", async () => {
  const site = await used();
  await admin("DELETE", `/projects/${site.project_id}`, { confirm: "Bakery" }, { status: 204 });
  await env.DB.prepare(
    "INSERT INTO analytics_counts (project_id, day, name, count) VALUES (?1, '2026-11-22', 'open', 1)",
  )
    .bind(site.project_id)
    .run();
  await cron();
  expect(await count("SELECT COUNT(*) AS n FROM deletions")).toBe(1);
  await cron(Date.now() + 3_700_000);
  expect(await count("SELECT COUNT(*) AS n FROM analytics_counts WHERE project_id = ?1", site.project_id)).toBe(0);
  expect(await count("SELECT COUNT(*) AS n FROM deletions")).toBe(0);
});

test("records of the service are deleted when their time is over", async () => {
  const site = await world();
  const now = Date.now();
  const days = (n: number) => now - n * 86_400_000;
  const day = (at: number) => new Date(at).toISOString().slice(0, 10);
  const statement = (sql: string, ...bound: unknown[]) => env.DB.prepare(sql).bind(...bound);
  await env.DB.batch([
    ...[8, 6].map((n) =>
      statement("INSERT INTO idempotency (scope, key, request_hash, at) VALUES ('s', ?1, '', ?2)", `k${n}`, days(n)),
    ),
    ...[800, 700].map((n) =>
      statement(
        "INSERT INTO audit_log (at, actor, action, target) VALUES (?1, 'operator', 'x', ?2)",
        days(n),
        `x:${n}`,
      ),
    ),
    ...[800, 700].map((n) =>
      statement("INSERT INTO analytics_counts VALUES (?1, ?2, 'open', 1)", site.project_id, day(days(n))),
    ),
    ...[800, 700].map((n) =>
      statement("INSERT INTO analytics_counts_before VALUES (?1, 9, ?2, 'open', 1)", site.project_id, day(days(n))),
    ),
    ...[1, -1].map((n) =>
      statement(
        "INSERT INTO memories VALUES (?1, ?2, ?3, 'x', ?4, ?5)",
        site.project_id,
        site.agent_id,
        `v${n}`,
        now,
        days(n),
      ),
    ),
  ]);
  const logged = vi.spyOn(console, "error");
  await cron(now, "17 * * * *");
  // What others still do beside it may have failed.
  expect(logged).not.toHaveBeenCalledWith(expect.stringContaining("cron_failed"));
  expect(await count("SELECT COUNT(*) AS n FROM idempotency WHERE scope = 's'")).toBe(1);
  expect(await count("SELECT COUNT(*) AS n FROM audit_log WHERE action = 'x'")).toBe(1);
  expect(await count("SELECT COUNT(*) AS n FROM analytics_counts")).toBe(1);
  expect(await count("SELECT COUNT(*) AS n FROM analytics_counts_before")).toBe(1);
  expect(await count("SELECT COUNT(*) AS n FROM memories WHERE subject LIKE 'v%'")).toBe(1);
});

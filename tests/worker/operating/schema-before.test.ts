import { applyD1Migrations } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { emptyStorage } from "../../harness/worker/installation.ts";
import { organization, report, start, widget, world } from "../../harness/worker/organization.ts";
import { admin, operator, request } from "../../harness/worker/request.ts";

/**
 * Today's code on the tables before each migration: deploying by hand without the migrations must not break calls. What a
 * visitor needs works; an operator gets an error that names what is missing.
 */
const SINCE = "0017_restores.sql";
const later = env.MIGRATIONS.filter(({ name }) => name > SINCE).map(({ name }) => name);

/** As the version before made it: today's code makes none without the columns that it needs. */
async function earlierChannel(project_id: number, agent_id: number, { name }: { name?: string }) {
  const permissions = ["widget:read", "widget:session", "widget:tools"];
  const made = await admin("POST", `/projects/${project_id}/keys`, { name, permissions });
  const channel_id = await env.DB.prepare(
    "INSERT INTO channels (project_id, name, agent_id, key_id, created_at) VALUES (?1, ?2, ?3, ?4, ?5) RETURNING id",
  )
    .bind(project_id, name, agent_id, made.id, Date.now())
    .first("id");
  await env.DB.prepare("UPDATE api_keys SET channel_id = ?2, agent_id = ?3 WHERE id = ?1")
    .bind(made.id, channel_id, agent_id)
    .run();
  return { key: made.key as string };
}
const earlier = { channel: earlierChannel };

test("there are migrations to test", () => {
  expect(env.MIGRATIONS.map(({ name }) => name)).toContain(SINCE);
  expect(later.length).toBeGreaterThan(0);
});

test.each(later)("without %s and what comes after it, calls begin, run and end", async (missing) => {
  await emptyStorage();
  await applyD1Migrations(
    env.DB,
    env.MIGRATIONS.filter(({ name }) => name < missing),
  );
  const site = await world(earlier);
  await widget(site.read_key, "GET", "/config");
  await widget(site.key, "POST", "/analytics", { events: [{ name: "open" }] });
  const { session_id } = await start(site);
  await report(site.key, session_id ?? "", [
    { type: "connected" },
    { type: "heartbeat" },
    { type: "user_transcript", text: "Do you hear me?" },
    { type: "ended" },
  ]);
  await site.ledger.publishPending();
  const { credit, lines } = await organization(site);
  expect(lines.in_use).toBe(0);
  expect(credit.balance).toBeLessThan(100_000);
  expect((await admin("GET", `/sessions/${session_id}`)).end_reason).toBe("completed");
  const { id } = await admin("POST", `/projects/${site.project_id}/keys`, { name: "Short" });
  await admin("DELETE", `/keys/${id}`, undefined, { status: 204 });
  expect((await admin("GET", "/audit")).items.length).toBeGreaterThan(3);
});

test("an operator's call that needs a missing table says so", async () => {
  await emptyStorage();
  await applyD1Migrations(
    env.DB,
    env.MIGRATIONS.filter(({ name }) => name <= SINCE),
  );
  const site = await world(earlier);
  const hook = { url: "https://crm.example/hook", events: ["session.ended"] };
  const { id, previous_secret_until } = await admin("POST", `/projects/${site.project_id}/webhooks`, hook);
  expect(previous_secret_until).toBeNull();
  const channel = { name: "Shop", agent_id: site.agent_id };
  for (const [method, path, body] of [
    ["POST", `/webhooks/${id}/secret`],
    ["GET", "/status"],
    ["POST", `/projects/${site.project_id}/channels`, channel],
  ] as const) {
    const answer = await request(method, `/admin/v1${path}`, { headers: operator, ...(body && { body }) });
    expect(answer.status, path).toBe(503);
    expect(((await answer.json()) as { detail: string }).detail).toContain("lacks a migration");
  }
});

import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeEach, expect, test, vi } from "vitest";
import { app } from "../../../worker/app.ts";
import worker from "../../../worker/index.ts";
import { oneOfEach, pathTo } from "../../harness/worker/one-of-each.ts";
import { admin, bearer, requestOf } from "../../harness/worker/request.ts";
import { billOf, installMeter } from "./meter.ts";

/** What one organization's requests read in the database must not grow with what all others have there: reading has no limit. */

const OTHERS = 3_000;
/** Rows that a request may read: an organization of one thing of each kind has far fewer. */
const MOST = 500;

/** All the rest of an organization's names, under which its rows could not stand twice. */
const UNIQUE: Record<string, string> = {
  ...Object.fromEntries(
    ["token_hash", "key_hash", "public_id", "cookie_hash", "endpoint", "address"].map((name) => [
      name,
      "hex(randomblob(16))",
    ]),
  ),
  run: "random()",
  text_id: "random()",
};

/** Another organization has a row of this table thousands of times. */
async function copy(table: string, where: string): Promise<void> {
  const { results } = await env.DB.prepare(`PRAGMA table_info(${table})`).all<{ name: string; type: string }>();
  const columns = results.filter(({ name, type }) => name !== "id" || type !== "INTEGER").map(({ name }) => name);
  const copied = columns.map((name) => UNIQUE[name] ?? (name === "id" ? "hex(randomblob(16))" : name));
  await env.DB.prepare(
    `WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ?1)
     INSERT INTO ${table} (${columns.join(", ")})
     SELECT ${copied.join(", ")} FROM numbers, (SELECT * FROM ${table} WHERE ${where} LIMIT 1)`,
  )
    .bind(OTHERS)
    .run();
}

const IN_PROJECTS = ["agents", "channels", "api_keys", "webhooks", "knowledge_sources", "knowledge_pages", "devices"];

const routes = app.routes.filter(({ method, path }) => method !== "ALL" && path.startsWith("/admin/v1/"));
const unique = [...new Map(routes.map(({ method, path }) => [`${method} ${path}`, { method, path }])).values()];
/** A revocation ends inboxes and devices, whoever opened them; each token is revoked once. */
const ENDS_ALL = ["DELETE /admin/v1/tokens/:id"];

beforeEach(() => {
  vi.spyOn(globalThis, "fetch").mockImplementation(async () => new Response("{}"));
});

test("no request of an organization reads the rows of all others", async () => {
  const { org_id, project_id } = await oneOfEach("Theirs");
  for (const table of IN_PROJECTS) await copy(table, `project_id = ${project_id}`);
  for (const table of ["org_tokens", "projects", "audit_log"]) await copy(table, `org_id = ${org_id}`);
  await env.DB.prepare("INSERT INTO open_inboxes (id, project_id, opened_at) VALUES ('a', ?1, 1)")
    .bind(project_id)
    .run();
  await copy("open_inboxes", "id = 'a'");
  await copy("organizations", `id = ${org_id}`);
  const own = await oneOfEach("Ours");
  const { token } = await admin("POST", `/organizations/${own.org_id}/tokens`);
  await installMeter();
  const reading = unique.filter(({ path }) => !path.endsWith("/live"));
  // What deletes comes last, and what most of the others are in at the very end.
  const order = ({ method, path }: (typeof unique)[number]) =>
    method !== "DELETE" ? 0 : /\/(projects|organizations)\/:id$/.test(path) ? 2 : 1;
  const much: string[] = [];
  for (const { method, path } of reading.toSorted((one, other) => order(one) - order(other))) {
    const name = `${method} ${path}`;
    if (ENDS_ALL.includes(name)) continue;
    const { d1_rows_read } = await billOf(async () => {
      const context = createExecutionContext();
      const sent = { headers: bearer(token), ...(method !== "GET" && { body: {} }) };
      const request = requestOf(method, pathTo(path, own.ids), sent);
      await (await worker.fetch(request as Parameters<typeof worker.fetch>[0], env, context)).arrayBuffer();
      await waitOnExecutionContext(context);
    });
    if (d1_rows_read > MOST) much.push(`${name}: ${d1_rows_read}`);
  }
  expect(much).toEqual([]);
});

import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { makeKey, world } from "../../harness/worker/organization.ts";
import { admin } from "../../harness/worker/request.ts";
import { billOf, installMeter } from "../contract/meter.ts";

/** Rows of what was deleted one by one stay for what names them, and nothing bounds their number. */

test("of a deleted agent nothing is left but its name, and what its last sessions are still read by", async () => {
  const { project_id } = await world();
  const words = "Peppermint".repeat(100);
  const agent = await admin("POST", "/agents", {
    ...{ project_id, name: "Ida", provider: "provider_a", description: words, instructions: words },
    ...{ initial_message: words, initial_messages: { de: words }, starters: ["Peppermint?"] },
    collect_contact: { fields: ["email"], consent_text: "Peppermint." },
    analysis: { fields: [{ name: "order", type: "string", description: "The order" }], criteria: [] },
  });
  await admin("DELETE", `/agents/${agent.id}`, undefined, { status: 204 });
  const row = await env.DB.prepare("SELECT * FROM agents WHERE id = ?1")
    .bind(agent.id)
    .first<Record<string, unknown>>();
  expect(row).toMatchObject({ name: "Ida", active: 0 });
  expect(String(row?.analysis_json)).toContain("The order");
  expect(JSON.stringify(row)).not.toContain("Peppermint");
});

test("deleted agents and revoked keys, of which there may be any number, are read by no list and no bound", async () => {
  const { project_id, org_id } = await world();
  const { token } = await admin("POST", `/organizations/${org_id}/tokens`);
  const agent = await admin("POST", "/agents", { project_id, name: "Ida", provider: "provider_a" });
  await admin("DELETE", `/agents/${agent.id}`, undefined, { status: 204 });
  const key = await makeKey(project_id);
  await admin("DELETE", `/keys/${key.id}`, undefined, { status: 204 });
  const copies = (table: string, id: number, columns: string, copied = columns) =>
    env.DB.prepare(
      `WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 5000)
       INSERT INTO ${table} (${columns}) SELECT ${copied} FROM numbers, ${table} WHERE id = ?1`,
    )
      .bind(id)
      .run();
  await copies("agents", agent.id, "project_id, name, provider, created_at, deleted_at");
  const OF_KEY =
    "project_id, name, display, permissions_json, allowed_domains_json, minute_limit, day_limit, created_at, revoked_at";
  await copies("api_keys", key.id, `key_hash, ${OF_KEY}`, `hex(randomblob(32)), ${OF_KEY}`);
  await installMeter();
  for (const [method, path, body] of [
    ["GET", `/agents?project_id=${project_id}`, undefined],
    ["GET", "/agents", undefined],
    ["POST", "/agents", { project_id, name: "Eva", provider: "provider_a" }],
    ["POST", `/projects/${project_id}/keys`, { name: "Second" }],
  ] as const) {
    const bill = await billOf(() => admin(method, path, body, { token }));
    expect(bill.d1_rows_read, `${method} ${path}`).toBeLessThan(200);
  }
});

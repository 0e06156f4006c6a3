import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { handleRequest } from "../../../worker/app.ts";
import { world } from "../../harness/worker/organization.ts";
import { admin, operator, requestOf } from "../../harness/worker/request.ts";

/** A channel and its first key are made together, or not at all. */

/** D1 that fails from its n-th transaction on. */
function failing(from: number): D1Database {
  let batches = 0;
  return new Proxy(env.DB, {
    get(target, name: keyof D1Database) {
      if (name === "batch" && ++batches >= from) return () => Promise.reject(new Error("D1 is away"));
      const value = target[name];
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}

test.for([1, 2])("a database that fails in its transaction %i leaves no channel without a key", async (from) => {
  const here = await world();
  const before = (await admin("GET", `/projects/${here.project_id}/channels`)).items.length;
  const body = { agent_id: here.agent_id, name: "Shop", allowed_domains: ["https://shop.example"] };
  const sent = requestOf("POST", `/admin/v1/projects/${here.project_id}/channels`, { headers: operator, body });
  const bindings = { ...env, DB: failing(from) };
  const answer = await handleRequest(sent, bindings, createExecutionContext());
  const channels = (await admin("GET", `/projects/${here.project_id}/channels`)).items;
  expect(channels).toHaveLength(before + (answer.status === 201 ? 1 : 0));
  for (const { key_id } of channels) expect(key_id).toEqual(expect.any(Number));
  expect(answer.status).toBe(from === 1 ? 503 : 201);
});

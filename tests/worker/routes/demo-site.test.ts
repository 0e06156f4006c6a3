import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { findDemoKeys } from "../../../worker/projects/demo-key.ts";
import { readVariables } from "../../../worker/variables.ts";
import { ask, json, operate, withKey } from "../../harness/worker/client.ts";
import { makeChannel, makeProject } from "../../harness/worker/organization.ts";
import { ORIGIN } from "../../harness/worker/request.ts";

const seed = () => json(operate("/demo-site", { body: {} }));

test("is off until the operator seeds it", async () => {
  expect(await json(ask("/"), 404)).toEqual({ detail: "Not Found", code: "not_found" });
});

test("seeding makes everything once", async () => {
  const first = await seed();
  expect(first.agent_ids).toHaveLength(2);
  expect(first.snippet).toBe(`<script async src="${ORIGIN}/embed/${first.api_key}.js"></script>`);
  expect(await seed()).toEqual(first);
  const organization = await json(operate(`/organizations/${first.organization_id}`));
  expect(organization).toMatchObject({
    name: "Demo",
    credit: { balance: 1_000_000 },
    lines: { total: 20, in_use: 0 },
    features: { external_provider: true, memory: true, tools: true },
  });
  const config = await json(withKey(first.api_key, "/widget/v1/config"));
  expect(config).toMatchObject({ project_name: "Harbour Coffee Roasters", agent_id: first.agent_ids[0] });
  expect(config.agents[0].initial_message).toBe(
    "Hi, I'm Ava from Harbour Coffee. Say something, and I will play back what I heard.",
  );
});

test("a seed right after somebody tried the key makes it work at once", async () => {
  const { api_key, project_id } = await seed();
  const keys = await json(operate(`/projects/${project_id}/keys`));
  await json(operate(`/keys/${keys.items[0].id}`, { method: "DELETE" }), 204);
  await json(withKey(api_key, "/widget/v1/config"), 401);
  const { next } = await findDemoKeys(env.DB, readVariables(env).KEY_SECRET[0]);
  await json(withKey(next?.key ?? "", "/widget/v1/config"), 401);
  const again = await seed();
  expect(again).toMatchObject({ project_id, api_key: next?.key });
  expect(again.api_key).not.toBe(api_key);
  await json(withKey(again.api_key, "/widget/v1/config"));
});

test("does not take somebody's own organization for the demo's", async () => {
  const own = await json(operate("/organizations", { body: { name: "Demo" } }), 201);
  const { organization_id } = await seed();
  expect(organization_id).not.toBe(own.id);
});

test("the page carries the key on its widget and in its snippet", async () => {
  const { api_key } = await seed();
  const answer = await ask("/");
  expect(answer.status).toBe(200);
  expect(answer.headers.get("Content-Type")).toContain("text/html");
  expect(answer.headers.get("X-Request-Id")).toBeTruthy();
  const page = await answer.text();
  expect(page).toContain(`<voice-widget api-key="${api_key}">`);
  expect(page).toContain(`/embed/${api_key}.js"&gt;&lt;/script&gt;`);
  expect(page).not.toContain("YOUR-HOST");
});

test("only the operator seeds it", async () => {
  const { organization, project, agent } = await makeProject();
  await makeChannel(project.id, agent.id);
  const { token } = await json(operate(`/organizations/${organization.id}/tokens`, { body: {} }), 201);
  await json(operate("/demo-site", { body: {} }, token), 403);
});

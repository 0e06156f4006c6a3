import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { findDemoKeys } from "../../../worker/projects/demo-key.ts";
import { readVariables } from "../../../worker/variables.ts";
import { makeChannel, makeProject, widget } from "../../harness/worker/organization.ts";
import { admin, ask, json, ORIGIN } from "../../harness/worker/request.ts";

const seed = () => admin("POST", "/demo-site", {}, { status: 200 });

test("is off until the operator seeds it", async () => {
  expect(await json(ask("GET", "/"), 404)).toEqual({ detail: "Not Found", code: "not_found" });
});

test("seeding makes everything once", async () => {
  const first = await seed();
  expect(first.agent_ids).toHaveLength(2);
  expect(first.snippet).toBe(`<script async src="${ORIGIN}/embed/${first.api_key}.js"></script>`);
  expect(await seed()).toEqual(first);
  const organization = await admin("GET", `/organizations/${first.organization_id}`);
  expect(organization).toMatchObject({
    name: "Demo",
    credit: { balance: 1_000_000 },
    lines: { total: 20, in_use: 0 },
    features: { external_provider: true, memory: true, tools: true },
  });
  const config = await widget(first.api_key, "GET", "/config");
  expect(config).toMatchObject({ project_name: "Harbour Coffee Roasters", agent_id: first.agent_ids[0] });
  expect(config.agents[0].initial_message).toBe(
    "Hi, I'm Ava from Harbour Coffee. Say something, and I will play back what I heard.",
  );
});

test("a seed right after somebody tried the key makes it work at once", async () => {
  const { api_key, project_id } = await seed();
  const keys = await admin("GET", `/projects/${project_id}/keys`);
  await admin("DELETE", `/keys/${keys.items[0].id}`, undefined, { status: 204 });
  await widget(api_key, "GET", "/config", undefined, 401);
  const { next } = await findDemoKeys(env.DB, readVariables(env).KEY_SECRET[0]);
  await widget(next?.key ?? "", "GET", "/config", undefined, 401);
  const again = await seed();
  expect(again).toMatchObject({ project_id, api_key: next?.key });
  expect(again.api_key).not.toBe(api_key);
  await widget(again.api_key, "GET", "/config");
});

test("does not take somebody's own organization for the demo's", async () => {
  const own = await admin("POST", "/organizations", { name: "Demo" });
  const { organization_id } = await seed();
  expect(organization_id).not.toBe(own.id);
});

test("the page carries the key on its widget and in its snippet", async () => {
  const { api_key } = await seed();
  const answer = await ask("GET", "/");
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
  const { token } = await admin("POST", `/organizations/${organization.id}/tokens`, {});
  await admin("POST", "/demo-site", {}, { status: 403, token });
});

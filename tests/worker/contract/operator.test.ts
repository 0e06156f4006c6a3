import { describe, expect, test } from "vitest";
import { app } from "../../../worker/app.ts";
import { routedOperations } from "../../../worker/openapi/routed-operation.ts";
import { document, expectDocumented } from "../../harness/worker/documented.ts";
import { leaveContact, makeSite, start } from "../../harness/worker/organization.ts";
import { admin, apiKey, call, operator, request } from "../../harness/worker/request.ts";

const adminOperations = routedOperations(app.routes).filter(({ path }) => path.startsWith("/admin/v1"));
const concrete = (path: string) => path.replace("{subject}", "x").replace("{id}", "1");

describe("all calls of an operator", () => {
  test("every resource is created, read, listed, changed and deleted as documented", async () => {
    const { org, project, agent, channel, console, free } = await makeSite();
    await admin("GET", `/organizations/${org}`);
    await admin("PATCH", `/organizations/${org}`, { name: "Harbour" });
    expect((await admin("GET", `/organizations/${org}/ledger`)).items).toHaveLength(1);
    const { id: tokenId, token } = await admin("POST", `/organizations/${org}/tokens`, { name: "CI" });
    expect(token).toMatch(/^svc_sk_/);
    await admin("GET", `/projects/${project}`);
    await admin("PATCH", `/projects/${project}`, { widget_config: { designTokens: { accent: "#123456" } } });
    const { secret } = await admin("GET", `/projects/${project}/identity-secret`);
    expect(
      (await admin("POST", `/projects/${project}/identity-secret/rotate`, undefined, { status: 200 })).secret,
    ).not.toBe(secret);
    await admin("GET", `/agents/${agent}`);
    await admin("PATCH", `/agents/${agent}`, { description: "Helps" });
    for (const path of [
      "/organizations",
      `/organizations/${org}/tokens`,
      "/projects",
      "/agents",
      `/projects/${project}/keys`,
      `/projects/${project}/channels`,
      "/audit",
    ]) {
      const first = await admin("GET", `${path}?limit=1`);
      expect(first.items, path).toHaveLength(1);
      if (first.next_cursor !== null) await admin("GET", `${path}?limit=1&cursor=${first.next_cursor}`);
    }
    const renewed = await admin(
      "POST",
      `/channels/${channel.id}/regenerate`,
      {
        allowed_domains: ["*.shop.example"],
      },
      { status: 200 },
    );
    await call("GET", "/widget/v1/config", 401, { headers: apiKey(channel.key) });
    await call("GET", "/widget/v1/config", 200, {
      headers: { ...apiKey(renewed.key), origin: "https://www.shop.example" },
    });
    await admin("DELETE", `/keys/${free.id}`, undefined, { status: 204 });
    await admin("DELETE", `/keys/${console.id}`, undefined, { status: 204 });
    await admin("DELETE", `/tokens/${tokenId}`, undefined, { status: 204 });
    await admin("DELETE", `/agents/${agent}`, undefined, { status: 204 });
    const { organization_id } = await admin("POST", "/demo-site", {}, { status: 200 });
    const { items } = await admin("GET", "/audit?limit=200");
    expect(
      items.filter((entry: { target: string }) => entry.target === `organization:${organization_id}`),
    ).toMatchObject([{ action: "organization.credit" }, { action: "organization.create" }]);
  });

  test("the demo site is made once, however many ask for it at once", async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => request("POST", "/admin/v1/demo-site", { headers: operator })),
    );
    for (const answer of answers) {
      expect([200, 409]).toContain(answer.status);
      await expectDocumented(answer, "POST /admin/v1/demo-site");
    }
    await admin("POST", "/demo-site", undefined, { status: 200 });
    for (const noun of ["/organizations", "/projects"]) expect((await admin("GET", noun)).items).toHaveLength(1);
  });

  test("the same Idempotency-Key: the first answer again, or 409", async () => {
    const { org } = await makeSite();
    const headers = { "Idempotency-Key": "invoice-1" };
    const first = await admin("POST", `/organizations/${org}/credits`, { amount: 5 }, { status: 200, headers });
    expect(await admin("POST", `/organizations/${org}/credits`, { amount: 5 }, { status: 200, headers })).toEqual(
      first,
    );
    await admin("POST", `/organizations/${org}/credits`, { amount: 6 }, { status: 409, headers });
    const made = await admin("POST", "/organizations", { name: "Twice" }, { headers });
    expect(await admin("POST", "/organizations", { name: "Twice" }, { headers })).toEqual(made);
    await admin("POST", "/organizations", { name: "Other" }, { status: 409, headers });
  });
});

async function newWebhook(project: number): Promise<number> {
  const body = { url: "https://crm.example/hook", events: ["session.ended"] };
  return (await admin("POST", `/projects/${project}/webhooks`, body)).id;
}

const newOperator = async (): Promise<number> =>
  (await admin("POST", "/operators", { name: "Ada", role: "support" })).id;

describe("every documented refusal", () => {
  test("401 without a token or with a wrong one", async () => {
    for (const { method, path } of adminOperations) {
      const body = method === "get" || method === "delete" ? undefined : {};
      await call(method.toUpperCase(), concrete(path), 401, { body });
      await call(method.toUpperCase(), concrete(path), 401, {
        body,
        headers: { authorization: "Bearer svc_sk_wrong" },
      });
    }
  });

  test("403 for an organization's token where only the operator decides", async () => {
    const { org } = await makeSite();
    const { token } = await admin("POST", `/organizations/${org}/tokens`);
    for (const { method, path, access } of adminOperations)
      if (access === "operator")
        await call(method.toUpperCase(), concrete(path).replace("/1", `/${org}`), 403, {
          body: method === "get" ? undefined : {},
          headers: { authorization: `Bearer ${token}` },
        });
  });

  test("404 for what is not there, or not one's own", async () => {
    // The first of everything, id 1, is somebody else's.
    const { org } = await makeSite();
    await admin("POST", `/organizations/${org}/tokens`);
    const other = await makeSite();
    const { token } = await admin("POST", `/organizations/${other.org}/tokens`);
    for (const { method, path, id, access } of adminOperations) {
      if (!path.includes("{id}")) continue;
      const missing = path.replace("{subject}", "x").replace("{id}", "987654");
      const body = method === "get" || method === "delete" ? undefined : {};
      await call(method.toUpperCase(), missing, 404, { body, headers: operator });
      if (access !== "organization" || id === "createToken") continue;
      const foreign = concrete(path);
      await call(method.toUpperCase(), foreign, 404, { body, headers: { authorization: `Bearer ${token}` } });
    }
  });

  test("413 and 422 of every body", async () => {
    const { org, project, agent, channel, console } = await makeSite();
    const ids: Record<string, number | string> = {
      organizations: org,
      projects: project,
      agents: agent,
      sessions: (await start({ key: channel.key, agent_id: agent })).session_id,
      channels: channel.id,
      keys: console.id,
      webhooks: await newWebhook(project),
      operators: await newOperator(),
      contacts: await leaveContact({ org_id: org, project_id: project, agent_id: agent }),
    };
    for (const { method, path, body, bodyLimit } of adminOperations) {
      if (!body) continue;
      const real = path.replace(/\/([a-z]+)\/\{id\}/, (_, noun: string) => `/${noun}/${ids[noun]}`);
      const most = bodyLimit?.bytes ?? 65_536;
      await call(method.toUpperCase(), real, 413, { headers: operator, body: `"${"x".repeat(most)}"` });
      await call(method.toUpperCase(), real, 422, { headers: operator, body: "{" });
      const unknown = await call(method.toUpperCase(), real, 422, {
        headers: operator,
        body: { no_such_field: 1, ...(path.endsWith("/sources") && { kind: "text" }) },
      });
      expect(JSON.stringify(unknown), real).toContain("no_such_field");
    }
  });

  test("422 of list parameters", async () => {
    const { org, project } = await makeSite();
    const webhook = await newWebhook(project);
    const source = await admin("POST", `/projects/${project}/sources`, { kind: "text", text: "We open at nine." });
    const ids: Record<string, number> = {
      organizations: org,
      projects: project,
      sources: source.id,
      webhooks: webhook,
      ledgers: org,
    };
    for (const { path, parameters } of adminOperations) {
      if (!parameters.some((parameter) => parameter.in === "query")) continue;
      const real = path
        .replace(/\/([a-z]+)\/\{id\}/, (_, noun: string) => `/${noun}/${ids[noun]}`)
        .replace("{name}", "organizations");
      const wrong = [
        [/\/(analytics|statistics)$/, "from=yesterday"],
        [/\/backup\//, "cursor=x"],
      ] as const;
      const query = wrong.find(([paths]) => paths.test(real))?.[1] ?? "limit=0";
      await call("GET", `${real}?${query}`, 422, { headers: operator });
    }
  });
});

test("the document says of every operation when it refuses", () => {
  for (const { method, path } of adminOperations)
    expect(Object.keys(document.paths[path]?.[method]?.responses ?? {})).toContain("401");
});

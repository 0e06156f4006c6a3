import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, test } from "vitest";
import { VERSION } from "../../../shared/version.ts";
import { handleRequest } from "../../../worker/app.ts";
import { ledgerStub } from "../../../worker/objects/org-ledger/client.ts";
import { findOrganization, termsOf } from "../../../worker/storage/organizations.ts";
import { withoutStatement } from "../../harness/worker/broken-database.ts";
import { expectDocumented } from "../../harness/worker/documented.ts";
import { makeSite, widget } from "../../harness/worker/organization.ts";
import { admin, apiKey, call, operator, requestOf } from "../../harness/worker/request.ts";

const AGENT = { name: "Nora", instructions: "Sell bread.", initial_message: "Good morning!" };
const SITE = { name: "Harbour Bakery", credit: 600, allowed_domains: ["*.bakery.example"], agent: AGENT };
const from = (key: string, origin: string) => ({ ...apiKey(key), origin });
const READY = "/widget/v1/session/readiness";

const noLedger = {
  getByName() {
    throw new Error("the ledger went away");
  },
} as unknown as typeof env.ORG_LEDGER;

describe("a site in one request", () => {
  test("makes an organization with credit, project, agent and a channel whose key starts a session on its domain", async () => {
    const made = await admin("POST", "/sites", SITE);
    expect(made.snippet).toContain(`/embed/${made.public_id}.js`);
    const organization = await admin("GET", `/organizations/${made.org_id}`);
    expect(organization).toMatchObject({ name: SITE.name, subscription: "active", credit: { available: 600 } });
    expect(await admin("GET", `/agents/${made.agent_id}`)).toMatchObject({
      ...AGENT,
      project_id: made.project_id,
    });
    const body = { agent_id: made.agent_id };
    const started = await call("POST", "/widget/v1/session", 200, {
      headers: from(made.key, "https://www.bakery.example"),
      body,
    });
    expect(started.initial_message).toBe(AGENT.initial_message);
    await call("POST", "/widget/v1/session", 401, { headers: from(made.key, "https://other.example"), body });
  });

  test("all faults come at once and nothing is made", async () => {
    const before = (await admin("GET", "/organizations?limit=200")).items.length;
    const { detail } = await admin(
      "POST",
      "/sites",
      {
        name: " ",
        credit: -1,
        allowed_domains: ["bakery.example"],
        agent: { name: "" },
      },
      { status: 422 },
    );
    expect(detail.map(({ loc }: { loc: string[] }) => loc.join(".")).sort()).toEqual([
      "body.agent.name",
      "body.allowed_domains.0",
      "body.credit",
      "body.name",
    ]);
    expect((await admin("GET", "/organizations?limit=200")).items).toHaveLength(before);
  });

  test("more credit than a balance holds is refused before anything is made", async () => {
    const { org } = await makeSite();
    const { balance } = (await admin("GET", `/organizations/${org}`)).credit;
    const organization = await findOrganization(env.DB, org, null);
    if (!organization) throw new Error("no organization");
    const amount = Number.MAX_SAFE_INTEGER - balance - SITE.credit + 1;
    await ledgerStub(env, org).grant({ operation: "most", amount, note: null }, termsOf(organization));
    const headers = { ...operator, "Idempotency-Key": crypto.randomUUID() };
    const body = { ...SITE, org_id: org };
    const refused = await call("POST", "/admin/v1/sites", 422, { headers, body });
    expect(refused.detail).toMatchObject([{ loc: ["body", "credit"] }]);
    expect(await env.DB.prepare("SELECT COUNT(*) AS n FROM projects WHERE org_id = ?").bind(org).first("n")).toBe(1);
    await call("POST", "/admin/v1/sites", 201, { headers, body: { ...body, credit: SITE.credit - 1 } });
  });

  test("a repeated request gives the same site, and grants once", async () => {
    const headers = { "Idempotency-Key": crypto.randomUUID() };
    const first = await admin("POST", "/sites", SITE, { headers });
    expect(await admin("POST", "/sites", SITE, { headers })).toEqual(first);
    const { items } = await admin("GET", `/organizations/${first.org_id}/ledger`);
    expect(items).toHaveLength(1);
  });

  test("a repeat after the project or the organization was deleted gives no key that is dead", async () => {
    for (const part of ["projects", "organizations"]) {
      const headers = { ...operator, "Idempotency-Key": crypto.randomUUID() };
      const body = { ...SITE, name: `Bakery without ${part}` };
      const { project_id, org_id } = await call("POST", "/admin/v1/sites", 201, { headers, body });
      const path = part === "projects" ? `/projects/${project_id}` : `/organizations/${org_id}`;
      await admin("DELETE", path, { confirm: body.name }, { status: 204 });
      const refused = await call("POST", "/admin/v1/sites", 404, { headers, body });
      expect(refused.code, part).toBe("project_not_found");
    }
  });

  test.each(["INSERT INTO channels", "UPDATE idempotency SET response_json", "the ledger"])(
    "grants once where %s fails and the request is repeated",
    async (fault) => {
      const { org } = await makeSite();
      for (const org_id of [org, undefined]) {
        const body = { ...SITE, name: `Bakery ${fault}`, ...(org_id && { org_id }) };
        const headers = { ...operator, "Idempotency-Key": crypto.randomUUID() };
        const broken = { ...env, DB: withoutStatement(fault), ...(fault === "the ledger" && { ORG_LEDGER: noLedger }) };
        const failed = await handleRequest(
          requestOf("POST", "/admin/v1/sites", { headers, body }),
          broken,
          createExecutionContext(),
        );
        expect(failed.status).toBe(503);
        // As a minute later.
        await env.DB.prepare("UPDATE idempotency SET at = 0").run();
        const made = await call("POST", "/admin/v1/sites", 201, { headers, body });
        expect(await call("POST", "/admin/v1/sites", 201, { headers, body })).toEqual(made);
        expect(org_id ?? made.org_id).toBe(made.org_id);
        const { items } = await admin("GET", "/organizations?limit=200");
        let granted = 0;
        for (const { id } of items)
          for (const { amount, note } of (await admin("GET", `/organizations/${id}/ledger`)).items)
            if (note === `New site: ${body.name}`) granted += amount;
        expect(granted, String(org_id)).toBe(org_id === undefined ? 2 * SITE.credit : SITE.credit);
        expect((await admin("GET", `/organizations/${made.org_id}`)).credit.balance).toBeGreaterThan(0);
      }
    },
  );

  test("what was made before it failed half-way is not made again by the repeat", async () => {
    const body = { ...SITE, name: "Bakery half-way" };
    const headers = { ...operator, "Idempotency-Key": crypto.randomUUID() };
    for (const fault of ["INSERT INTO agents", "INSERT INTO channels"]) {
      const broken = { ...env, DB: withoutStatement(fault) };
      const sent = requestOf("POST", "/admin/v1/sites", { headers, body });
      expect((await handleRequest(sent, broken, createExecutionContext())).status).toBe(503);
    }
    const made = await call("POST", "/admin/v1/sites", 201, { headers, body });
    expect(await call("POST", "/admin/v1/sites", 201, { headers, body })).toEqual(made);
    for (const [table, name] of Object.entries({
      organizations: body.name,
      projects: body.name,
      channels: body.name,
    })) {
      const { results } = await env.DB.prepare(`SELECT id FROM ${table} WHERE name = ?`).bind(name).all();
      expect(results, table).toHaveLength(1);
    }
    expect((await admin("GET", `/agents?project_id=${made.project_id}`)).items).toHaveLength(1);
    await widget(made.key, "GET", "/config", undefined, 401);
    expect((await admin("GET", `/organizations/${made.org_id}`)).credit.balance).toBe(SITE.credit);
  });

  test("an organization's token makes it for its own, and grants nothing", async () => {
    const { org } = await makeSite();
    const { token } = await admin("POST", `/organizations/${org}/tokens`, {});
    const headers = { authorization: `Bearer ${token}` };
    await call("POST", "/admin/v1/sites", 403, { headers, body: SITE });
    const made = await call("POST", "/admin/v1/sites", 201, { headers, body: { ...SITE, credit: 0 } });
    expect(made.org_id).toBe(org);
    const { org: other } = await makeSite();
    await call("POST", "/admin/v1/sites", 404, { headers, body: { ...SITE, credit: 0, org_id: other } });
  });
});

describe("a test call", () => {
  test("has the same key each time, which calls this agent before the site's domain is live, up to its daily cap", async () => {
    const { agent_id, project_id } = await admin("POST", "/sites", SITE);
    const answers = await Promise.all(
      [1, 2, 3].map(() => admin("POST", `/agents/${agent_id}/test-key`, undefined, { status: 200 })),
    );
    expect(new Set(answers.map(({ key }) => key)).size).toBe(1);
    const [{ key }] = answers;
    const start = (with_key: string, status: number, agent = agent_id) =>
      call("POST", "/widget/v1/session", status, { headers: apiKey(with_key), body: { agent_id: agent } });
    await start(key, 200);
    await start(key, 403, agent_id + 1);

    const { items } = await admin("GET", `/projects/${project_id}/keys`);
    const test = items.find((one: { name: string }) => one.name === "Test call: Nora");
    expect(test).toMatchObject({ channel_id: null, agent_id, allowed_domains: [], daily_session_cap: 100 });
    await admin("PATCH", `/keys/${test.id}`, { daily_session_cap: 1 });
    await start(key, 402);
    await admin("DELETE", `/keys/${test.id}`, undefined, { status: 204 });
    await start(key, 401);
    const { key: next } = await admin("POST", `/agents/${agent_id}/test-key`, undefined, { status: 200 });
    expect(next).not.toBe(key);
    await start(next, 200);
  });

  test("is not available to another organization", async () => {
    const { agent } = await makeSite();
    const { org } = await makeSite();
    const { token } = await admin("POST", `/organizations/${org}/tokens`, {});
    await call("POST", `/admin/v1/agents/${agent}/test-key`, 404, { headers: { authorization: `Bearer ${token}` } });
  });
});

describe("what a site still needs", () => {
  const setup = (project: number) => admin("GET", `/projects/${project}/setup`);

  test("is listed until the first call from a page; a test call does not count", async () => {
    const { org_id, project_id, agent_id, key } = await admin("POST", "/sites", { ...SITE, credit: 0 });
    expect(await setup(project_id)).toEqual({
      payment: "no_credit",
      active_agents: 1,
      unreachable_agents: [],
      key: {
        channel_id: expect.any(Number),
        allowed_domains: SITE.allowed_domains,
        last_used_at: null,
        last_used_origin: null,
      },
      first_call_at: null,
    });
    await admin("POST", `/organizations/${org_id}/credits`, { amount: 1_000 }, { status: 200 });
    const talk = async (headers: Record<string, string>) => {
      const { session_id } = await call("POST", "/widget/v1/session", 200, { headers, body: { agent_id } });
      await call("POST", `/widget/v1/session/${session_id}/events`, 200, {
        headers,
        body: { events: [{ type: "connected" }] },
      });
      await env.ORG_LEDGER.getByName(String(org_id)).publishPending();
    };
    const { key: test } = await admin("POST", `/agents/${agent_id}/test-key`, undefined, { status: 200 });
    await talk(apiKey(test));
    expect(await setup(project_id)).toMatchObject({
      payment: "ready",
      first_call_at: null,
      key: { last_used_at: null },
    });
    await talk(from(key, "https://www.bakery.example"));
    await expect
      .poll(() => setup(project_id), { timeout: 30_000 })
      .toMatchObject({
        key: { last_used_at: expect.any(Number), last_used_origin: "https://www.bakery.example" },
        first_call_at: expect.any(Number),
      });
  });

  test("says what is missing for payment and agents", async () => {
    const { org, project, agent } = await makeSite();
    await admin("PATCH", `/organizations/${org}`, { voice_lines: 0 });
    expect((await setup(project)).payment).toBe("no_lines");
    await admin("PATCH", `/organizations/${org}`, { subscription: "none" });
    expect((await setup(project)).payment).toBe("no_subscription");
    await admin("PATCH", `/projects/${project}`, { org_id: null });
    expect((await setup(project)).payment).toBe("no_organization");
    // The external provider's key is not set in these tests.
    expect((await setup(project)).unreachable_agents).toMatchObject([
      { name: "Xena", detail: expect.stringContaining("ELEVENLABS_API_KEY") },
    ]);
    expect((await setup(project)).active_agents).toBe(2);
    await admin("DELETE", `/agents/${agent}`, undefined, { status: 204 });
    expect((await setup(project)).active_agents).toBe(1);
  });
});

describe("readiness", () => {
  const ask = (key: string, agent_id: number, status = 200) =>
    call("GET", `${READY}?agent_id=${agent_id}`, status, { headers: apiKey(key) });

  test("says why a start would be refused, and takes neither line nor credit", async () => {
    const { org, free, channel, agent, inactive, external } = await makeSite();
    expect(await ask(channel.key, agent)).toEqual({ ready: true, problems: [] });
    await ask(channel.key, inactive, 403);
    await ask(free.key, inactive, 400);
    await call("GET", READY, 422, { headers: apiKey(free.key) });
    expect((await ask(free.key, external)).problems).toMatchObject([{ code: "session_not_set_up" }]);
    await admin("POST", `/organizations/${org}/credits`, { amount: -99_950 }, { status: 200 });
    await admin("PATCH", `/organizations/${org}`, { voice_lines: 0 });
    const { ready, problems } = await ask(channel.key, agent);
    expect([ready, problems.map(({ code }: { code: string }) => code)]).toEqual([false, ["no_credit"]]);
    await admin("POST", `/organizations/${org}/credits`, { amount: 100 }, { status: 200 });
    expect((await ask(channel.key, agent)).problems).toMatchObject([{ code: "lines_busy" }]);
    await admin("PATCH", `/organizations/${org}`, { subscription: "none" });
    expect((await ask(channel.key, agent)).problems).toMatchObject([{ code: "no_subscription" }]);
    expect(await admin("GET", `/organizations/${org}`)).toMatchObject({
      credit: { reserved: 0 },
      lines: { in_use: 0 },
    });
  });

  test("is refused to a key that may not start sessions", async () => {
    const { console, agent } = await makeSite();
    await ask(console.key, agent, 401);
  });
});

describe("a vendor without its key", () => {
  test("makes the service's health degraded, which names the slot and no variable", async () => {
    const health = async (variables: object) => {
      const answer = handleRequest(requestOf("GET", "/healthz"), { ...env, ...variables }, createExecutionContext());
      return expectDocumented(await answer, "GET /healthz", 200);
    };
    expect(await health({})).toEqual({ status: "ok", version: VERSION });
    const degraded = await health({ PROVIDER_B: "openai" });
    expect(degraded).toMatchObject({ status: "degraded", version: VERSION, slots: ["provider_b"] });
    expect(degraded.detail).toContain("provider_b");
    expect(JSON.stringify(degraded)).not.toContain("OPENAI");
    expect(await health({ PROVIDER_B: "openai", OPENAI_API_KEY: "sk-1" })).toEqual({ status: "ok", version: VERSION });
  });
});

// Long: all calls of operators over one organization, each with its refusals.
import { env } from "cloudflare:workers";
import { describe, expect, test } from "vitest";
import { makeChannel, makeKey, makeProject, widget } from "../../harness/worker/organization.ts";
import { admin, apiKey, ask, bearer, call, json, ORIGIN, operator } from "../../harness/worker/request.ts";

const patch = (path: string, body: unknown, token: string = env.ADMIN_TOKEN) =>
  ask("PATCH", `/admin/v1${path}`, { headers: bearer(token), body });
const remove = (path: string, token: string = env.ADMIN_TOKEN) =>
  ask("DELETE", `/admin/v1${path}`, { headers: bearer(token) });
const orgToken = async (org_id: number): Promise<{ id: number; token: string }> =>
  admin("POST", `/organizations/${org_id}/tokens`, { name: "CI" });

describe("organizations", () => {
  test("are made with sensible terms and read with their credit and lines", async () => {
    const made = await admin("POST", "/organizations", { name: "  Acme  " });
    expect(made).toEqual({
      id: expect.any(Number),
      name: "Acme",
      subscription: "active",
      voice_lines: 5,
      features: { external_provider: false, memory: false, tools: false },
      credits_per_minute: { provider_a: 60, provider_b: 60, provider_x: 60 },
      created_at: expect.any(Number),
      credit: { balance: 0, reserved: 0, available: 0 },
      lines: { total: 5, in_use: 0 },
    });
    expect(await admin("GET", `/organizations/${made.id}`)).toEqual(made);
  });

  test("change field by field", async () => {
    const { id } = await admin("POST", "/organizations", { name: "Acme", features: { tools: true } });
    const changed = await json(
      patch(`/organizations/${id}`, {
        voice_lines: 9,
        subscription: "none",
        features: { memory: true },
        credits_per_minute: { provider_b: 90 },
      }),
    );
    expect(changed).toMatchObject({
      name: "Acme",
      subscription: "none",
      lines: { total: 9, in_use: 0 },
      features: { external_provider: false, memory: true, tools: true },
      credits_per_minute: { provider_a: 60, provider_b: 90, provider_x: 60 },
    });
    expect(await admin("GET", `/organizations/${id}`)).toEqual(changed);
    expect(await json(patch(`/organizations/${id}`, {}))).toEqual(changed);
  });

  test("are refused with every fault", async () => {
    const { detail } = await admin(
      "POST",
      "/organizations",
      { name: " ", voice_lines: -1, subscription: "gold", extra: 1 },
      { status: 422 },
    );
    expect(detail.map(({ type, loc }: { type: string; loc: unknown[] }) => [type, loc.join(".")])).toEqual([
      ["string_too_short", "body.name"],
      ["literal_error", "body.subscription"],
      ["greater_than_equal", "body.voice_lines"],
      ["extra_forbidden", "body.extra"],
    ]);
    for (const id of ["0", "-1", "x", "1e3", "99999", "99999999999999999999", "%00"])
      expect(await admin("GET", `/organizations/${id}`, undefined, { status: 404 })).toEqual({
        detail: "Organization not found",
        code: "organization_not_found",
      });
  });
});

describe("projects", () => {
  test("merge their widget config group by group; null takes a value or a group back", async () => {
    const { project } = await makeProject({
      designTokens: { accent: "#111111", radius: 4 },
      copy: { launcher: "Talk" },
    });
    expect(project.widget_config).toEqual({
      designTokens: { accent: "#111111", radius: 4 },
      copy: { launcher: "Talk" },
    });
    const changed = await json(
      patch(`/projects/${project.id}`, {
        name: "Store",
        widget_config: { designTokens: { accent: null, width: 400 }, branding: { title: "Hi" } },
      }),
    );
    expect(changed).toMatchObject({ name: "Store", org_id: project.org_id });
    expect(changed.widget_config).toEqual({
      designTokens: { radius: 4, width: 400 },
      branding: { title: "Hi" },
      copy: { launcher: "Talk" },
    });
    const { key } = await makeKey(project.id);
    const config = await widget(key, "GET", "/config");
    expect(config.widget_config.designTokens).toMatchObject({ accent: "#2f5bea", radius: 4, width: 400 });
    const reset = await json(patch(`/projects/${project.id}`, { widget_config: { designTokens: null, copy: null } }));
    expect(reset.widget_config).toEqual({ branding: { title: "Hi" } });
  });

  test("keep the owner's words by language, merged word by word", async () => {
    const { project } = await makeProject({
      copy: { launcher: "Talk", translations: { de: { launcher: "Reden", send: "Los" }, fr: { send: "Envoyer" } } },
    });
    const translate = async (translations: unknown) =>
      (await json(patch(`/projects/${project.id}`, { widget_config: { copy: { translations } } }))).widget_config.copy;
    expect(await translate({ de: { send: null, mute: "Stumm" }, fr: null, "pt-BR": { launcher: "Fale" } })).toEqual({
      launcher: "Talk",
      translations: { de: { launcher: "Reden", mute: "Stumm" }, "pt-BR": { launcher: "Fale" } },
    });
    const { key } = await makeKey(project.id);
    const { copy } = (await widget(key, "GET", "/config")).widget_config;
    expect(copy).toMatchObject({ launcher: "Talk", send: null });
    expect(copy.translations).toEqual({ de: { launcher: "Reden", mute: "Stumm" }, "pt-BR": { launcher: "Fale" } });
    expect(await translate({ de: { launcher: null, mute: null } })).toEqual({
      launcher: "Talk",
      translations: { "pt-BR": { launcher: "Fale" } },
    });
    expect(await translate(null)).toEqual({ launcher: "Talk" });

    const change = (translations: unknown) => ({ widget_config: { copy: { translations } } });
    const { detail } = await json(
      patch(
        `/projects/${project.id}`,
        change({ "d!": { send: "x" }, de_AT: {}, fr: { nope: "x", send: "x".repeat(41) }, it: 7 }),
      ),
      422,
    );
    expect(
      detail.map(({ type, loc }: { type: string; loc: unknown[] }) => [type, loc.slice(4).join(".")]).sort(),
    ).toEqual(
      [
        ["dict_type", "it"],
        ["extra_forbidden", "fr.nope"],
        ["string_too_long", "fr.send"],
        ["value_error", "d!"],
        ["value_error", "de_AT"],
      ].sort(),
    );
    expect(await translate({ "PT-br": { send: "Enviar" } }), "of the same language as before").toEqual({
      launcher: "Talk",
      translations: { "pt-BR": { send: "Enviar" } },
    });
    const long = { consent: "x".repeat(1_000), welcome: "x".repeat(240) };
    const many = (tags: string[]) => Object.fromEntries(tags.map((tag) => [tag, long]));
    expect(
      await json(patch(`/projects/${project.id}`, change(many(["de", "fr", "it", "es", "nl", "pl"])))),
    ).toBeTruthy();
    const refused = await json(
      patch(`/projects/${project.id}`, change(many(["da", "sv", "nb", "fi", "hu", "ro", "cs"]))),
      422,
    );
    expect(refused.detail).toEqual([
      {
        type: "value_error",
        loc: ["body", "widget_config", "copy", "translations"],
        msg: "Value error, All translations together should have at most 16000 characters",
      },
    ]);
  });

  test("keep nothing that could inject style or script", async () => {
    const { project } = await makeProject();
    const { detail } = await json(
      patch(`/projects/${project.id}`, {
        widget_config: {
          designTokens: { accent: "red;} body{", fontFamily: "x; background: url(//evil)", radius: "4" },
          branding: { logoUrl: "javascript:alert(1)" },
          copy: { nope: "x" },
          scripts: {},
        },
      }),
      422,
    );
    expect(detail.map(({ loc }: { loc: unknown[] }) => loc.slice(2).join(".")).sort()).toEqual([
      "branding.logoUrl",
      "copy.nope",
      "designTokens.accent",
      "designTokens.fontFamily",
      "designTokens.radius",
      "scripts",
    ]);
  });

  test("need an organization that exists, or none", async () => {
    expect(await admin("POST", "/projects", { org_id: 999, name: "x" }, { status: 404 })).toEqual({
      detail: "Organization not found",
      code: "organization_not_found",
    });
    const { id } = await admin("POST", "/projects", { org_id: null, name: "Free" });
    expect(await admin("GET", `/projects/${id}`)).toMatchObject({ org_id: null, widget_config: {} });
  });

  test("have an identity secret that rotates", async () => {
    const { project } = await makeProject();
    const path = `/projects/${project.id}/identity-secret`;
    const { secret } = await admin("GET", path);
    expect(secret).toMatch(/^[0-9A-Za-z]{43}$/);
    expect(await admin("GET", path)).toEqual({ secret });
    const rotated = await admin("POST", `${path}/rotate`, undefined, { status: 200 });
    expect(rotated.secret).not.toBe(secret);
    expect(await admin("GET", path)).toEqual(rotated);
    expect(JSON.stringify(await admin("GET", `/projects/${project.id}`))).not.toContain(rotated.secret);
  });
});

describe("agents", () => {
  const tool = {
    name: "order",
    kind: "webhook",
    url: "https://shop.example/hook",
    secret: "whsec_c2VjcmV0c2VjcmV0c2VjcmV0c2VjcmV0",
  };

  test("are made, changed and shown without their tools' secrets", async () => {
    const { project } = await makeProject();
    const made = await admin("POST", "/agents", {
      project_id: project.id,
      name: "Bo",
      provider: "provider_b",
      tools: [tool],
    });
    expect(made).toMatchObject({ active: true, memory: false, description: null, max_duration_seconds: null });
    expect(made.tools).toEqual([
      {
        name: "order",
        description: "",
        parameters: { type: "object", properties: {} },
        kind: "webhook",
        url: tool.url,
        has_secret: true,
      },
    ]);
    const { secret: _, ...without } = tool;
    const changed = await json(
      patch(`/agents/${made.id}`, { voice: "alloy", description: "d", tools: [without], active: false }),
    );
    expect(changed).toMatchObject({ name: "Bo", voice: "alloy", active: false, tools: [{ has_secret: true }] });
    expect(await json(patch(`/agents/${made.id}`, { description: null }))).toMatchObject({ description: null });
    const listed = await admin("GET", `/agents?project_id=${project.id}`);
    expect(listed.items.map(({ name }: { name: string }) => name)).toEqual(["Ava", "Bo"]);
    expect(JSON.stringify(listed)).not.toContain("whsec_");
  });

  test("are refused with the faults of their tools beside all others", async () => {
    const { project, agent } = await makeProject();
    const tools = [
      { name: "a b", kind: "webhook", parameters: { type: "array" }, description: 5 },
      { ...tool, url: "ftp://shop.example", secret: "whsec_====" },
      { ...tool, url: 7 },
      "no tool",
    ];
    const locs = [
      "body.tools.0.description",
      "body.tools.0.name",
      "body.tools.0.parameters",
      "body.tools.0.url",
      "body.tools.1.secret",
      "body.tools.1.url",
      "body.tools.2.name",
      "body.tools.2.url",
      "body.tools.3",
    ];
    const faultyFields = ({ detail }: { detail: { loc: unknown[] }[] }) =>
      detail.map(({ loc }) => loc.join(".")).sort();
    const create = ask("POST", "/admin/v1/agents", {
      headers: operator,
      body: { project_id: project.id, provider: "provider_a", tools },
    });
    expect(faultyFields(await json(create, 422))).toEqual(["body.name", ...locs]);
    expect(faultyFields(await json(patch(`/agents/${agent.id}`, { tools }), 422))).toEqual(locs);
  });

  test("are gone once deleted, except from the sessions that name them", async () => {
    const { project, agent } = await makeProject();
    const { key } = await makeChannel(project.id, agent.id);
    expect((await widget(key, "GET", "/config")).agents).toHaveLength(1);
    await json(remove(`/agents/${agent.id}`), 204);
    await json(remove(`/agents/${agent.id}`), 404);
    expect(await admin("GET", `/agents/${agent.id}`, undefined, { status: 404 })).toEqual({
      detail: "Agent not found",
      code: "agent_not_found",
    });
    expect((await admin("GET", "/agents")).items).toEqual([]);
    expect(await widget(key, "GET", "/config")).toMatchObject({
      agents: [],
      agent_id: agent.id,
    });
    expect(await widget(key, "POST", "/session", { agent_id: agent.id }, 404)).toEqual({
      detail: "Agent not found",
      code: "agent_not_found",
    });
  });

  test("need a project that exists", async () => {
    const body = { project_id: 999, name: "x", provider: "provider_a" };
    expect(await admin("POST", "/agents", body, { status: 404 })).toEqual({
      detail: "Project not found",
      code: "project_not_found",
    });
  });
});

describe("keys", () => {
  test("are shown whole once, and may only read unless asked otherwise", async () => {
    const { project } = await makeProject();
    const made = await makeKey(project.id, { allowed_domains: ["https://Shop.example:443/", "*.example.com"] });
    expect(made.key).toMatch(/^svc_pk_[0-9A-Za-z]{38}$/);
    expect(made).toMatchObject({
      display: made.key.slice(0, 13),
      permissions: ["widget:read"],
      allowed_domains: ["https://shop.example", "*.example.com"],
      minute_limit: 60,
      day_limit: 10_000,
      channel_id: null,
      agent_id: null,
      revoked_at: null,
    });
    const { items } = await admin("GET", `/projects/${project.id}/keys`);
    const { key: _, ...shown } = made;
    expect(items).toEqual([shown]);
  });

  test("say which domain is not valid, and what to write instead", async () => {
    const { project } = await makeProject();
    const { detail } = await admin(
      "POST",
      `/projects/${project.id}/keys`,
      { name: "Key", allowed_domains: ["https://ok.example", "example.com", "*.co.uk"] },
      { status: 422 },
    );
    expect(detail).toEqual([
      {
        type: "value_error",
        loc: ["body", "allowed_domains", 1],
        msg: "Value error, Write the whole origin, https://example.com, or *.example.com for it and all its subdomains",
      },
      { type: "value_error", loc: ["body", "allowed_domains", 2], msg: expect.stringContaining("co.uk") },
    ]);
  });

  test("are refused with the faults of their domains beside all others", async () => {
    const { project, agent } = await makeProject();
    const channel = await makeChannel(project.id, agent.id);
    const faulty = async (path: string, body: object) => {
      const { detail } = await admin("POST", path, body, { status: 422 });
      return detail.map(({ loc }: { loc: unknown[] }) => loc.join(".")).sort();
    };
    const allowed_domains = ["https://ok.example", "*.com", 5];
    expect(await faulty(`/projects/${project.id}/keys`, { allowed_domains, permissions: ["x"] })).toEqual([
      "body.allowed_domains.1",
      "body.allowed_domains.2",
      "body.name",
      "body.permissions.0",
    ]);
    expect(await faulty(`/projects/${project.id}/channels`, { allowed_domains, agent_id: "x" })).toEqual([
      "body.agent_id",
      "body.allowed_domains.1",
      "body.allowed_domains.2",
      "body.name",
    ]);
    expect(await faulty(`/channels/${channel.id}/regenerate`, { allowed_domains })).toEqual([
      "body.allowed_domains.1",
      "body.allowed_domains.2",
    ]);
  });

  test("are revoked once, and for good", async () => {
    const { project } = await makeProject();
    const { id, key } = await makeKey(project.id);
    await widget(key, "GET", "/context");
    await json(remove(`/keys/${id}`), 204);
    await json(remove(`/keys/${id}`), 204);
    expect(await widget(key, "GET", "/context", undefined, 401)).toEqual({
      detail: "Invalid API key or origin",
    });
    expect((await admin("GET", `/projects/${project.id}/keys`)).items[0].revoked_at).toEqual(expect.any(Number));
    expect(await json(remove("/keys/999"), 404)).toEqual({ detail: "API key not found", code: "key_not_found" });
  });

  test("a restricted one works from its origins only", async () => {
    const { project } = await makeProject();
    const { key } = await makeKey(project.id, { allowed_domains: ["*.example.com"] });
    const from = (Origin: string) => ask("GET", "/widget/v1/context", { headers: { ...apiKey(key), Origin } });
    await json(from("https://www.example.com"));
    for (const origin of ["https://badexample.com", "null"]) await json(from(origin), 401);
    await widget(key, "GET", "/context", undefined, 401);
    const open = await makeKey(project.id);
    await call("GET", "/widget/v1/context", 200, { headers: { ...apiKey(open.key), Origin: "null" } });
  });
});

describe("channels", () => {
  test("come with a bound key and the tag to paste", async () => {
    const { project, agent } = await makeProject();
    const made = await makeChannel(project.id, agent.id);
    expect(made.snippet).toBe(`<script async src="${ORIGIN}/embed/${made.public_id}.js"></script>`);
    const { items } = await admin("GET", `/projects/${project.id}/keys`);
    expect(items[0]).toMatchObject({
      id: made.key_id,
      channel_id: made.id,
      agent_id: agent.id,
      permissions: ["widget:read", "widget:session", "widget:tools"],
      minute_limit: 600,
      day_limit: 100_000,
    });
    const { key: _, ...shown } = made;
    expect((await admin("GET", `/projects/${project.id}/channels`)).items).toEqual([shown]);
  });

  test("take only an agent of their project", async () => {
    const { project } = await makeProject();
    const other = await makeProject();
    const body = { name: "x", agent_id: other.agent.id };
    expect((await admin("POST", `/projects/${project.id}/channels`, body, { status: 422 })).detail[0].loc).toEqual([
      "body",
      "agent_id",
    ]);
    await admin("POST", `/projects/${project.id}/channels`, { ...body, agent_id: 999 }, { status: 404 });
    expect(await admin("POST", "/channels/999/regenerate", {}, { status: 404 })).toEqual({
      detail: "Channel not found",
      code: "channel_not_found",
    });
  });
});

describe("an organization's token", () => {
  test("sees and changes its own organization only", async () => {
    const own = await makeProject();
    const other = await makeProject();
    const ownKey = await makeKey(own.project.id);
    const otherKey = await makeKey(other.project.id);
    const otherChannel = await makeChannel(other.project.id, other.agent.id);
    const otherToken = await orgToken(other.organization.id);
    const { id, token } = await orgToken(own.organization.id);
    expect(token).toMatch(/^svc_sk_/);

    expect((await admin("GET", "/organizations", undefined, { token })).items).toHaveLength(1);
    expect((await admin("GET", "/projects", undefined, { token })).items).toHaveLength(1);
    expect((await admin("GET", "/agents", undefined, { token })).items).toHaveLength(1);
    const audited = (await admin("GET", "/audit", undefined, { token })).items;
    expect(new Set(audited.map(({ org_id }: { org_id: number }) => org_id))).toEqual(new Set([own.organization.id]));
    await admin("GET", `/organizations/${own.organization.id}`, undefined, { token });
    await json(patch(`/projects/${own.project.id}`, { name: "Mine" }, token));
    await json(remove(`/keys/${ownKey.id}`, token), 204);

    const p = `/projects/${other.project.id}`;
    const hidden: [method: string, path: string, body?: object][] = [
      ["GET", `/organizations/${other.organization.id}`],
      ["GET", `/organizations/${other.organization.id}/tokens`],
      ["POST", `/organizations/${other.organization.id}/tokens`, {}],
      ["DELETE", `/tokens/${otherToken.id}`],
      ["GET", p],
      ["PATCH", p, { name: "x" }],
      ["GET", `${p}/identity-secret`],
      ["POST", `${p}/identity-secret/rotate`],
      ["GET", `${p}/keys`],
      ["POST", `${p}/keys`, { name: "x" }],
      ["DELETE", `/keys/${otherKey.id}`],
      ["GET", `${p}/channels`],
      ["POST", `${p}/channels`, { name: "x", agent_id: other.agent.id }],
      ["POST", `/channels/${otherChannel.id}/regenerate`, {}],
      ["GET", `/agents/${other.agent.id}`],
      ["PATCH", `/agents/${other.agent.id}`, { name: "x" }],
      ["DELETE", `/agents/${other.agent.id}`],
      ["POST", "/agents", { project_id: other.project.id, name: "x", provider: "provider_a" }],
      ["POST", "/projects", { org_id: other.organization.id, name: "x" }],
      ["PATCH", `/projects/${own.project.id}`, { org_id: other.organization.id }],
    ];
    for (const [method, path, body] of hidden) await admin(method, path, body, { status: 404, token });
    await widget(otherKey.key, "GET", "/context");
    await json(patch(`/projects/${own.project.id}`, { org_id: null }, token), 422);
    const made = await admin("POST", "/projects", { name: "New" }, { token });
    expect(made.org_id).toBe(own.organization.id);
    await admin("POST", "/organizations", { name: "x" }, { status: 403, token });
    await json(patch(`/organizations/${own.organization.id}`, { voice_lines: 99 }, token), 403);
    await json(patch(`/organizations/${own.organization.id}`, { name: "Mine", subscription: "active" }, token), 403);
    await json(patch(`/organizations/${other.organization.id}`, { name: "Theirs" }, token), 404);
    const renamed = await json(patch(`/organizations/${own.organization.id}`, { name: "Ours" }, token));
    expect(renamed).toEqual({ ...own.organization, name: "Ours" });

    await json(remove(`/tokens/${id}`), 204);
    await admin("GET", "/projects", undefined, { status: 401, token });
    const { items } = await admin("GET", `/organizations/${own.organization.id}/tokens`);
    expect(items).toEqual([
      {
        id,
        org_id: own.organization.id,
        name: "CI",
        made_by: null,
        created_at: expect.any(Number),
        revoked_at: expect.any(Number),
      },
    ]);
  });

  test("when revoked, also revokes the tokens that it made, and no others", async () => {
    const { organization } = await makeProject();
    const make = (token?: string) =>
      admin("POST", `/organizations/${organization.id}/tokens`, { name: "CI" }, { token });
    const [stolen, other] = [await make(), await make()];
    const child = await make(stolen.token);
    const grandchild = await make(child.token);
    expect([stolen.made_by, child.made_by, grandchild.made_by]).toEqual([null, stolen.id, child.id]);

    await json(remove(`/tokens/${stolen.id}`), 204);
    for (const { token } of [stolen, child, grandchild])
      await admin("GET", "/projects", undefined, { status: 401, token });
    await admin("GET", "/projects", undefined, { token: other.token });
    const { items } = await admin("GET", "/audit");
    const revoked = items.filter(({ action }: { action: string }) => action === "token.revoke").reverse();
    expect(revoked).toMatchObject([
      { target: `token:${stolen.id}`, change: null },
      { target: `token:${child.id}`, change: { with: stolen.id } },
      { target: `token:${grandchild.id}`, change: { with: stolen.id } },
    ]);
    await json(remove(`/tokens/${stolen.id}`), 204);
    const again = (await admin("GET", "/audit")).items;
    expect(again.filter(({ action }: { action: string }) => action === "token.revoke")).toHaveLength(3);
  });
});

describe("lists", () => {
  test("come in pages that miss nothing and show nothing twice", async () => {
    for (let i = 0; i < 5; i++) await admin("POST", "/projects", { name: `P${i}` });
    const seen: string[] = [];
    let cursor: string | null = "";
    for (let pages = 0; cursor !== null; pages++) {
      expect(pages).toBeLessThan(4);
      const page: { items: { name: string }[]; next_cursor: string | null } = await admin(
        "GET",
        `/projects?limit=2${cursor ? `&cursor=${cursor}` : ""}`,
      );
      seen.push(...page.items.map(({ name }) => name));
      cursor = page.next_cursor;
    }
    expect(seen).toEqual(["P0", "P1", "P2", "P3", "P4"]);
  });

  test.each([
    ["limit=0", "greater_than_equal", "limit"],
    ["limit=201", "less_than_equal", "limit"],
    ["limit=x", "int_parsing", "limit"],
    ["limit=", "int_parsing", "limit"],
    ["limit=1.5", "int_parsing", "limit"],
    ["cursor=abc", "string_pattern_mismatch", "cursor"],
    ["cursor=-1", "string_pattern_mismatch", "cursor"],
    ["limit=%E0%A4%A", "int_parsing", "limit"],
  ])("refuse %s", async (query, type, name) => {
    const { detail } = await admin("GET", `/projects?${query}`, undefined, { status: 422 });
    expect(detail).toEqual([{ type, loc: ["query", name], msg: expect.any(String) }]);
  });
});

describe("the audit log", () => {
  test("holds every change, newest first, and no secret", async () => {
    const { organization, project, agent } = await makeProject();
    const { id: key_id, key } = await makeKey(project.id);
    const channel = await makeChannel(project.id, agent.id);
    const made = await admin("POST", `/channels/${channel.id}/regenerate`, {}, { status: 200 });
    await json(patch(`/projects/${project.id}`, { name: "Store" }));
    await admin("POST", `/projects/${project.id}/identity-secret/rotate`, undefined, { status: 200 });
    await json(patch(`/organizations/${organization.id}`, { voice_lines: 2 }));
    const { id: token_id, token } = await orgToken(organization.id);
    await json(remove(`/keys/${key_id}`, token), 204);
    await json(remove(`/keys/${key_id}`, token), 204);
    await json(remove(`/tokens/${token_id}`), 204);
    await json(patch(`/agents/${agent.id}`, { name: "Eva" }));
    await json(remove(`/agents/${agent.id}`), 204);

    const { items } = await admin("GET", "/audit");
    expect(items.map((e: { action: string; target: string }) => `${e.action} ${e.target}`)).toEqual([
      `agent.delete agent:${agent.id}`,
      `agent.update agent:${agent.id}`,
      `token.revoke token:${token_id}`,
      `key.revoke key:${key_id}`,
      `token.create token:${token_id}`,
      `organization.update organization:${organization.id}`,
      `project.rotate_identity_secret project:${project.id}`,
      `project.update project:${project.id}`,
      `channel.regenerate channel:${channel.id}`,
      `channel.create channel:${channel.id}`,
      `key.create key:${key_id}`,
      `agent.create agent:${agent.id}`,
      `project.create project:${project.id}`,
      `organization.create organization:${organization.id}`,
    ]);
    expect(items[3]).toMatchObject({ actor: `token:${token_id}`, org_id: organization.id });
    expect(items[5]).toMatchObject({ actor: "operator", change: { voice_lines: 2 } });
    for (const secret of [key, channel.key, made.key, token]) expect(JSON.stringify(items)).not.toContain(secret);
    const first = await admin("GET", "/audit?limit=3");
    expect((await admin("GET", `/audit?limit=50&cursor=${first.next_cursor}`)).items).toEqual(items.slice(3));
  });
});

describe("an Idempotency-Key", () => {
  const headers = { "Idempotency-Key": "retry-1" };
  test("makes a repeated call give the first answer", async () => {
    const make = () =>
      ask("POST", "/admin/v1/projects", { headers: { ...operator, ...headers }, body: { name: "Once" } });
    const all = await Promise.all([make(), make(), make()]);
    const bodies = await Promise.all(all.map((answer) => answer.json()));
    expect(all.every(({ status }) => status === 201 || status === 409)).toBe(true);
    const again = await json(make(), 201);
    for (const [index, body] of bodies.entries()) if (all[index]?.status === 201) expect(body).toEqual(again);
    expect((await admin("GET", "/projects")).items).toHaveLength(1);
    await admin("POST", "/projects", { name: "Other" }, { status: 409, headers });
    await admin(
      "POST",
      "/projects",
      { name: "Long" },
      { status: 422, headers: { "Idempotency-Key": "x".repeat(256) } },
    );
  });
});

test("no text breaks a call", async () => {
  for (const name of [
    "\u0000",
    "a\u0000b",
    "\ud800",
    "😀".repeat(60),
    "'; DROP TABLE projects; --",
    "__proto__",
    "\u202e",
  ]) {
    const answer = await ask("POST", "/admin/v1/projects", { headers: operator, body: { name } });
    expect([201, 422]).toContain(answer.status);
    await answer.text();
  }
  const raw = '{"name":"x","widget_config":{"__proto__":{"a":1},"constructor":{}}}';
  await admin("POST", "/projects", raw, { status: 422 });
  await admin("GET", "/projects");
});

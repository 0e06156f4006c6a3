import { env } from "cloudflare:workers";
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { afterEach, expect, test, vi } from "vitest";
import { handleRequest } from "../../../worker/app.ts";
import type { Bindings } from "../../../worker/env.ts";
import { world } from "../../harness/worker/organization.ts";
import { admin, bearer, ORIGIN, request } from "../../harness/worker/request.ts";

const named = (role: string, more: object = {}) => admin("POST", "/operators", { name: "Ada", role, ...more });

afterEach(() => vi.unstubAllGlobals());

test("an owner can do everything, support the daily work, and read-only operators can only look", async () => {
  const { org_id, project_id, agent_id } = await world();
  const [owner, support, reader] = await Promise.all(["owner", "support", "read_only"].map((role) => named(role)));
  expect(owner.token).toMatch(/^svc_op_[0-9A-Za-z]{43}$/);
  const calls: [method: string, path: string, body: object | undefined, statuses: number[]][] = [
    ["GET", "/status", undefined, [200, 200, 200]],
    ["GET", "/operators", undefined, [200, 200, 200]],
    ["GET", `/projects/${project_id}`, undefined, [200, 200, 200]],
    ["GET", `/projects/${project_id}/identity-secret`, undefined, [200, 403, 403]],
    ["PATCH", `/agents/${agent_id}`, { name: "Eva" }, [200, 200, 403]],
    ["PATCH", `/organizations/${org_id}`, { name: "Harbor" }, [200, 200, 403]],
    ["PATCH", `/organizations/${org_id}`, { voice_lines: 9 }, [200, 403, 403]],
    ["POST", `/organizations/${org_id}/credits`, { amount: 5 }, [200, 403, 403]],
    ["POST", `/organizations/${org_id}/tokens`, {}, [201, 403, 403]],
    ["POST", "/organizations", { name: "More" }, [201, 403, 403]],
    ["POST", "/operators", { name: "Bob", role: "owner" }, [201, 403, 403]],
    ["DELETE", `/projects/${project_id}`, { confirm: "Bakery" }, [204, 403, 403]],
  ];
  // The owner comes last: what is deleted is gone for the others.
  for (const [method, path, body, statuses] of calls)
    for (const [at, { token }] of [owner, support, reader].entries())
      if (at > 0) await admin(method, path, body, { status: statuses[at], token });
  for (const [method, path, body, [status]] of calls) await admin(method, path, body, { status, token: owner.token });
  const { items } = await admin("GET", "/audit?limit=200");
  expect(items[0]).toMatchObject({ action: "project.delete", actor: `operator:${owner.id}` });
  const refused = await admin("PATCH", `/agents/${agent_id}`, { name: "x" }, { status: 403, token: reader.token });
  expect(refused.code).toBe("role_forbidden");
});

test("the audit log says an operator's name to operators, and to no organization", async () => {
  const { org_id, agent_id } = await world();
  const { id, token } = await named("support");
  const organization = await admin("POST", `/organizations/${org_id}/tokens`, {});
  await admin("PATCH", `/agents/${agent_id}`, { name: "Eva" }, { token });
  const entry = async (as: object) =>
    (await admin("GET", "/audit", undefined, as)).items.find(
      ({ action, target }: Record<string, string>) => action === "agent.update" && target === `agent:${agent_id}`,
    );
  expect(await entry({})).toMatchObject({ actor: `operator:${id}`, actor_name: "Ada" });
  expect(await entry({ token: organization.token })).toMatchObject({ actor: `operator:${id}`, actor_name: null });
});

test("a role changes with the next request; a renewed token and a deleted operator are refused at once", async () => {
  const { id, token } = await named("read_only");
  expect(await admin("GET", "/me", undefined, { token })).toEqual({
    kind: "operator",
    name: "Ada",
    role: "read_only",
    org_id: null,
  });
  await admin("PATCH", `/operators/${id}`, { role: "owner", email: "Ada@Voice.Example" });
  await admin("POST", "/organizations", { name: "Mine" }, { token });
  expect((await admin("GET", `/operators/${id}`)).email).toBe("ada@voice.example");
  await admin("POST", "/operators", { name: "Eve", role: "owner", email: "ada@voice.example" }, { status: 422 });
  const second = await named("support");
  await admin("PATCH", `/operators/${second.id}`, { email: "ADA@voice.example" }, { status: 422 });
  const renewed = await admin("POST", `/operators/${id}/token`, undefined, { status: 200 });
  await admin("GET", "/me", undefined, { status: 401, token });
  await admin("GET", "/me", undefined, { token: renewed.token });
  await admin("DELETE", `/operators/${id}`, undefined, { status: 204 });
  await admin("GET", "/me", undefined, { status: 401, token: renewed.token });
  expect(JSON.stringify((await admin("GET", "/audit")).items)).not.toContain("svc_op_");
});

/** Signs in as a browser does, and gives the cookie that it would send. */
async function cookieOf(token: string, url = ORIGIN): Promise<{ cookie: string; whole: string }> {
  const answer = await handleRequest(
    new Request(`${url}/admin/v1/sign-in`, { method: "POST", headers: bearer(token) }),
    env,
    context,
  );
  expect(answer.status).toBe(200);
  await answer.text();
  const whole = answer.headers.get("Set-Cookie") ?? "";
  return { cookie: whole.split(";")[0] ?? "", whole };
}
const context = { waitUntil: () => {}, passThroughOnException: () => {} } as unknown as ExecutionContext;

test("the console's cookie is valid as long as the token that it was made with", async () => {
  const { org_id } = await world();
  const operator = await named("support");
  const organization = await admin("POST", `/organizations/${org_id}/tokens`);
  const secure = await cookieOf(env.ADMIN_TOKEN);
  expect(secure.whole).toMatch(
    /^__Host-voice-widget=[0-9A-Za-z]{43}; Max-Age=43200; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
  );
  expect((await cookieOf(env.ADMIN_TOKEN, "http://127.0.0.1:8787")).whole).not.toContain("Secure");
  const cookies = {
    admin: secure.cookie,
    operator: (await cookieOf(operator.token)).cookie,
    organization: (await cookieOf(organization.token)).cookie,
  };
  const me = async (Cookie: string) => {
    const answer = await request("GET", "/admin/v1/me", { headers: { Cookie } });
    return answer.status === 200 ? await answer.json() : answer.status;
  };
  expect(await me(cookies.admin)).toMatchObject({ kind: "operator", role: "owner" });
  expect(await me(cookies.operator)).toMatchObject({ kind: "operator", role: "support", name: "Ada" });
  expect(await me(cookies.organization)).toMatchObject({ kind: "organization", org_id, name: "Harbour" });
  expect(await me("__Host-voice-widget=made-up")).toBe(401);

  await admin("POST", `/operators/${operator.id}/token`, undefined, { status: 200 });
  expect(await me(cookies.operator)).toBe(401);
  await admin("DELETE", `/tokens/${organization.id}`, undefined, { status: 204 });
  expect(await me(cookies.organization)).toBe(401);
  const other = { ...env, ADMIN_TOKEN: "another-admin-token-0123456789" } as Bindings;
  const changed = await handleRequest(
    new Request(`${ORIGIN}/admin/v1/me`, { headers: { Cookie: cookies.admin } }),
    other,
    context,
  );
  expect(changed.status).toBe(401);
  await env.DB.prepare("UPDATE sign_ins SET expires_at = ?1").bind(Date.now()).run();
  expect(await me(cookies.admin)).toBe(401);
});

test("a token has at most 200 sign-ins: its holder fills no table of the database that serves all", async () => {
  const { org_id } = await world();
  const organization = await admin("POST", `/organizations/${org_id}/tokens`);
  const person = await named("read_only");
  const beside = (await cookieOf(env.ADMIN_TOKEN)).cookie;
  const stored = () =>
    env.DB.prepare("SELECT COUNT(*) AS n FROM sign_ins WHERE operator_id = ?1 OR org_token_id = ?2")
      .bind(person.id, organization.id)
      .first<number>("n");
  const me = async (Cookie: string) => (await request("GET", "/admin/v1/me", { headers: { Cookie } })).status;
  for (const token of [organization.token, person.token]) {
    const first = (await cookieOf(token)).cookie;
    await env.DB.prepare("UPDATE sign_ins SET expires_at = expires_at - 1000").run();
    for (let n = 0; n < 199; n += 1) await cookieOf(token);
    expect(await me(first)).toBe(200);
    const last = (await cookieOf(token)).cookie;
    expect([await me(first), await me(last)]).toEqual([401, 200]);
  }
  expect(await stored()).toBe(400);
  expect(await me(beside)).toBe(200);
});

test("a change with the cookie must come from the console's own page; signing out ends it", async () => {
  const { cookie: Cookie } = await cookieOf(env.ADMIN_TOKEN);
  const post = async (headers: Record<string, string>) => {
    const answer = await request("POST", "/admin/v1/organizations", {
      headers: { Cookie, ...headers },
      body: { name: "Made" },
    });
    await answer.text();
    return answer.status;
  };
  expect(await post({})).toBe(403);
  expect(await post({ Origin: "https://evil.example" })).toBe(403);
  expect(await post({ Origin: ORIGIN, "Sec-Fetch-Site": "cross-site" })).toBe(403);
  expect(await post({ "Sec-Fetch-Site": "same-site" })).toBe(403);
  expect(await post({ Origin: ORIGIN })).toBe(201);
  expect(await post({ "Sec-Fetch-Site": "same-origin" })).toBe(201);
  // A token in the header comes from no browser; a cookie does not make up for a wrong one.
  expect(await post(bearer(env.ADMIN_TOKEN))).toBe(201);
  expect(await post({ ...bearer("svc_op_wrong"), Origin: ORIGIN })).toBe(401);
  const out = await request("POST", "/admin/v1/sign-out", { headers: { Cookie, Origin: ORIGIN } });
  expect(out.status).toBe(204);
  expect(out.headers.get("Set-Cookie")).toContain("Max-Age=0");
  expect(await post({ Origin: ORIGIN })).toBe(401);
});

test("Cloudflare Access lets in operators whose token its keys have signed, and nobody else", async () => {
  const team = `https://team-${crypto.randomUUID()}.cloudflareaccess.com`;
  const { publicKey, privateKey } = await generateKeyPair("RS256");
  const stranger = await generateKeyPair("RS256");
  const keys = { keys: [{ ...(await exportJWK(publicKey)), kid: "k1", alg: "RS256", use: "sig" }] };
  const fetched = vi.fn(async () => Response.json(keys));
  vi.stubGlobal("fetch", fetched);
  await named("support", { email: "ada@voice.example" });
  const bindings = { ...env, ACCESS_TEAM_URL: `${team}/`, ACCESS_AUDIENCE: "console" } as Bindings;
  const token = (claims: object, { issuer = team, audience = "console", key = privateKey, age = 60 } = {}) =>
    new SignJWT({ ...claims })
      .setProtectedHeader({ alg: "RS256", kid: "k1" })
      .setIssuer(issuer)
      .setAudience(audience)
      .setIssuedAt()
      .setExpirationTime(Math.floor(Date.now() / 1000) + age)
      .sign(key);
  const ask = async (jwt: string, method = "GET", headers: Record<string, string> = {}, to = bindings) => {
    const url = `${ORIGIN}/admin/v1/${method === "GET" ? "me" : "sign-out"}`;
    const answer = await handleRequest(
      new Request(url, { method, headers: { "Cf-Access-Jwt-Assertion": jwt, ...headers } }),
      to,
      context,
    );
    await answer.text();
    return answer.status;
  };
  const ada = { email: "Ada@voice.example" };
  expect(await ask(await token(ada))).toBe(200);
  expect(await ask(await token(ada))).toBe(200);
  expect(fetched).toHaveBeenCalledTimes(1);
  expect(await ask(await token({ email: "eve@voice.example" }))).toBe(401);
  expect(await ask(await token({}))).toBe(401);
  expect(await ask(await token(ada, { issuer: "https://other.cloudflareaccess.com" }))).toBe(401);
  expect(await ask(await token(ada, { audience: "shop" }))).toBe(401);
  expect(await ask(await token(ada, { key: stranger.privateKey }))).toBe(401);
  expect(await ask(await token(ada, { age: -60 }))).toBe(401);
  expect(await ask("nonsense")).toBe(401);
  expect(await ask(await token(ada), "POST")).toBe(403);
  expect(await ask(await token(ada), "POST", { Origin: ORIGIN })).toBe(204);
  // Where it is not set up, its header is worth nothing.
  expect(await ask(await token(ada), "GET", {}, env)).toBe(401);
});

test("a role that is gone refuses a repeat too, whose first answer held a secret", async () => {
  const { org_id, project_id } = await world();
  const { id, token } = await named("owner");
  const url = "https://crm.example/hook";
  const webhook = await admin("POST", `/projects/${project_id}/webhooks`, { url, events: ["contact.created"] });
  const headers = { "Idempotency-Key": "once" };
  const made: [path: string, body: object | undefined, status: number][] = [
    ["/operators", { name: "Bob", role: "owner" }, 201],
    ["/webhooks", { url, events: ["alert.raised"] }, 201],
    ["/organizations", { name: "More" }, 201],
    [`/organizations/${org_id}/tokens`, {}, 201],
    [`/webhooks/${webhook.id}/secret`, undefined, 200],
    ["/sites", { name: "Bakery", credit: 60, agent: { name: "Nora" } }, 201],
    [`/projects/${project_id}/keys`, { name: "Page" }, 201],
  ];
  for (const [path, body, status] of made) await admin("POST", path, body, { status, token, headers });
  const refused = async () => {
    const given: string[] = [];
    for (const [path, body] of made) {
      const { status } = await request("POST", `/admin/v1${path}`, { body, headers: { ...bearer(token), ...headers } });
      if (status !== 403) given.push(`${path} ${status}`);
    }
    return given;
  };
  await admin("PATCH", `/operators/${id}`, { role: "support" });
  // What support may do, it may repeat.
  expect(await refused()).toEqual([`/projects/${project_id}/keys 201`]);
  await admin("PATCH", `/operators/${id}`, { role: "read_only" });
  expect(await refused()).toEqual([]);
});

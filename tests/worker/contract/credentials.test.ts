import { env } from "cloudflare:workers";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { app } from "../../../worker/app.ts";
import type { KeyGuard } from "../../../worker/auth/flood.ts";
import { oneOfEach, pathTo } from "../../harness/worker/one-of-each.ts";
import { makeChannel, makeKey, world } from "../../harness/worker/organization.ts";
import { admin, apiKey, bearer, type Json, request, type Sent } from "../../harness/worker/request.ts";

/** Every route with every credential, from the route table: a new route is here by itself. */

const routes = app.routes.filter(({ method }) => method !== "ALL").map(({ method, path }) => ({ method, path }));
const unique = [...new Map(routes.map((route) => [`${route.method} ${route.path}`, route])).values()];
const adminRoutes = unique.filter(({ path }) => path.startsWith("/admin/v1/"));
const widgetRoutes = unique.filter(({ path }) => path.startsWith("/widget/v1/"));

/** They change only the caller's own sign-in. */
const SIGN_IN = ["POST /admin/v1/sign-in", "POST /admin/v1/sign-out"];
const changes = ({ method }: { method: string }) => method !== "GET";

beforeEach(() => {
  vi.spyOn(globalThis, "fetch").mockImplementation(async () => new Response("{}"));
});
afterEach(() => {
  vi.restoreAllMocks();
});

const post = (path: string, body: object = {}): Promise<Json> => admin("POST", path, body);

/** A name by which things of the organization are recognized wherever they turn up. */
const MARK = "Harbour 7f3a91";

async function outcome(method: string, path: string, sent: Sent): Promise<string> {
  const answer = await request(method, path, sent);
  const text = await answer.text();
  return `${answer.status} ${text.slice(0, 120)}`;
}

describe("the operator's API", () => {
  test("takes no request without a good credential", async () => {
    const { ids, key, org_id, session_id, operator } = await oneOfEach(MARK);
    const revoked = await post(`/organizations/${org_id}/tokens`);
    await admin("DELETE", `/tokens/${revoked.id}`, undefined, { status: 204 });
    await admin("DELETE", `/operators/${operator.id}`, undefined, { status: 204 });
    const junk = (prefix: string) => bearer(`${prefix}${"a".repeat(43)}`);
    const credentials: Record<string, Record<string, string>> = {
      none: {},
      "an empty token": { Authorization: "Bearer " },
      "another scheme": { Authorization: `Basic ${btoa(`operator:${env.ADMIN_TOKEN}`)}` },
      "a page's key": bearer(key),
      "a page's key as a header": apiKey(key),
      "the operator's token as a key": apiKey(env.ADMIN_TOKEN),
      "the operator's token, cut": bearer(env.ADMIN_TOKEN.slice(0, -1)),
      "the operator's token, longer": bearer(`${env.ADMIN_TOKEN}a`),
      "a made up organization's token": junk("svc_sk_"),
      "a made up operator's token": junk("svc_op_"),
      "a made up cookie": { Cookie: `__Host-voice-widget=${"a".repeat(43)}`, "Sec-Fetch-Site": "same-origin" },
      "a made up Access token": { "Cf-Access-Jwt-Assertion": "a.b.c", "Sec-Fetch-Site": "same-origin" },
      "a session": bearer(session_id),
      "a revoked token": bearer(revoked.token),
      "a deleted operator's token": bearer(operator.token),
    };
    const taken: string[] = [];
    for (const { method, path } of adminRoutes)
      for (const [name, headers] of Object.entries(credentials)) {
        const body = changes({ method }) ? {} : undefined;
        const said = await outcome(method, pathTo(path, ids), { headers, body });
        if (!said.startsWith("401 ")) taken.push(`${method} ${path} with ${name}: ${said}`);
      }
    expect(taken).toEqual([]);
  });

  test("lets a read-only operator change nothing", async () => {
    const { ids } = await oneOfEach(MARK);
    const { token } = await post("/operators", { name: "Eve", role: "read_only" });
    const taken: string[] = [];
    for (const route of adminRoutes.filter(changes)) {
      if (SIGN_IN.includes(`${route.method} ${route.path}`)) continue;
      const said = await outcome(route.method, pathTo(route.path, ids), { headers: bearer(token), body: {} });
      if (!said.startsWith("403 ")) taken.push(`${route.method} ${route.path}: ${said}`);
    }
    expect(taken).toEqual([]);
  });

  test("shows an organization nothing of another's, under any name", async () => {
    const { ids } = await oneOfEach(MARK);
    const other = await world();
    const { token } = await post(`/organizations/${other.org_id}/tokens`);
    const taken: string[] = [];
    for (const { method, path } of adminRoutes.filter((route) => route.path.includes("/:id"))) {
      const body = changes({ method }) ? {} : undefined;
      const said = await outcome(method, pathTo(path, ids), { headers: bearer(token), body });
      if (!/^40[34] /.test(said)) taken.push(`${method} ${path}: ${said}`);
    }
    const lists = adminRoutes.filter((route) => !changes(route) && !route.path.includes(":"));
    expect(lists.length).toBeGreaterThan(3);
    for (const { method, path } of lists) {
      const mine = await (await request(method, path, { headers: bearer(env.ADMIN_TOKEN) })).text();
      const shown = await (await request(method, path, { headers: bearer(token) })).text();
      if (shown.includes(MARK)) taken.push(`${method} ${path} shows ${MARK}`);
      if (path === "/admin/v1/organizations") expect(mine).toContain(MARK);
    }
    expect(taken).toEqual([]);
  });

  test("names nothing of another organization in the body", async () => {
    const theirs = await oneOfEach(MARK);
    const own = await world();
    const { token } = await post(`/organizations/${own.org_id}/tokens`);
    const channel = await makeChannel(own.project_id, own.agent_id);
    const agent = { name: "Ida", provider: "provider_a" };
    const calls: [string, string, object][] = [
      ["POST", "/projects", { org_id: theirs.org_id, name: "x" }],
      ["PATCH", `/projects/${own.project_id}`, { org_id: theirs.org_id }],
      ["PATCH", `/projects/${own.project_id}`, { org_id: null }],
      ["POST", "/agents", { project_id: theirs.project_id, ...agent }],
      ["POST", `/projects/${own.project_id}/channels`, { name: "x", agent_id: theirs.agent_id }],
      ["PATCH", `/channels/${channel.id}`, { agent_id: theirs.agent_id }],
      ["POST", "/sites", { name: "x", org_id: theirs.org_id, credit: 0, agent, allowed_domains: [] }],
    ];
    const taken: string[] = [];
    for (const [method, path, body] of calls) {
      const said = await outcome(method, `/admin/v1${path}`, { headers: bearer(token), body });
      if (!/^(403|404|422) /.test(said)) taken.push(`${method} ${path}: ${said}`);
    }
    expect(taken).toEqual([]);
    for (const path of ["/agents?project_id=", "/projects?org_id="]) {
      const id = path.startsWith("/agents") ? theirs.project_id : theirs.org_id;
      const { items } = await admin("GET", `${path}${id}`, undefined, { token });
      expect(JSON.stringify(items)).not.toContain(`"project_id":${theirs.project_id}`);
    }
  });

  test("takes a cookie for a change only from a page of its own", async () => {
    const { ids } = await oneOfEach(MARK);
    const signedIn = await request("POST", "/admin/v1/sign-in", { headers: bearer(env.ADMIN_TOKEN) });
    await signedIn.text();
    const Cookie = (signedIn.headers.get("Set-Cookie") ?? "").split(";")[0] ?? "";
    const pages: Record<string, string>[] = [
      { "Sec-Fetch-Site": "cross-site" },
      { Origin: "https://evil.example" },
      {},
    ];
    const taken: string[] = [];
    for (const { method, path } of adminRoutes.filter(changes))
      for (const page of pages) {
        const said = await outcome(method, pathTo(path, ids), { headers: { Cookie, ...page }, body: {} });
        if (!said.startsWith("403 ")) taken.push(`${method} ${path} from ${JSON.stringify(page)}: ${said}`);
      }
    expect(taken).toEqual([]);
  });
});

/** The page's socket, which can send no header: the session's secret opens it. */
const BY_SECRET = "/widget/v1/session/:session_id/live";

describe("the widget's API", () => {
  const guardOf = ({ method, path }: { method: string; path: string }) =>
    app.routes
      .filter((route) => route.method === method && route.path === path)
      .map(({ handler }) => handler as Partial<KeyGuard>)
      .find(({ bucket }) => bucket);

  test("guards every route by a key", () => {
    expect(widgetRoutes.filter((route) => !guardOf(route)).map(({ path }) => path)).toEqual([BY_SECRET]);
  });

  test("takes no key that is missing, made up, revoked, foreign, or lacks the permission", async () => {
    const { project_id, agent_id, session_id } = await oneOfEach(MARK);
    const revoked = await makeKey(project_id, { permissions: ["widget:read", "widget:session", "widget:tools"] });
    await admin("DELETE", `/keys/${revoked.id}`, undefined, { status: 204 });
    const permissions = ["widget:read", "widget:session", "widget:tools"];
    const fenced = await makeKey(project_id, { permissions, allowed_domains: ["https://shop.example"] });
    const keys: Record<string, Record<string, string>> = {
      "made up": apiKey(`svc_pk_${"a".repeat(38)}`),
      "an operator's": apiKey(env.ADMIN_TOKEN),
      "a session's": apiKey(session_id),
      revoked: apiKey(revoked.key),
      "without its page": apiKey(fenced.key),
      "of another page": { ...apiKey(fenced.key), Origin: "https://evil.example" },
      "of no page": { ...apiKey(fenced.key), Origin: "null" },
      "of a page that only looks alike": { ...apiKey(fenced.key), Origin: "https://shop.example.evil.example" },
    };
    const taken: string[] = [];
    for (const { method, path } of widgetRoutes) {
      if (path === BY_SECRET) continue;
      const place = path.replace(":session_id", session_id);
      const sent = changes({ method }) ? { body: { agent_id } } : {};
      const missing = await outcome(method, place, sent);
      if (!missing.startsWith('422 {"detail":[{"type":"missing","loc":["header","X-API-Key"]'))
        taken.push(`${method} ${path} without a key: ${missing}`);
      for (const [name, headers] of Object.entries(keys)) {
        const said = await outcome(method, place, { headers, ...sent });
        if (said !== '401 {"detail":"Invalid API key or origin"}') taken.push(`${method} ${path}, ${name}: ${said}`);
      }
      for (const lacking of permissions) {
        if (guardOf({ method, path })?.access !== lacking) continue;
        const without = await makeKey(project_id, { permissions: permissions.filter((one) => one !== lacking) });
        const said = await outcome(method, place, { headers: apiKey(without.key), ...sent });
        if (said !== '401 {"detail":"Invalid API key or origin"}')
          taken.push(`${method} ${path}, no ${lacking}: ${said}`);
      }
    }
    expect(taken).toEqual([]);
  });

  test("knows no session of another project", async () => {
    const { session_id } = await oneOfEach(MARK);
    const other = await world();
    const taken: string[] = [];
    for (const { method, path } of widgetRoutes.filter((route) => route.path.includes(":session_id"))) {
      const body = { events: [{ type: "heartbeat" }], session_secret: "x".repeat(43) };
      const said = await outcome(method, path.replace(":session_id", session_id), {
        headers: apiKey(other.key),
        ...(changes({ method }) && { body }),
      });
      if (!/^(401|404) /.test(said)) taken.push(`${method} ${path}: ${said}`);
    }
    expect(taken).toEqual([]);
  });
});

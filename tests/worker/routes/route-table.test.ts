import { TrieRouter } from "hono/router/trie-router";
import { expect, test, vi } from "vitest";
import { VERSION } from "../../../shared/version.ts";
import { app } from "../../../worker/app.ts";
import { ask, bearer } from "../../harness/worker/request.ts";

/** What anybody may call without a credential. A new entry here is a decision. */
const PUBLIC = new Set([
  "GET /",
  "GET /healthz",
  "GET /openapi.json",
  "GET /demo/v1/realtime",
  "GET /compatible/v1/realtime",
  "GET /workers-ai/v1/realtime",
  // Its key is in the path, and its refusals are scripts: tests/worker/routes/embed.test.ts.
  "GET /embed/:key{[^/]+\\.js}",
  // What pages of other sites load, and files of earlier builds, which a page may still name.
  "GET /voice-widget.js",
  `GET /voice-widget-${VERSION}.js`,
  "GET /release.json",
  ...["", "/again", "/console", "/playground"].map((folder) => `GET ${folder}/assets/*`),
]);

const routes = app.routes.filter((route) => route.method !== "ALL").map(({ method, path }) => ({ method, path }));
const guarded = [...new Set(routes.map(({ method, path }) => `${method} ${path}`))].filter((name) => !PUBLIC.has(name));

test("the table is the map's", () => {
  expect(guarded.length).toBeGreaterThanOrEqual(40);
  for (const name of PUBLIC) expect(routes.map(({ method, path }) => `${method} ${path}`)).toContain(name);
});

test("Hono's slow router is asked for nothing but a plain name beside a parameter", () => {
  app.router.match("GET", "/");
  const slow = vi.spyOn(TrieRouter.prototype, "match");
  for (const { method, path } of routes) app.router.match(method, path.replace(/:\w+/g, "1"));
  const asked = slow.mock.calls.map(([method, path]) => `${method} ${path}`);
  slow.mockRestore();
  expect(asked).toEqual(["GET /widget/v1/session/readiness", "POST /widget/v1/session/queue"]);
});

test.each(guarded)("%s refuses a caller without its credential", async (name) => {
  const [method = "", pattern = ""] = name.split(" ");
  const path = pattern.replace(/:\w+/g, "1");
  const body = method === "GET" || method === "DELETE" ? undefined : "{}";
  const wrong: Record<string, string> = path.startsWith("/widget/")
    ? { "X-API-Key": `svc_pk_${"A".repeat(38)}` }
    : { Authorization: "Bearer nope" };
  const none = await ask(method, path, { body });
  // A key's header that is missing is a fault of the request; the page's socket has a secret in its place.
  expect(none.status).toBe(path.startsWith("/widget/") && !path.endsWith("/live") ? 422 : 401);
  const other = await ask(method, path, { headers: wrong, body });
  expect(other.status).toBe(401);
  if (path.startsWith("/admin/")) {
    expect(none.headers.get("WWW-Authenticate")).toMatch(/^Bearer/);
    expect(other.headers.get("WWW-Authenticate")).toContain("invalid_token");
  }
  await Promise.all([none.text(), other.text()]);
});

test("the operator's token is taken whole, and as a bearer only", async () => {
  const token = "test-admin-token-0123456789";
  for (const Authorization of [token, `Basic ${token}`, `Bearer ${token}x`, `Bearer ${token.slice(0, -1)}`, "Bearer "])
    expect((await ask("GET", "/admin/v1/projects", { headers: { Authorization } })).status).toBe(401);
  expect((await ask("GET", "/admin/v1/projects", { headers: bearer(token) })).status).toBe(200);
});

import { Hono } from "hono";
import { TrieRouter } from "hono/router/trie-router";
import { expect, test, vi } from "vitest";
import { RouteTable } from "../../worker/http/route-table.ts";

/** An app whose handlers say which of them were passed. */
function build(): Hono {
  const app = new Hono({ router: new RouteTable() });
  app.use("/staff/*", async (c, next) => {
    if (c.req.header("authorization") !== "yes") return c.text("who are you?", 401);
    await next();
  });
  app.get("/plain", (c) => c.text("plain"));
  app.get("/sessions/:id", (c) => c.text(`session ${c.req.param("id")}`));
  app.get("/sessions/queue", (c) => c.text("too late: the one above has it"));
  app.post("/sessions/:id/events", (c) => c.text(`events of ${c.req.param("id")}`));
  app.post("/sessions/queue", (c) => c.text("queue"));
  app.post("/staff/people/:id/keys", (c) => c.text(`keys of ${c.req.param("id")}`));
  app.post("/staff/people/import", (c) => c.text("import"));
  return app;
}

const answer = async (app: Hono, method: string, path: string, headers = {}) => {
  const response = await app.request(path, { method, headers });
  return `${response.status} ${await response.text()}`;
};

test("a plain name beside a parameter answers, by its methods alone", async () => {
  const app = build();
  expect(await answer(app, "POST", "/sessions/queue")).toBe("200 queue");
  expect(await answer(app, "POST", "/sessions/queue/events")).toBe("200 events of queue");
  expect(await answer(app, "POST", "/sessions/7/events")).toBe("200 events of 7");
  expect(await answer(app, "GET", "/sessions/7")).toBe("200 session 7");
  expect(await answer(app, "GET", "/sessions/queue")).toBe("200 session queue");
  expect(await answer(app, "DELETE", "/sessions/queue")).toBe("404 404 Not Found");
  expect(await answer(app, "POST", "/sessions/que")).toBe("404 404 Not Found");
});

test("what stands above such a path stands above it here, too", async () => {
  const app = build();
  expect(await answer(app, "POST", "/staff/people/import")).toBe("401 who are you?");
  expect(await answer(app, "POST", "/staff/people/import", { authorization: "yes" })).toBe("200 import");
  expect(await answer(app, "POST", "/staff/people/7/keys")).toBe("401 who are you?");
});

test("all other paths are left to the fast router", async () => {
  const slow = vi.spyOn(TrieRouter.prototype, "match");
  const app = build();
  for (const path of ["/plain", "/sessions/7", "/nowhere"]) await app.request(path);
  await app.request("/sessions/7/events", { method: "POST" });
  expect(slow).not.toHaveBeenCalled();
  await app.request("/sessions/queue", { method: "POST" });
  expect(slow).toHaveBeenCalledWith("POST", "/sessions/queue");
  slow.mockRestore();
});

test("parameters after the plain name are refused at once, since all requests would be slow", () => {
  const app = new Hono({ router: new RouteTable() });
  app.post("/sessions/queue", (c) => c.text("queue"));
  expect(() => app.post("/sessions/:id/events", (c) => c.text("events"))).toThrow("/sessions/:id/events");
});

test("the same request is matched once, also where it is asked for twice", () => {
  const table = new RouteTable<string>();
  table.add("GET", "/sessions/:id", "one");
  const first = table.match("GET", "/sessions/7");
  expect(table.match("GET", "/sessions/7")).toBe(first);
  expect(table.match("GET", "/sessions/8")).not.toBe(first);
  expect(table.match("POST", "/sessions/8")[0]).toEqual([]);
});

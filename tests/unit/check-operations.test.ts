import { type Handler, Hono } from "hono";
import { expect, test } from "vitest";
import * as z from "zod";
import { operationFaults, UNDECLARED } from "../../scripts/checks/operations.ts";
import { app } from "../../worker/app.ts";
import type { AppEnv } from "../../worker/http/app-env.ts";
import { operationsOf } from "../../worker/openapi/operation.ts";

/** `npm run check:openapi` says what a declaration lacks. */

const operation = operationsOf("Projects");
const handle = () => new Response();
const answers = { 200: { description: "As it is now.", schema: "Project" } } as const;
const whole = operation({ id: "getHarbour", summary: "Read a harbour", access: "public", answers, handle });

function faultsOf(path: string, ...handlers: Handler<AppEnv>[]): string[] {
  const routes = new Hono<AppEnv>();
  routes.get(path, ...(handlers as [Handler<AppEnv>]));
  return operationFaults(routes.routes, []);
}

test("nothing of the service's own map is missing, and no exception is named that it does not have", () => {
  expect(operationFaults(app.routes)).toEqual([]);
  const served = app.routes.map(({ method, path }) => `${method} ${path}`);
  expect(UNDECLARED.filter((name) => !served.includes(name))).toEqual([]);
});

test("a whole declaration has no fault, whatever stands before its handler", () => {
  expect(faultsOf("/projects/:id", (_, next) => next(), whole)).toEqual([]);
});

test("a route without a declaration", () => {
  expect(faultsOf("/harbours", handle)).toEqual([
    "GET /harbours is not declared: make its handler an operation, as docs/extending.md shows",
  ]);
});

test.each([
  ["without an answer's schema", { answers: { 200: "Fine." } }, /answers 200 without a schema/],
  ["without any answer", { answers: {} }, /answers nothing without a schema/],
  ["without a guard", { access: undefined }, /has no guard/],
  ["with a body that nobody named", { body: z.object({}) }, /takes a body without a name/],
  ["with a query that says nothing", { query: z.object({ q: z.string() }) }, /`q` of its query has no description/],
])("a declaration %s", (_, part, sentence) => {
  const declared = { id: "getHarbour", summary: "Read a harbour", access: "public", answers, handle } as const;
  const found = faultsOf("/harbours", operation({ ...declared, ...part }));
  expect(found).toEqual([expect.stringMatching(sentence)]);
});

test("a parameter of the path that is not described", () => {
  expect(faultsOf("/harbours/:berth", whole)).toEqual([expect.stringMatching(/say what \{berth\} is/)]);
});

test("an id of something whose absence has no error", () => {
  expect(faultsOf("/harbours/:id", whole)).toEqual([expect.stringMatching(/has no harbour_not_found/)]);
});

test("two operations of one name", () => {
  const routes = new Hono<AppEnv>().get("/a", whole).get("/b", whole).routes;
  expect(operationFaults(routes, [])).toEqual(["GET /b has the id of GET /a, getHarbour: give it one of its own"]);
});

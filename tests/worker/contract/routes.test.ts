import { expect, test } from "vitest";
import { OPERATIONS } from "../../../shared/openapi/document.ts";
import { app } from "../../../worker/app.ts";

/** Pages for people, and the demo vendor's own protocol: no part of this API. */
const NOT_API = ["GET /", "GET /docs", "GET /demo/v1/realtime"];

const served = () =>
  new Set(
    app.routes
      .filter(({ method }) => method !== "ALL")
      .map(({ method, path }) => `${method} ${path.replace(/:([a-z_]+)/g, "{$1}")}`),
  );
const documented = () => OPERATIONS.map(({ method, path }) => `${method.toUpperCase()} ${path}`);

test("every route is in the document", () => {
  const known = new Set([...documented(), ...NOT_API]);
  expect([...served()].filter((route) => !known.has(route))).toEqual([]);
});

test("every documented operation has its route", () => {
  const routes = served();
  expect(documented().filter((operation) => !routes.has(operation))).toEqual([]);
});

test("every operation has a name of its own", () => {
  const ids = OPERATIONS.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
});

import { expect, test } from "vitest";
import { ERRORS } from "../../../shared/errors.ts";
import { VERSION } from "../../../shared/version.ts";
import { app } from "../../../worker/app.ts";
import { OPERATIONS } from "../../../worker/openapi/document.ts";
import { document } from "../../harness/worker/documented.ts";

/** Pages for people, and the demo vendor's own protocol: no part of this API. */
const NOT_API = [
  ...["", "/again", "/console", "/playground"].map((folder) => `GET ${folder}/assets/*`),
  ...["/voice-widget.js", `/voice-widget-${VERSION}.js`, "/release.json", "/"].map((path) => `GET ${path}`),
  "GET /demo/v1/realtime",
  "GET /compatible/v1/realtime",
  "GET /workers-ai/v1/realtime",
];

const served = () =>
  new Set(
    app.routes
      .filter(({ method }) => method !== "ALL")
      .map(({ method, path }) => `${method} ${path.replace(/:([a-z_]+)/g, "{$1}").replace("{[^/]+\\.js}", ".js")}`),
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

test("every error that the service knows is in the document", () => {
  // These three may come from anywhere: the document says so once, in its introduction and its default answers.
  const ANYWHERE = ["not_found", "method_not_allowed", "unavailable"];
  const text = JSON.stringify(document.paths);
  const codes = Object.entries(ERRORS).filter(([code]) => !ANYWHERE.includes(code));
  expect(codes.filter(([, { detail }]) => !text.includes(JSON.stringify(detail))).map(([code]) => code)).toEqual([]);
});

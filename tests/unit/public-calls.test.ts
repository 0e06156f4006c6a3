import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { PUBLIC_CALLS } from "../../scripts/docs/public-calls.ts";
import { app } from "../../worker/app.ts";
import { routedOperations } from "../../worker/openapi/routed-operation.ts";

const root = join(import.meta.dirname, "../..");

/** Routes of the map that a key or a session's token opens; that each is in the document holds routes.test.ts. */
const documented = routedOperations(app.routes).map(
  ({ method, path }) => `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ":$1")}`,
);
const opened = documented.filter((route) => /^\w+ \/(widget|embed|v1)\//.test(route));

test("every call that a public key opens has its row of what it keeps and costs", () => {
  expect(opened.length).toBeGreaterThan(10);
  expect(Object.keys(PUBLIC_CALLS).sort()).toEqual(opened.sort());
  const page = readFileSync(join(root, "docs/security.md"), "utf8");
  expect(opened.filter((route) => !page.includes(`| \`${route}\` |`))).toEqual([]);
});

test("every row names tests that are there", () => {
  const named = Object.values(PUBLIC_CALLS).flatMap(({ tests }) => tests);
  expect(named.filter((name) => !existsSync(join(root, "tests/worker", name)))).toEqual([]);
  expect(Object.entries(PUBLIC_CALLS).filter(([, { tests }]) => tests.length === 0)).toEqual([]);
});

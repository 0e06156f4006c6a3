import { expect, test } from "vitest";
import pkg from "../../../package.json";
import { VERSION } from "../../../shared/version.ts";
import { deviations } from "../../harness/worker/documented.ts";

const answer = (body: unknown, status = 200, headers: Record<string, string> = {}) => {
  const text = JSON.stringify(body);
  const all = { "content-type": "application/json", "x-request-id": "1", ...headers };
  return deviations(new Response(text, { status, headers: all }), text, "GET /healthz");
};

test("an answer as documented has no deviation", () => {
  expect(answer({ status: "ok", version: "1" })).toEqual([]);
});

test("a missing, a wrong and an undocumented field are reported, a missing header and an undocumented status too", () => {
  expect(answer({ status: "ok" })).toHaveLength(1);
  expect(answer({ status: "fine", version: "1" })).toHaveLength(1);
  expect(answer({ status: "ok", version: "1", more: true })).toHaveLength(1);
  expect(answer({ status: "ok", version: "1" }, 200, { "x-request-id": "" })).toHaveLength(1);
  expect(answer({ status: "ok", version: "1" }, 202)).toHaveLength(1);
  expect(answer({ status: "ok", version: "1" }, 200, { "content-type": "text/html" })).toHaveLength(1);
});

test("the service has the package's version", () => {
  expect(VERSION).toBe(pkg.version);
});

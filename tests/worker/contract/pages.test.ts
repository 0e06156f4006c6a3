import { exports } from "cloudflare:workers";
import { expect, test } from "vitest";
import { document, expectDocumented } from "../../harness/worker/documented.ts";

const get = (path: string) => exports.default.fetch(new Request(`https://voice.example${path}`));

test("/openapi.json is the document", async () => {
  const served = await expectDocumented(await get("/openapi.json"), "GET /openapi.json", 200);
  expect(served.paths).toEqual(document.paths);
});

test("/docs names every operation, runs no script and loads nothing from elsewhere", async () => {
  const response = await get("/docs");
  const html = await response.text();
  for (const methods of Object.values(document.paths))
    for (const { operationId } of Object.values(methods)) expect(html).toContain(`id="${operationId}"`);
  expect(html).not.toMatch(/<script|<link|<img|<iframe|@import|url\(/);
  expect(html).not.toMatch(/\son[a-z]+=/);
  expect(response.headers.get("content-security-policy")).toMatch(/^default-src 'none'; style-src 'sha256-/);
});

test("every link of /docs leads somewhere", async () => {
  const html = await (await get("/docs")).text();
  const ids = new Set([...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
  const targets = [...html.matchAll(/href="#([^"]+)"/g)].map(([, target]) => target);
  expect(targets.filter((target) => !ids.has(target))).toEqual([]);
});

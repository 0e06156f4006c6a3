import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { request } from "../../harness/worker/request.ts";

test("a file of an earlier build is served to any page, and never changes", async () => {
  await env.SNAPSHOTS.put("file:/assets/panel-OLD12345.js", "export const panel = 1;");
  const answer = await request("GET", "/assets/panel-OLD12345.js", { headers: { origin: "https://shop.example" } });
  expect(answer.status).toBe(200);
  expect(await answer.text()).toBe("export const panel = 1;");
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    "access-control-allow-origin": "*",
    "cache-control": "public, max-age=31536000, immutable",
    "content-type": "text/javascript; charset=utf-8",
    "cross-origin-resource-policy": "cross-origin",
    "x-content-type-options": "nosniff",
  });
  const head = await request("HEAD", "/assets/panel-OLD12345.js");
  expect([head.status, await head.text()]).toEqual([200, ""]);
});

test("a file that no build had is a 404, and no other value of KV can be read", async () => {
  await env.SNAPSHOTS.put("project:1:1", "a secret");
  await env.SNAPSHOTS.put("file:/assets/secret", "no type");
  for (const path of [
    "/assets/panel-gone.js",
    "/again/assets/panel-gone.js",
    "/console/assets/x.css",
    "/assets/../project:1:1",
    "/assets/%2e%2e/project:1:1.js",
    "/assets/secret",
  ]) {
    const answer = await request("GET", path);
    expect(answer.status, path).toBe(404);
    await answer.text();
  }
});

import { env } from "cloudflare:workers";
import { expect, test, vi } from "vitest";
import { request } from "../../harness/worker/request.ts";
import { farNoon, stopClock } from "../../harness/worker/stop-clock.ts";

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

test("one visitor's made-up names are looked up 300 times a minute", async () => {
  stopClock(farNoon());
  await env.SNAPSHOTS.put("file:/assets/panel-OLD54321.js", "export const panel = 2;");
  const get = async (file: string, address = "203.0.113.33") => {
    const answer = await request("GET", `/assets/${file}.js`, { headers: { "CF-Connecting-IP": address } });
    await answer.text();
    return answer;
  };
  const made = await Promise.all(Array.from({ length: 400 }, (_, n) => get(`made-up-${n}`)));
  expect(made.filter(({ status }) => status === 404)).toHaveLength(300);
  const looked = vi.spyOn(env.SNAPSHOTS, "get");
  const refused = await get("made-up-999");
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(0);
  expect(looked).not.toHaveBeenCalled();
  looked.mockRestore();
  // Others are others, what is there costs nothing of it, and in the next minute all is as before.
  expect((await get("made-up-1000", "198.51.100.33")).status).toBe(404);
  for (let n = 0; n < 310; n += 1) expect((await get("panel-OLD54321", "198.51.100.34")).status).toBe(200);
  stopClock(farNoon() + 60_000);
  expect((await get("made-up-1001")).status).toBe(404);
});

import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { makeChannel, makeKey, makeProject, widget } from "../../harness/worker/organization.ts";
import { admin, ask } from "../../harness/worker/request.ts";
import { stopClock } from "../../harness/worker/stop-clock.ts";

const pathOf = (key: string) => `/embed/${key}.js`;
const embed = (key: string, headers: Record<string, string> = {}) => ask("GET", pathOf(key), { headers });

/** A script of refusal is one call with one text, whatever else it might hold. */
const WARNING = /^console\.warn\((".+")\);\n$/;

/** The answer must be a script that gives the owner one warning, and that browsers may not cache. */
async function expectRefusal(answer: Response): Promise<string> {
  expect(answer.status).toBe(200);
  expect(answer.headers.get("Content-Type")).toBe("text/javascript; charset=utf-8");
  expect(answer.headers.get("Cache-Control")).toBe("no-store");
  expect(answer.headers.get("ETag")).toBeNull();
  const script = await answer.text();
  expect(script.length).toBeLessThan(1_000);
  expect(JSON.parse(WARNING.exec(script)?.[1] ?? "null")).toMatch(/^\[voice-widget\] .+/);
  return script;
}

/** What stands inside the script; the loader itself does nothing where there is no document. */
function inside(script: string): { key: string; config: Record<string, unknown> } {
  const at = script.lastIndexOf('({"key":');
  return JSON.parse(script.slice(at + 1, script.lastIndexOf(")")));
}

test("is the loader with the answer of /widget/v1/config inside", async () => {
  const { project, agent } = await makeProject({
    designTokens: { accent: "#112233" },
    copy: { launcher: "Ask </script>" },
  });
  const { key } = await makeChannel(project.id, agent.id);
  const answer = await embed(key);
  expect(answer.status).toBe(200);
  expect(answer.headers.get("Content-Type")).toBe("text/javascript; charset=utf-8");
  expect(answer.headers.get("Cache-Control")).toBe("private, max-age=60");
  expect(answer.headers.get("ETag")).toMatch(/^"[0-9a-f]{32}"$/);
  expect(answer.headers.get("Access-Control-Allow-Origin")).toBe("*");
  expect(answer.headers.get("Cross-Origin-Resource-Policy")).toBe("cross-origin");
  const script = await answer.text();
  const loader = await (await env.ASSETS.fetch("https://voice.example/voice-widget.js")).text();
  expect(inside(script)).toEqual({
    key,
    config: await widget(key, "GET", "/config"),
    home: "https://voice.example/",
  });
  expect(script).not.toContain("</script");
  expect(script).toContain(loader);
});

test("counts as GET /config does, and says what is left", async () => {
  stopClock();
  const { project } = await makeProject();
  const { key } = await makeKey(project.id, { minute_limit: 2 });
  const first = await embed(key);
  await first.text();
  expect(first.headers.get("RateLimit-Policy")).toBe('"minute";q=2;w=60, "day";q=10000;w=86400');
  expect(first.headers.get("RateLimit")).toMatch(/^"minute";r=1;t=\d+, "day";r=9999;t=\d+$/);
  await widget(key, "GET", "/config");
  const third = await embed(key);
  expect(third.headers.get("RateLimit")).toMatch(/^"minute";r=0;/);
  expect(await expectRefusal(third)).toContain("limit");
  await widget(key, "GET", "/config", undefined, 429);
  // By what this isolate remembers of it.
  expect(await expectRefusal(await embed(key))).toContain("limit");
});

test("one that a browser has already is not sent again, until the operator changes something", async () => {
  stopClock();
  const { project } = await makeProject();
  const { key } = await makeKey(project.id);
  const first = await embed(key);
  await first.text();
  const etag = first.headers.get("ETag") ?? "";
  const again = await embed(key, { "If-None-Match": `W/${etag}` });
  expect(again.status).toBe(304);
  expect(again.headers.get("ETag")).toBe(etag);
  expect(again.headers.get("Cache-Control")).toBe("private, max-age=60");
  expect(again.headers.get("RateLimit")).toMatch(/^"minute";r=58;/);
  expect(await again.text()).toBe("");
  await admin("PATCH", `/projects/${project.id}`, { name: "Bakery" });
  const changed = await embed(key, { "If-None-Match": etag });
  expect(changed.status).toBe(200);
  expect(inside(await changed.text()).config.project_name).toBe("Bakery");
});

test("refused keys cannot be told apart: they get the same bytes, and nothing is counted", async () => {
  const { project } = await makeProject();
  const revoked = await makeKey(project.id);
  await admin("DELETE", `/keys/${revoked.id}`, undefined, { status: 204 });
  const powerless = await makeKey(project.id, { permissions: ["widget:session"] });
  const bound = await makeKey(project.id, { allowed_domains: ["https://shop.example"], minute_limit: 1 });
  const refused = [
    await embed(revoked.key),
    await embed(powerless.key),
    await embed(bound.key),
    await embed(bound.key, { Origin: "https://other.example" }),
    await embed(`svc_pk_${"A".repeat(38)}`),
    await embed("junk"),
    await embed("%00'%22%3Cx"),
  ];
  const scripts = new Set(await Promise.all(refused.map(expectRefusal)));
  expect(scripts.size).toBe(1);
  for (const { headers } of refused) expect(headers.get("RateLimit")).toBeNull();
  const allowed = await embed(bound.key, { Origin: "https://shop.example" });
  expect(inside(await allowed.text()).key).toBe(bound.key);
});

test("a classic script whose page sends no referrer asks once more, whatever its key; all else is refused as ever", async () => {
  const { project } = await makeProject();
  const { key } = await makeKey(project.id, { allowed_domains: ["https://shop.example"] });
  const classic = { "Sec-Fetch-Mode": "no-cors" };
  const again = await embed(key, classic);
  expect([again.status, again.headers.get("Cache-Control")]).toEqual([200, "no-store"]);
  const script = await again.text();
  expect(script).toContain("import(");
  expect(script).not.toContain("console.warn");
  expect(await (await embed("junk", classic)).text()).toBe(script);
  await expectRefusal(await embed(key, { ...classic, Referer: "https://other.example/" }));
  await expectRefusal(await embed(key, { ...classic, Origin: "null" }));
  await expectRefusal(await embed(key, { "Sec-Fetch-Mode": "cors" }));
  const module = await embed(key, { "Sec-Fetch-Mode": "cors", Origin: "https://shop.example" });
  expect(inside(await module.text()).key).toBe(key);
});

test("a key that worked is refused as soon as it is revoked", async () => {
  const { project } = await makeProject();
  const { key, id } = await makeKey(project.id);
  const first = await embed(key);
  await first.text();
  await admin("DELETE", `/keys/${id}`, undefined, { status: 204 });
  await expectRefusal(await embed(key, { "If-None-Match": first.headers.get("ETag") ?? "" }));
});

test("the page's origin is Origin's where the browser sends it, else Referer's", async () => {
  stopClock();
  const { project } = await makeProject();
  const { key, id } = await makeKey(project.id, { allowed_domains: ["*.shop.example"] });
  const works = async (headers: Record<string, string>) => {
    const script = await (await embed(key, headers)).text();
    return script.includes('({"key":');
  };
  expect(await works({ Referer: "https://www.shop.example/bread?loaf=1" })).toBe(true);
  expect(await works({ Referer: "https://www.shop.example/", Origin: "https://evil.example" })).toBe(false);
  expect(await works({ Referer: "https://evil.example/", Origin: "https://shop.example" })).toBe(true);
  expect(await works({ Referer: "https://shop.example/", Origin: "null" })).toBe(false);
  expect(await works({ Referer: "https://evil.example/?https://shop.example" })).toBe(false);
  for (const Referer of ["shop.example", "", "about:blank", "https://", "x".repeat(5_000)])
    expect(await works({ Referer })).toBe(false);
  const used = async () => {
    const { items } = await admin("GET", `/projects/${project.id}/keys`);
    return items.find((one: { id: number }) => one.id === id).last_used_origin;
  };
  await expect.poll(used, { timeout: 30_000 }).toBe("https://www.shop.example");
});

test("answers HEAD, no other method, and no other name", async () => {
  const { project } = await makeProject();
  const { key } = await makeKey(project.id);
  const head = await ask("HEAD", pathOf(key));
  expect([head.status, await head.text()]).toEqual([200, ""]);
  expect(head.headers.get("ETag")).toBeTruthy();
  const post = await ask("POST", pathOf(key), { body: "" });
  expect(post.status).toBe(405);
  expect(post.headers.get("Allow")).toContain("GET");
  for (const path of ["/embed/", "/embed/.js/x", `/embed/${key}`, `/embed/${key}.json`, "/embed"])
    expect((await ask("GET", path)).status).toBe(404);
});

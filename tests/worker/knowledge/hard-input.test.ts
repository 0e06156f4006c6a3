import { env } from "cloudflare:workers";
import { describe, expect, test, vi } from "vitest";
import { MAX_PAGES } from "../../../shared/knowledge.ts";
import { BOUNDS } from "../../../shared/limits.ts";
import { PassageIndex } from "../../../worker/objects/passage-index/passage-index.ts";
import { start, type World, widget, world } from "../../harness/worker/organization.ts";
import { admin, bearer, request } from "../../harness/worker/request.ts";
import { asked, found, html, read, SITE, site, sitemap, standWebsite } from "./website.ts";

standWebsite();

const add = (here: World, title: string, text: string) =>
  admin("POST", `/projects/${here.project_id}/sources`, { kind: "text", title, text }, { status: 201 });
const search = (here: World, q: string, status = 200) =>
  admin("GET", `/projects/${here.project_id}/knowledge/search?q=${encodeURIComponent(q)}`, undefined, { status });

/** As if the project's other sources held all but so many of its pages. */
async function leaveRoom(here: World, pages: number): Promise<void> {
  const { id } = await add(here, "Before", "We open at nine.");
  await env.DB.prepare("UPDATE knowledge_sources SET ready = ?2 WHERE id = ?1")
    .bind(id, MAX_PAGES - pages)
    .run();
}

describe("a site", () => {
  test("of 10,000 addresses is read as far as there is room, and asks which", async () => {
    const here = await world();
    await leaveRoom(here, 3);
    const pages = Array.from({ length: 10_000 }, (_, at) => `/boats/${at}`);
    site["/sitemap.xml"] = sitemap(...pages);
    for (const page of pages) site[page] = html(`Boat ${page}`, `The boat ${page} is for hire.`);
    const source = await read(here, "sitemap", `${SITE}/sitemap.xml`);
    expect(source).toMatchObject({ status: "ready", pages: { ready: 3, failed: 0, skipped: 9_997, waiting: 0 } });
    expect(source.detail).toContain("9997 pages, e.g. https://mill.example/boats/3: The project has reached its limit");
    expect(source.detail).toContain("Say which pages are to be read");
    expect(asked.filter((address) => address.includes("/boats/"))).toHaveLength(3);
  });

  test("of soft 404s alone fails and says why", async () => {
    const here = await world();
    const pages = Array.from({ length: 12 }, (_, at) => `/gone/${at}`);
    site["/sitemap.xml"] = sitemap(...pages);
    for (const page of pages) site[page] = html("Page not found", "Sorry, this page does not exist any more.");
    const source = await read(here, "sitemap", `${SITE}/sitemap.xml`);
    expect(source).toMatchObject({ status: "failed", chunks: 0, pages: { ready: 0, failed: 12 } });
    expect(source.detail).toContain("The site answered 200, but the page says that it is not there.");
  });

  test("that has one page at 200 addresses is read once", async () => {
    const here = await world();
    const pages = Array.from({ length: 200 }, (_, at) => `/rye?from=${at}`);
    site["/sitemap.xml"] = sitemap(...pages, "/wheat");
    for (const page of pages) site[page] = html("Rye", "Rye costs three euros.");
    site["/wheat"] = html("Wheat", "Wheat costs two euros.");
    const source = await read(here, "sitemap", `${SITE}/sitemap.xml`);
    expect(source).toMatchObject({ status: "ready", chunks: 2, pages: { ready: 2, failed: 0, skipped: 199 } });
    expect(source.detail).toContain("It says the same as https://mill.example/rye?from=");
    expect(await found(here, "rye")).toHaveLength(1);
  });

  test("in windows-1252 that does not say so is found by its words", async () => {
    const here = await world();
    site["/"] = () =>
      new Response(
        Uint8Array.from("<html><body><main><h1>M\xfchle</h1><p>Das Br\xf6tchen kostet 50\x80.</p></main>", (sign) =>
          sign.charCodeAt(0),
        ),
        { headers: { "content-type": "text/html" } },
      );
    await read(here, "url", `${SITE}/`);
    expect((await found(here, "Was kostet ein Brötchen?"))[0]).toMatchObject({ text: "Das Brötchen kostet 50€." });
  });

  test("with a calendar in its paths ends, and all else is read", async () => {
    const here = await world();
    const month = (at: number) => `/calendar/${2000 + Math.floor(at / 12)}/${String((at % 12) + 1).padStart(2, "0")}`;
    const page = (title: string, to: string[]) => () =>
      new Response(
        `<html><body><main><h1>${title}</h1><p>What takes place: ${title}.</p></main>${to
          .map((path) => `<a href="${path}">${path}</a>`)
          .join(" ")}</body></html>`,
        { headers: { "content-type": "text/html" } },
      );
    const first = 120;
    for (let at = 0; at < 400; at++) site[month(at)] = page(`Month ${at}`, [month(at + 1), month(at - 1), "/rye"]);
    site["/"] = page("Home", [month(first)]);
    site["/rye"] = page("Rye", ["/"]);
    const source = await read(here, "sitemap", `${SITE}/`);
    expect(source).toMatchObject({ status: "ready", pages: { ready: 2 + 19, failed: 0 } });
    expect(source.detail).toContain("More than 10 links away from the first page");
    expect((await found(here, "rye"))[0]).toMatchObject({ url: `${SITE}/rye` });
  });
});

describe("knowledge of one word", () => {
  test.each([
    ["said a thousand times", "lighthouse ".repeat(1_000)],
    ["a thousand times without a space", "lighthouse".repeat(1_000)],
  ])("%s is bounded, and hides no other page", async (_what, text) => {
    const here = await world();
    await add(here, "Walls", text);
    await add(here, "Tower", "The lighthouse was built in 1890 of red brick.");
    const { items, found } = await search(here, "When was the lighthouse built?");
    expect(found).toBe(true);
    expect(items[0]).toMatchObject({ title: "Tower" });
    expect(items.length).toBeLessThanOrEqual(5);
    expect((await search(here, "lighthouse ".repeat(90).trim())).items.length).toBeGreaterThan(0);
  });
});

describe("a question", () => {
  const LONG: Record<string, string> = {
    "of 1,000 characters": `${"What does the ferry to the island cost for two adults? ".repeat(18)}ferry tide`,
    "of 200 different words": Array.from({ length: 140 }, (_, at) => `boat${at}`).join(" "),
    "of one word without end": "ferry".repeat(200),
    "of emoji": "⛴️🏝️💶".repeat(100),
    "of marks only": "?!…".repeat(300),
    "in Chinese": "去岛上的渡轮多少钱".repeat(100),
    "in Thai": "เรือข้ามฟากไปเกาะราคาเท่าไหร่".repeat(30),
    "of half a character": "ferry \ud83d",
  };

  test.each(Object.keys(LONG))("%s is answered, by an owner's search and by the agent's tool", async (name) => {
    const here = await world({ agent: { knowledge: true } });
    await add(here, "Ferry", `The ferry to the island costs nine euros. ${"The pier is long. ".repeat(600)}`);
    await add(here, "渡轮", "去岛上的渡轮每人九欧元。");
    await add(here, "เรือ", "เรือข้ามฟากไปเกาะราคาเก้ายูโร");
    const query = (LONG[name] ?? "").slice(0, 1_000);
    const { items } = await search(here, query.replace(/\p{Surrogate}/gu, ""));
    expect(items.length).toBeLessThanOrEqual(5);
    const { session_id } = await start(here);
    const call = { session_id, name: "search_knowledge", call_id: "call_1", arguments: { query } };
    const answer = await widget(here.key, "POST", "/tools/execute", call);
    expect(answer).toMatchObject({ success: true, result: { found: expect.any(Boolean) } });
    const first = { "of 1,000 characters": "Ferry", "in Chinese": "渡轮", "in Thai": "เรือ" }[name];
    if (first) expect(items[0]).toMatchObject({ title: first });
  });

  test("whose words are on no page but the small ones is given what those are in, and has no answer", async () => {
    const here = await world();
    await add(here, "Files", "You can get a picture of each page. Each is saved.");
    await add(here, "Prices", "Nine euros for each seat.");
    const { items, found } = await search(here, "can I get a gif?");
    expect(items).toMatchObject([{ title: "Files", matched: [] }]);
    expect(found).toBe(false);
  });

  test("of more than 1,000 characters is refused in words", async () => {
    const here = await world();
    expect(JSON.stringify(await search(here, "ferry ".repeat(200), 422))).toContain("1000");
  });
});

test("an upload for which there is no room, or that its hour refuses at once, leaves nothing in the index", async () => {
  const here = await world();
  const { id } = await add(here, "Before", "We open at nine.");
  await env.DB.prepare(
    `INSERT INTO knowledge_pages (source_id, project_id, address, status, run)
     WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?3)
     SELECT ?1, ?2, 'https://other.example/' || i, 'ready', '' FROM n`,
  )
    .bind(id, here.project_id, MAX_PAGES - 2)
    .run();
  const put = vi.spyOn(PassageIndex.prototype, "put");
  const drop = vi.spyOn(PassageIndex.prototype, "drop");
  const { token } = await admin("POST", `/organizations/${here.org_id}/tokens`, {});
  const send = (text: string) =>
    request("POST", `/admin/v1/projects/${here.project_id}/sources`, {
      headers: bearer(token),
      body: { kind: "text", title: "Hours", text },
    }).then(async (answer) => [answer.status, ((await answer.json()) as { code?: string }).code]);

  // Two at once for the last in the hour, and for the last place: what is refused was put, and is gone again.
  await env.DB.prepare(
    `INSERT INTO audit_log (at, actor, org_id, action, target)
     WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?3) SELECT ?1, 'token:1', ?2, 'source.create', 'x' FROM n`,
  )
    .bind(Date.now() - 60_000, here.org_id, BOUNDS["source.create"].hour - 1)
    .run();
  const answers = await Promise.all([send("Open at ten."), send("Open at ten.")]);
  expect(answers.map(([status]) => status).toSorted()).toEqual([201, 429]);
  expect(drop).toHaveBeenCalledTimes(put.mock.calls.length - 1);
  await env.DB.prepare("DELETE FROM audit_log WHERE org_id = ?1 AND action = 'source.create'").bind(here.org_id).run();

  put.mockClear();
  expect(await send("Open at eleven.")).toEqual([409, "too_many_pages"]);
  expect(put).not.toHaveBeenCalled();
  const logged = (await admin("GET", "/audit?action=source.unread")).items;
  expect(logged.filter(({ org_id }: { org_id: number }) => org_id === here.org_id)).toHaveLength(1);
  vi.restoreAllMocks();
});

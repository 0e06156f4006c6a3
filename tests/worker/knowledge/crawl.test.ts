import { createScheduledController } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, test, vi } from "vitest";
import { MAX_PROJECT_BYTES } from "../../../shared/knowledge.ts";
import worker from "../../../worker/index.ts";
import { readSourcesDaily } from "../../../worker/knowledge/daily-reading.ts";
import { addSource, type KnowledgeBindings, refreshSource } from "../../../worker/knowledge/sources.ts";
import { callCrawler } from "../../../worker/objects/source-crawler/client.ts";
import { findSource } from "../../../worker/storage/knowledge-sources.ts";
import { type World, world } from "../../harness/worker/organization.ts";
import { passagesOf } from "../../harness/worker/passage-index.ts";
import { admin } from "../../harness/worker/request.ts";
import {
  asked,
  found,
  html,
  moved,
  pagesOf,
  read,
  readAnew,
  SITE,
  settled,
  site,
  sitemap,
  standWebsite,
} from "./website.ts";

standWebsite();

const tick = async (scheduledTime: number) => {
  const cron = "*/5 * * * *";
  await worker.scheduled(createScheduledController({ cron, scheduledTime: new Date(scheduledTime) }), env);
};

describe("one address", () => {
  test("is read, and found with its address", async () => {
    const here = await world();
    site["/parking"] = html("Parking", "Visitors park behind the mill.");
    const source = await read(here, "url", `${SITE}/parking`);
    expect(source).toMatchObject({ status: "ready", title: "Parking", detail: null, chunks: 1 });
    expect(source.pages).toBeUndefined();
    expect(await found(here, "where to park")).toMatchObject([{ url: `${SITE}/parking`, title: "Parking" }]);
  });

  test("explains what is wrong with it", async () => {
    const here = await world();
    site["/robots.txt"] = () => new Response("User-agent: *\nDisallow: /private");
    site["/private"] = html("Private", "Secret");
    site["/picture"] = () => new Response("x", { headers: { "content-type": "image/png" } });
    site["/broken"] = () => new Response("x", { status: 500 });
    site["/inside"] = moved("http://10.1.2.3/");
    site["/signed"] = moved("https://user:secret@mill.example/");
    site["/file"] = moved("file:///etc/passwd");
    site["/loop"] = moved("/loop2");
    site["/loop2"] = moved("/loop");
    site["/huge"] = html("Huge", "word ".repeat(600_000));
    // A page that never ends.
    site["/endless"] = () =>
      new Response(
        new ReadableStream({ pull: (out) => out.enqueue(new TextEncoder().encode("<p>and so on ".repeat(5_000))) }),
        { headers: { "content-type": "text/html" } },
      );
    site["/menu"] = () => new Response(`<nav><a href="/">Home</a></nav>`, { headers: { "content-type": "text/html" } });
    const cases: Record<string, RegExp> = {
      "/private": /robots\.txt/,
      "/picture": /image\/png/,
      "/broken": /500/,
      "/inside": /10\.1\.2\.3.*not read/,
      "/signed": /name and password/,
      "/file": /http or https/,
      "/loop": /circle/,
      "/huge": /larger than 2 MB/,
      "/endless": /larger than 2 MB/,
      "/menu": /no text/,
      "/nowhere": /404/,
    };
    for (const [path, words] of Object.entries(cases)) {
      const source = await read(here, "url", SITE + path);
      expect(source, path).toMatchObject({ status: "failed", chunks: 0, bytes: 0 });
      expect(source.detail, path).toMatch(words);
    }
    expect(asked.some((address) => /10\.1\.2\.3|etc\/passwd|private/.test(address))).toBe(false);
    expect(await passagesOf(here.project_id)).toEqual([]);
  });

  test("is not read where robots.txt cannot be loaded, and is where there is none", async () => {
    const here = await world();
    site["https://down.example/robots.txt"] = () => new Response("", { status: 503 });
    site["https://down.example/"] = html("Down", "Something");
    expect((await read(here, "url", "https://down.example/")).detail).toMatch(/robots\.txt/);
    site["https://free.example/robots.txt"] = () => new Response("", { status: 403 });
    site["https://free.example/"] = html("Free", "Something");
    expect((await read(here, "url", "https://free.example/")).status).toBe("ready");
  });
});

describe("a reading whose crawler was not reached", () => {
  const unreached = {
    ...env,
    SOURCE_CRAWLER: { getByName: () => ({ begin: () => Promise.reject(new Error("overloaded")) }) },
  } as unknown as KnowledgeBindings;
  const operator = { kind: "operator", operator_id: null, name: "operator", role: "owner" } as const;
  const pending = async (here: World) => {
    site["/parking"] = html("Parking", "Visitors park behind the mill.");
    const project = { id: here.project_id, org_id: here.org_id };
    const source = { kind: "url" as const, url: `${SITE}/parking` };
    await expect(addSource(unreached, operator, project, source, "https://voice.example")).rejects.toThrow(
      "overloaded",
    );
    return Number(await env.DB.prepare("SELECT id FROM knowledge_sources WHERE status = 'pending'").first("id"));
  };

  test("begins with the next cron, a first one and a later one", async () => {
    const here = await world();
    const id = await pending(here);
    await tick(Date.now());
    await vi.waitFor(async () => expect(await pagesOf(id)).toHaveLength(1), { timeout: 30_000 });
    const { fetched_at } = await settled(id);
    site["/parking"] = html("Parking", "Visitors park on the pier.");
    const row = await findSource(env.DB, id, null);
    if (!row) throw new Error("the source is not there");
    await expect(refreshSource(unreached, operator, row)).rejects.toThrow("overloaded");
    await tick(fetched_at);
    await vi.waitFor(async () => expect((await found(here, "park"))[0].text).toMatch(/pier/), { timeout: 30_000 });
  });

  test("begins when somebody looks at it", async () => {
    const id = await pending(await world());
    expect(await settled(id)).toMatchObject({ status: "ready", title: "Parking" });
  });
});

describe("a sitemap", () => {
  test("is read page by page; forbidden pages are counted and listed", async () => {
    const here = await world();
    site["/robots.txt"] = () => new Response("User-agent: VoiceWidgetBot\nDisallow: /private/");
    site["/sitemap.xml"] = sitemap(
      "/a",
      "/b",
      "/gone",
      "/private/x",
      "/old",
      "/outside",
      "https://other.example/z",
      "/a#part",
      "/slow-to-say-no",
      "not an address",
    );
    site["/a"] = html("Apples", "Apples cost two euros.");
    site["/b"] = html("Bread", "Bread costs three euros.");
    site["/old"] = moved("/new");
    site["/new"] = html("News", "The new oven is hot.");
    site["/outside"] = moved("https://other.example/");
    site["/slow-to-say-no"] = () => new Response("x", { status: 503 });
    const source = await read(here, "sitemap", `${SITE}/sitemap.xml`);
    expect(source).toMatchObject({ status: "ready", pages: { ready: 3, failed: 2, skipped: 4, waiting: 0 } });
    expect(source.detail).toMatch(/2 pages failed, 4 pages left out/);
    expect(source.detail).toMatch(/gone: The site answered 404/);
    const pages = await pagesOf(source.id);
    expect(
      Object.fromEntries(
        pages.map(({ url, status }: { url: string; status: string }) => [url.replace(SITE, ""), status]),
      ),
    ).toEqual({
      "/a": "ready",
      "/b": "ready",
      "/new": "ready",
      "/gone": "failed",
      "/slow-to-say-no": "failed",
      "/private/x": "skipped",
      "/outside": "skipped",
    });
    expect((await found(here, "new oven"))[0]).toMatchObject({ url: `${SITE}/new` });
    expect(asked.filter((address) => address.includes("other.example"))).toEqual([]);
    expect(asked.filter((address) => address === `${SITE}/robots.txt`)).toHaveLength(1);
  });

  test("may be an index, one level down; a packed one is unpacked, a bomb is not", async () => {
    const here = await world();
    const packed = (text: string) => async () =>
      new Response(
        await new Response(new Blob([text]).stream().pipeThrough(new CompressionStream("gzip"))).arrayBuffer(),
      );
    const index =
      (...maps: string[]) =>
      () =>
        new Response(
          `<sitemapindex>${maps.map((map) => `<sitemap><loc>${SITE}${map}</loc></sitemap>`).join("")}</sitemapindex>`,
        );
    site["/sitemap.xml"] = index("/one.xml", "/two.xml.gz", "/deeper.xml", "/bomb.xml.gz");
    site["/one.xml"] = sitemap("/a");
    site["/two.xml.gz"] = packed(await sitemap("/b")().text());
    site["/deeper.xml"] = index("/never.xml");
    site["/bomb.xml.gz"] = packed(" ".repeat(11 * 1024 * 1024));
    site["/a"] = html("Apples", "Apples cost two euros.");
    site["/b"] = html("Bread", "Bread costs three euros.");
    const source = await read(here, "sitemap", `${SITE}/sitemap.xml`);
    expect(source).toMatchObject({ status: "ready", pages: { ready: 2 } });
    expect(source.detail).toMatch(/one level too deep/);
    expect(source.detail).toMatch(/bomb\.xml\.gz could not be read/);
    expect(asked).not.toContain(`${SITE}/never.xml`);
  });

  test("that is not one says so", async () => {
    const here = await world();
    for (const [path, answer] of Object.entries({
      "/feed": () => new Response("<rss><channel/></rss>", { headers: { "content-type": "application/xml" } }),
      "/empty": () => new Response(""),
      "/bytes": () => new Response(new Uint8Array(1000)),
      "/deep": () => new Response(`<urlset>${"<url>".repeat(10_000)}`),
      "/nothing": sitemap(),
    })) {
      site[path] = answer;
      const source = await read(here, "sitemap", SITE + path);
      expect(source, path).toMatchObject({ status: "failed", pages: { ready: 0 } });
      expect(source.detail, path).toMatch(/sitemap/i);
    }
  });

  test("is read again: changed pages are updated, removed ones deleted, unchanged ones not sent again", async () => {
    const here = await world();
    let sent = 0;
    site["/sitemap.xml"] = sitemap("/a", "/b", "/c", "/d");
    site["/a"] = (request) => {
      if (request.headers.get("if-none-match") === '"one"') return new Response(null, { status: 304 });
      sent++;
      return html("Apples", "Apples cost two euros.", { etag: '"one"' })();
    };
    site["/b"] = html("Bread", "Bread costs three euros.");
    site["/c"] = html("Cakes", "Cakes cost four euros.");
    site["/d"] = html("Dates", "Dates cost five euros.");
    const { id } = await read(here, "sitemap", `${SITE}/sitemap.xml`);
    site["/b"] = html("Bread", "Bread is sold out.");
    site["/c"] = () => new Response("", { status: 410 });
    site["/d"] = () => new Response("", { status: 500 });
    expect(await admin("POST", `/sources/${id}/refresh`, undefined, { status: 202 })).toMatchObject({
      id,
      status: "pending",
    });
    const again = await settled(id);
    expect(again).toMatchObject({ status: "ready", pages: { ready: 3, failed: 1 } });
    expect(sent).toBe(1);
    expect(await found(here, "apples")).toHaveLength(1);
    expect((await found(here, "bread"))[0].text).toMatch(/sold out/);
    expect(await found(here, "cakes")).toEqual([]);
    expect(await found(here, "dates")).toHaveLength(1);
    site["/sitemap.xml"] = sitemap("/a");
    await admin("POST", `/sources/${id}/refresh`, undefined, { status: 202 });
    await settled(id);
    expect(await found(here, "dates")).toEqual([]);
    site["/sitemap.xml"] = () => new Response("", { status: 503 });
    await admin("POST", `/sources/${id}/refresh`, undefined, { status: 202 });
    expect(await settled(id)).toMatchObject({ status: "ready", detail: expect.stringMatching(/could not be read/) });
    expect(await found(here, "apples")).toHaveLength(1);
  });

  test("takes no more pages than the project has room for, whatever was read meanwhile", async () => {
    const here = await world();
    const upload = (status: number) =>
      admin("POST", `/projects/${here.project_id}/sources`, { kind: "text", text: "We open at nine." }, { status });
    const { id: other } = await upload(201);
    // As if the other had been read to here since this reading began: its source does not count them yet.
    await env.DB.prepare(
      `INSERT INTO knowledge_pages (source_id, project_id, address, status, run)
       WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1997)
       SELECT ?1, ?2, 'https://other.example/' || i, 'ready', '' FROM n`,
    )
      .bind(other, here.project_id)
      .run();
    site["/sitemap.xml"] = sitemap("/a", "/b", "/c");
    for (const path of ["/a", "/b", "/c"]) site[path] = html(`Page ${path}`, `The heron is at ${path}.`);
    const { id, ...source } = await read(here, "sitemap", `${SITE}/sitemap.xml`);
    expect(source).toMatchObject({ status: "ready", chunks: 2, pages: { ready: 2, skipped: 1 } });
    expect(source.detail).toContain("The project has reached its limit of 2,000 pages.");
    expect(await found(here, "heron")).toHaveLength(2);
    expect((await upload(409)).code).toBe("too_many_pages");
    // Those that are known keep their places, and may give them up for others.
    site["/sitemap.xml"] = sitemap("/c", "/b");
    expect(await readAnew(id)).toMatchObject({ status: "ready", chunks: 2, pages: { ready: 2, skipped: 0 } });
    expect((await pagesOf(id)).map(({ url }: { url: string }) => url.replace(SITE, "")).sort()).toEqual(["/b", "/c"]);
  });

  test("takes no more text than the project has room for: the database is everybody's", async () => {
    const here = await world();
    const path = `/projects/${here.project_id}/sources`;
    const upload = (text: string, status: number) => admin("POST", path, { kind: "text", text }, { status });
    const { id: first } = await upload("We open at nine.", 201);
    const { id: second } = await upload("The mill stands by the river.", 201);
    /** As if the first had so much text. */
    const leave = async (bytes: number) => {
      for (const [table, of] of [
        ["knowledge_pages", "source_id"],
        ["knowledge_sources", "id"],
      ])
        await env.DB.prepare(`UPDATE ${table} SET bytes = ?2 WHERE ${of} = ?1`)
          .bind(first, MAX_PROJECT_BYTES - bytes)
          .run();
    };
    await leave(130);
    expect((await upload("x".repeat(200), 409)).code).toBe("too_many_pages");
    const longer = { text: "y".repeat(200) };
    expect((await admin("PATCH", `/sources/${second}`, longer, { status: 409 })).code).toBe("too_many_pages");
    expect(await found(here, "river"), "the old text stays").toHaveLength(1);
    site["/sitemap.xml"] = sitemap("/a", "/b");
    site["/a"] = html("Heron", "The heron is here.");
    site["/b"] = html("Otter", "The otter is here, as it has been every day of the year since the mill was built.");
    const { id, ...source } = await read(here, "sitemap", `${SITE}/sitemap.xml`);
    expect(source).toMatchObject({ status: "ready", pages: { ready: 1, skipped: 1 } });
    expect(source.detail).toContain("The project has reached its limit of 128 MB of text.");
    expect(await found(here, "otter")).toHaveLength(0);
    // One that is known has its own bytes, and may grow no further than the others leave.
    expect(await readAnew(id)).toMatchObject({ pages: { ready: 1, skipped: 1 } });
    await leave(1_000);
    expect(await readAnew(id)).toMatchObject({ pages: { ready: 2, skipped: 0 } });
    await upload("z".repeat(200), 201);
  });

  test("deleted while it is read leaves nothing", async () => {
    const here = await world();
    let open = false;
    site["/sitemap.xml"] = sitemap("/a");
    site["/a"] = async () => {
      while (!open) await scheduler.wait(10);
      return html("Apples", "Apples cost two euros.")();
    };
    const { id } = await admin("POST", `/projects/${here.project_id}/sources`, {
      kind: "sitemap",
      url: `${SITE}/sitemap.xml`,
    });
    await vi.waitFor(() => expect(asked).toContain(`${SITE}/a`), { timeout: 30_000 });
    await admin("DELETE", `/sources/${id}`, undefined, { status: 204 });
    open = true;
    await scheduler.wait(100);
    for (const table of ["knowledge_sources", "knowledge_pages", "knowledge_chunks"])
      expect(await env.DB.prepare(`SELECT count(*) AS n FROM ${table}`).first("n"), table).toBe(0);
    expect(await passagesOf(here.project_id)).toEqual([]);
  });

  test("is read again once a day by cron", async () => {
    const here = await world();
    site["/sitemap.xml"] = sitemap("/a");
    site["/a"] = html("Apples", "Apples cost two euros.");
    const { id, fetched_at } = await read(here, "sitemap", `${SITE}/sitemap.xml`);
    site["/a"] = html("Apples", "Apples are gone.");
    await tick(fetched_at);
    expect((await admin("GET", `/sources/${id}`)).status).toBe("ready");
    await tick(fetched_at + 86_400_000);
    await settled(id);
    expect((await found(here, "apples"))[0].text).toMatch(/gone/);
  });
});

test("a source that cannot be read anew does not hold up the others of its day", async () => {
  const here = await world();
  site["/a"] = html("Apples", "Apples cost two euros.");
  site["/b"] = html("Bread", "Bread costs three euros.");
  const first = await read(here, "url", `${SITE}/a`);
  const second = await read(here, "url", `${SITE}/b`);
  const crawlers = (name: string) =>
    name === String(first.id)
      ? { begin: () => Promise.reject(new Error("overloaded")) }
      : env.SOURCE_CRAWLER.getByName(name);
  const bindings = { ...env, SOURCE_CRAWLER: { getByName: crawlers } } as unknown as KnowledgeBindings;
  site["/b"] = html("Bread", "Bread is sold out.");
  await expect(readSourcesDaily(bindings, second.fetched_at + 86_400_000)).rejects.toThrow(
    `1 of the readings did not begin; first source ${first.id}: Error: overloaded`,
  );
  await settled(second.id);
  expect((await found(here, "bread"))[0].text).toMatch(/sold out/);
});

test("a call to a crawler that fails on the way is repeated once, with a new stub", async () => {
  const stubs = [
    { resume: () => Promise.reject(Object.assign(new Error("deployed"), { retryable: true })) },
    { resume: () => Promise.resolve(true) },
  ];
  const bindings = { SOURCE_CRAWLER: { getByName: () => stubs.shift() } };
  expect(await callCrawler(bindings, 1, (crawler) => crawler.resume())).toBe(true);
  expect(stubs).toEqual([]);
});

import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, test } from "vitest";
import type { SourceCrawler } from "../../../worker/index.ts";
import type { CrawlJob } from "../../../worker/objects/source-crawler/rpc.ts";
import { CrawlTable } from "../../../worker/objects/source-crawler/table.ts";
import { type World, world } from "../../harness/worker/organization.ts";
import { passagesOf } from "../../harness/worker/passage-index.ts";
import { admin } from "../../harness/worker/request.ts";
import {
  asked,
  found,
  html,
  moved,
  page,
  paths,
  read,
  readAnew,
  SITE,
  settled,
  site,
  sitemap,
  standWebsite,
} from "./website.ts";

standWebsite();

describe("a site's own address", () => {
  test("is read by the sitemaps that its robots.txt names", async () => {
    const here = await world();
    site["/robots.txt"] = () =>
      new Response(`User-agent: *\nDisallow:\n\nSitemap: ${SITE}/maps/one.xml\nsitemap: /maps/two.xml`);
    site["/"] = html("Home", "The mill by the river.");
    site["/maps/one.xml"] = sitemap("/rye");
    site["/maps/two.xml"] = sitemap("/wheat");
    site["/rye"] = html("Rye", "Rye costs three euros.");
    site["/wheat"] = html("Wheat", "Wheat costs two euros.");
    const source = await read(here, "sitemap", `${SITE}/`);
    expect(source).toMatchObject({ status: "ready", pages: { ready: 2, failed: 0, skipped: 0 } });
    expect(await paths(source.id, "ready")).toEqual(["/rye", "/wheat"]);
    expect(asked).not.toContain(`${SITE}/sitemap.xml`);
  });

  test("is read by /sitemap.xml where robots.txt names none", async () => {
    const here = await world();
    site["/"] = moved("https://www.mill.example/");
    site["https://www.mill.example/"] = html("Home", "The mill by the river.");
    site["https://www.mill.example/sitemap.xml"] = sitemap("https://www.mill.example/rye");
    site["https://www.mill.example/rye"] = html("Rye", "Rye costs three euros.");
    const source = await read(here, "sitemap", `${SITE}/`);
    expect(source).toMatchObject({ status: "ready", pages: { ready: 1 } });
    expect((await found(here, "rye"))[0]).toMatchObject({ url: "https://www.mill.example/rye" });
  });

  test("is read by its links where there is no sitemap, and again on the next day", async () => {
    const here = await world();
    site["/"] = page(
      '<main><h1>Home</h1><p>The mill by the river.</p><a href="/rye#top">Rye</a> <a href="shop/?utm_source=x">Shop</a> <a href="https://other.example/">Other</a> <a href="/photo.jpg">Photo</a> <a href="/secret" rel="nofollow">Secret</a> <a href="mailto:a@b.example">Mail</a></main>',
      { etag: '"home"' },
    );
    site["/rye"] = html("Rye", "Rye costs three euros.");
    site["/shop/"] = page('<main><h1>Shop</h1><p>The shop is in the barn.</p><a href="hours">Hours</a></main>');
    site["/shop/hours"] = html("Hours", "The shop opens at nine.");
    const source = await read(here, "sitemap", `${SITE}/`);
    expect(source).toMatchObject({ status: "ready", detail: null, pages: { ready: 4, failed: 0, skipped: 0 } });
    expect(await paths(source.id, "ready")).toEqual(["/", "/rye", "/shop/", "/shop/hours"]);
    expect(await readAnew(source.id)).toMatchObject({ status: "ready", pages: { ready: 4 } });
    expect(asked.some((address) => /other\.example|photo|secret/.test(address))).toBe(false);
  });

  test("is read where its first page has no text and leads on, by pictures or at once", async () => {
    const here = await world();
    site["/"] = page("", {}, '<meta http-equiv="Refresh" content="0; URL=\'/en/\'">');
    site["/en/"] = page('<a href="/en/rye"><img src="/rye.jpg"></a>');
    site["/en/rye"] = html("Rye", "Rye costs three euros.");
    const source = await read(here, "sitemap", `${SITE}/`);
    expect(source).toMatchObject({ status: "ready", pages: { ready: 1, failed: 2 } });
    expect(await paths(source.id, "ready")).toEqual(["/en/rye"]);
  });

  test("with a calendar that has no end is read up to a bound, which is said in words", async () => {
    const here = await world();
    site["/"] = page(
      '<main><h1>Mill</h1><p>Welcome.</p><a href="/calendar?month=1">Calendar</a><a href="/rye">Rye</a></main>',
    );
    site["/rye"] = html("Rye", "Rye costs three euros.");
    for (let month = 1; month < 40; month++)
      site[`/calendar?month=${month}`] = page(
        `<main><h1>Month ${month}</h1><p>Nothing takes place in month ${month}.</p><a href="/calendar?month=${month + 1}">next</a></main>`,
      );
    const source = await read(here, "sitemap", `${SITE}/`);
    expect(source).toMatchObject({ status: "ready", pages: { ready: 12, skipped: 1 } });
    expect(source.detail).toContain("More than 10 links away from the first page");
  });
});

describe("a page that does not want to be found", () => {
  const asks: Record<string, () => Response> = {
    "in a meta of any case": page(
      "<main><p>The hidden pond.</p></main>",
      {},
      '<META NAME="Robots" CONTENT="NOINDEX, follow">',
    ),
    "in a meta for us": page("<main><p>The hidden pond.</p></main>", {}, '<meta name="voicewidgetbot" content="none">'),
    "in a header": page("<main><p>The hidden pond.</p></main>", { "x-robots-tag": "nofollow, NoIndex" }),
    "in a header for us": page("<main><p>The hidden pond.</p></main>", {
      "x-robots-tag": "otherbot: nofollow, VoiceWidgetBot: noindex",
    }),
    "since a day that is over": page("<main><p>The hidden pond.</p></main>", {
      "x-robots-tag": "unavailable_after: Wednesday, 03-Apr-24 12:00:00 GMT",
    }),
  };
  test.each(Object.keys(asks))("%s: alone it failed, among others it is left out", async (name) => {
    const here = await world();
    site["/pond"] = asks[name] ?? moved("/rye");
    site["/rye"] = html("Rye", "Rye costs three euros.");
    site["/sitemap.xml"] = sitemap("/pond", "/rye");
    expect(await read(here, "url", `${SITE}/pond`)).toMatchObject({
      status: "failed",
      chunks: 0,
      detail: expect.stringContaining("noindex"),
    });
    const source = await read(here, "sitemap", `${SITE}/sitemap.xml`);
    expect(source).toMatchObject({ status: "ready", pages: { ready: 1, failed: 0, skipped: 1 } });
    expect((await passagesOf(here.project_id)).map(({ text }) => text)).toEqual(["Rye costs three euros."]);
  });

  test("in another crawler's name, or on a day that is to come, is read", async () => {
    const here = await world();
    site["/rye"] = page("<main><p>Rye costs three euros.</p></main>", {
      "x-robots-tag": "otherbot: noindex, nofollow",
    });
    site["/wheat"] = page(
      "<main><p>Wheat costs two euros.</p></main>",
      { "x-robots-tag": "max-snippet: 20, unavailable_after: 2099-01-01" },
      '<meta name="googlebot" content="noindex">',
    );
    expect(await read(here, "url", `${SITE}/rye`)).toMatchObject({ status: "ready" });
    expect(await read(here, "url", `${SITE}/wheat`)).toMatchObject({ status: "ready" });
  });
});

describe("pages that are one", () => {
  test("are read once: by their canonical address, or where they say the same", async () => {
    const here = await world();
    const rye = page(
      "<main><h1>Rye</h1><p>Rye costs three euros.</p></main>",
      {},
      `<title>Rye</title><link rel="canonical" href="${SITE}/rye">`,
    );
    site["/rye?ref=mail"] = page(
      "<main><h1>Rye</h1><p>Rye costs three euros.</p><p>You came by mail.</p></main>",
      {},
      `<title>Rye</title><link rel="canonical" href="${SITE}/rye">`,
    );
    site["/rye"] = rye;
    site["/print/rye"] = page("<main><h1>Rye</h1><p>Rye costs three euros.</p></main>", {}, "<title>Rye</title>");
    site["/wheat"] = page(
      "<main><h1>Wheat</h1><p>Wheat is sold out.</p></main>",
      {},
      `<link rel="canonical" href="${SITE}/rye">`,
    );
    site["/oats"] = page(
      "<main><h1>Oats</h1><p>Oats come in May.</p></main>",
      {},
      '<link rel="canonical" href="/gone">',
    );
    site["/sitemap.xml"] = sitemap("/rye?ref=mail", "/rye", "/print/rye", "/wheat", "/oats");
    const { id, ...source } = await read(here, "sitemap", `${SITE}/sitemap.xml`);
    expect(source).toMatchObject({ status: "ready", pages: { ready: 3, failed: 0, skipped: 2 } });
    expect(await found(here, "rye")).toHaveLength(1);
    expect(await paths(id, "ready")).toEqual(expect.arrayContaining(["/wheat", "/oats"]));
  });

  test("that are not there, though they answer 200, are no pages", async () => {
    const here = await world();
    site["/gone"] = page(
      "<main><h1>Page not found</h1><p>Perhaps you mistyped it.</p></main>",
      {},
      "<title>Oops</title>",
    );
    site["/away"] = page("<main><h1>Oh</h1><p>Nothing here.</p></main>", {}, "<title>404 - Mill</title>");
    site["/rooms"] = html("Room 404", "Room 404 has a view of the pond.".repeat(40));
    site["/sitemap.xml"] = sitemap("/gone", "/away", "/rooms");
    const source = await read(here, "sitemap", `${SITE}/sitemap.xml`);
    expect(source).toMatchObject({ status: "ready", pages: { ready: 1, failed: 2 } });
    expect(source.detail).toContain("The site answered 200, but the page says that it is not there.");
  });
});

describe("robots.txt", () => {
  test("counts up to its first 500 KiB", async () => {
    const here = await world();
    const filler = `# ${"x".repeat(97)}\n`.repeat(5_130);
    site["/robots.txt"] = () =>
      new Response(`User-agent: *\nDisallow: /early\n${filler}Disallow: /late${"\n# more".repeat(20_000)}`);
    expect(filler.length).toBeGreaterThan(500 * 1024);
    site["/early"] = html("Early", "The early bird.");
    site["/later"] = html("Later", "The late bird.");
    expect((await read(here, "url", `${SITE}/early`)).detail).toMatch(/robots\.txt/);
    expect(await read(here, "url", `${SITE}/later`)).toMatchObject({ status: "ready" });
  });
});

test("a sitemap of 50,000 addresses costs a look at each, and one line for what is left out", async () => {
  const here = await world();
  const many = Array.from({ length: 49_000 }, (_, at) => `https://elsewhere.example/${at}`);
  site["/sitemap.xml"] = sitemap(...many, "/rye");
  site["/rye"] = html("Rye", "Rye costs three euros.");
  const source = await read(here, "sitemap", `${SITE}/sitemap.xml`);
  expect(source).toMatchObject({ status: "ready", pages: { ready: 1, skipped: 49_000 } });
  expect(source.detail).toContain("49000 pages");
});

test("a sitemap in ISO-8859-1 is read", async () => {
  const here = await world();
  site["/sitemap.xml"] = () => {
    const text = `<?xml version="1.0" encoding="ISO-8859-1"?><urlset><url><loc>${SITE}/m\xfchle</loc></url></urlset>`;
    return new Response(
      Uint8Array.from(text, (sign) => sign.charCodeAt(0)),
      { headers: { "content-type": "application/xml" } },
    );
  };
  site["/m%C3%BChle"] = html("Mühle", "Die Mühle mahlt Roggen.");
  expect(await read(here, "sitemap", `${SITE}/sitemap.xml`)).toMatchObject({ status: "ready", pages: { ready: 1 } });
});

test("an address that is one too many of its shape writes nothing", async () => {
  const crawler = env.SOURCE_CRAWLER.getByName("shapes") as unknown as DurableObjectStub<SourceCrawler>;
  await runInDurableObject(crawler, (_, { storage }) => {
    const table = new CrawlTable(storage);
    table.begin({ url: "https://www.example/", kind: "sitemap" } as CrawlJob);
    const counted = Array.from({ length: 500 }, () => table.countShape("/calendar?month", 200));
    expect(counted.filter(Boolean)).toHaveLength(200);
    expect(storage.sql.exec("SELECT count FROM shapes").one()).toEqual({ count: 200 });
  });
});

describe("patterns of a site's pages", () => {
  const make = (here: World, body: object, status = 201) =>
    admin("POST", `/projects/${here.project_id}/sources`, { kind: "sitemap", ...body }, { status });

  test("say which of a sitemap's addresses are read, today and on the next day", async () => {
    const here = await world();
    const all = ["/help/rye", "/help/old/rye", "/help/rye.pdf", "/blog/rye", "/help/wheat?print=1"];
    site["/sitemap.xml"] = sitemap(...all);
    for (const path of all) site[path] = html(path, `What stands at ${path}.`);
    const made = await make(here, {
      url: `${SITE}/sitemap.xml`,
      include: ["/help/"],
      exclude: ["/help/old/", "*.pdf$", "*?print="],
    });
    expect(made).toMatchObject({ include: ["/help/"], exclude: ["/help/old/", "*.pdf$", "*?print="] });
    const source = await settled(made.id);
    expect(source).toMatchObject({ status: "ready", pages: { ready: 1, skipped: 4 } });
    expect(source.detail).toContain("The source's patterns leave it out");
    expect(await readAnew(made.id)).toMatchObject({ pages: { ready: 1, skipped: 4 } });
    expect(await paths(made.id, "ready")).toEqual(["/help/rye"]);
    expect(asked.some((address) => /blog|old|pdf|print/.test(address))).toBe(false);
  });

  test("bind a crawl: links are followed from the first page, and where a page moved to counts", async () => {
    const here = await world();
    const links = (...to: string[]) => to.map((path) => `<a href="${path}">${path}</a>`).join(" ");
    site["/"] = page(`<main><p>Welcome.</p>${links("/help/a", "/blog/")}</main>`);
    site["/help/a"] = page(`<main><p>How to grind rye.</p>${links("/help/b", "/help/moved", "/blog/x")}</main>`);
    site["/help/b"] = html("B", "How to grind wheat.");
    site["/help/moved"] = moved("/blog/moved");
    site["/blog/moved"] = html("Moved", "News of the mill.");
    const { id } = await make(here, { url: `${SITE}/`, include: ["/help/"] });
    const source = await settled(id);
    expect(await paths(id, "ready")).toEqual(["/help/a", "/help/b"]);
    expect(source).toMatchObject({ status: "ready", pages: { ready: 2, failed: 0 } });
    expect(asked).not.toContain(`${SITE}/blog/`);
    expect(await found(here, "news")).toEqual([]);
  });

  test("that are none are refused, and belong to sites alone", async () => {
    const here = await world();
    const faults = await make(here, { url: SITE, include: ["blog"], exclude: ["/".repeat(301)] }, 422);
    expect(JSON.stringify(faults)).toContain("Begin it as a path does");
    await make(here, { url: SITE, exclude: Array.from({ length: 21 }, (_, at) => `/${at}`) }, 422);
    await make(here, { kind: "url", url: SITE, include: ["/a"] }, 422);
  });
});

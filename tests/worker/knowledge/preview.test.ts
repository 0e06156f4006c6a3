import { env } from "cloudflare:workers";
import { describe, expect, test, vi } from "vitest";
import { type World, world } from "../../harness/worker/organization.ts";
import { admin } from "../../harness/worker/request.ts";
import { asked, found, html, moved, pagesOf, read, SITE, site, sitemap, standWebsite } from "./website.ts";

standWebsite();

const preview = (here: World, body: object, status = 200) =>
  admin("POST", `/projects/${here.project_id}/sources/preview`, body, { status });
const page =
  (links: string[], head = "") =>
  () =>
    new Response(
      `<html><head>${head}</head><body>${links.map((to) => `<a href="${to}">${to}</a>`).join(" ")}</body></html>`,
      { headers: { "content-type": "text/html" } },
    );
const rss =
  (...links: string[]) =>
  () =>
    new Response(
      `<?xml version="1.0"?><rss version="2.0"><channel><link>${SITE}/</link>${links.map((link) => `<item><title>News</title><link><![CDATA[${SITE}${link}]]></link></item>`).join("")}</channel></rss>`,
      { headers: { "content-type": "application/rss+xml" } },
    );

describe("what an address leads to", () => {
  test("is counted by folder, with and without the patterns, and nothing of it is kept", async () => {
    const here = await world();
    site["/robots.txt"] = () => new Response(`Sitemap: ${SITE}/maps.xml`);
    site["/"] = html("Home", "The mill by the river.");
    site["/maps.xml"] = () =>
      new Response(
        `<sitemapindex>${["/one.xml", "/two.xml"].map((map) => `<sitemap><loc>${SITE}${map}</loc></sitemap>`).join("")}</sitemapindex>`,
      );
    const blog = Array.from({ length: 3_000 }, (_, at) => `/blog/${at}/`);
    site["/one.xml"] = sitemap(...blog, "https://other.example/z");
    site["/two.xml"] = sitemap("/delivery", "/help/rye", "/help/wheat", "/help/rye#top");
    const seen = await preview(here, { url: `${SITE}/`, exclude: ["/blog/"] });
    expect(seen).toMatchObject({ addresses: 3_003, chosen: 3, room: 2_000, complete: true, problem: null });
    expect(seen.folders).toEqual([
      { path: "/blog/", addresses: 3_000, chosen: 0, examples: [0, 1, 2].map((at) => `${SITE}/blog/${at}/`) },
      { path: "/help/", addresses: 2, chosen: 2, examples: [`${SITE}/help/rye`, `${SITE}/help/wheat`] },
      { path: "/", addresses: 1, chosen: 1, examples: [`${SITE}/delivery`] },
    ]);
    expect(seen.ways).toEqual([
      { kind: "sitemap", url: `${SITE}/maps.xml`, addresses: 0, problem: null },
      { kind: "sitemap", url: `${SITE}/one.xml`, addresses: 3_000, problem: null },
      { kind: "sitemap", url: `${SITE}/two.xml`, addresses: 3, problem: null },
    ]);
    expect(asked).toHaveLength(5);
    expect(await env.DB.prepare("SELECT count(*) AS n FROM knowledge_sources").first("n")).toBe(0);
  });

  test("is found by feeds and links where no sitemap is, on a few pages only", async () => {
    const here = await world();
    const feed = '<link rel="alternate" type="application/rss+xml" href="/news.rss">';
    site["/"] = page(["/shop/1", "/login?action=x", "/photo.jpg", "https://other.example/"], feed);
    site["/news.rss"] = rss("/news/a", "/news/b");
    for (let at = 1; at < 60; at++) site[`/shop/${at}`] = page([`/shop/${at + 1}`, "/"]);
    const seen = await preview(here, { url: `${SITE}/` });
    expect(seen).toMatchObject({ complete: false, problem: null });
    expect(seen.ways[0]).toEqual({ kind: "feed", url: `${SITE}/news.rss`, addresses: 2, problem: null });
    expect(seen.folders).toMatchObject([
      { path: "/shop/", addresses: 10 },
      { path: "/news/", addresses: 2 },
      { path: "/", addresses: 1 },
    ]);
    expect(asked.filter((address) => address.includes("/shop/"))).toHaveLength(9);
    expect(asked.some((address) => /photo|login|other/.test(address))).toBe(false);
  });

  test("opens a folder that holds almost all of it", async () => {
    const here = await world();
    site["/sitemap.xml"] = sitemap(...["help/a", "help/b", "shop/a"].map((path) => `/en/${path}`));
    site["/"] = html("Home", "The mill.");
    const { folders } = await preview(here, { url: SITE });
    expect(folders.map(({ path }: { path: string }) => path)).toEqual(["/en/help/", "/en/shop/"]);
  });

  test("leaves out what robots.txt forbids, and says how much", async () => {
    const here = await world();
    site["/robots.txt"] = () =>
      new Response("User-agent: *\nDisallow: /cart\n\nUser-agent: VoiceWidgetBot\nDisallow: /members/");
    site["/"] = html("Home", "The mill.");
    site["/sitemap.xml"] = sitemap("/help/rye", "/members/a", "/members/b", "/cart");
    expect(await preview(here, { url: SITE })).toMatchObject({
      addresses: 2,
      chosen: 2,
      forbidden: 2,
      problem: null,
      folders: [
        { path: "/help/", addresses: 1 },
        { path: "/", addresses: 1, examples: [`${SITE}/cart`] },
      ],
    });
    site["/sitemap.xml"] = sitemap("/members/a");
    const none = await preview(here, { url: SITE });
    expect(none).toMatchObject({
      addresses: 0,
      forbidden: 1,
      folders: [],
      problem: expect.stringContaining("allows none"),
    });
  });

  test("is compared with what a robots.txt says as far as that takes no long time, and says where it ended", async () => {
    const here = await world();
    const starred = (count: number, text: string) => () =>
      new Response(`User-agent: *\n${Array.from({ length: count }, (_, n) => `Disallow: /*${text}${n}z`).join("\n")}`);
    site["/robots.txt"] = starred(999, "a*".repeat(240));
    site["/"] = html("Home", "The mill.");
    site["/sitemap.xml"] = sitemap(...Array.from({ length: 2_000 }, (_, n) => `/p${n}`));
    const seen = await preview(here, { url: SITE });
    expect(seen).toMatchObject({ complete: false, forbidden: 0, problem: null });
    expect(seen.addresses).toBeGreaterThan(100);
    expect(seen.addresses).toBeLessThan(1_000);
    site["/robots.txt"] = starred(1_001, "a");
    const refused = await preview(here, { url: SITE });
    expect(refused).toMatchObject({
      addresses: 0,
      problem: expect.stringMatching(/robots\.txt.*more than 1,000 rules/),
    });
  });

  test("is read as far as that takes no long time, however large its pages and sitemaps are, and says where it ended", async () => {
    const here = await world();
    const large = (start: string, piece: string, type: string, bytes: number) => () =>
      new Response(start + piece.repeat((bytes - start.length) / piece.length), { headers: { "content-type": type } });
    const links = Array.from({ length: 9 }, (_, at) => `<a href="/p${at}">x</a>`).join("");
    site["/"] = large(`<h1>Mill</h1>${links}`, "<p hidden>", "text/html", 2_000_000);
    for (let at = 0; at < 9; at++)
      site[`/p${at}`] = large(`<a href="/of${at}">x</a>`, "<p hidden>", "text/html", 2_000_000);
    const pages = await preview(here, { url: `${SITE}/` });
    expect(pages).toMatchObject({ complete: false, problem: null });
    expect(pages.ways).toHaveLength(2);
    // A few are asked for at once.
    expect(asked.length).toBeLessThan(10);

    asked.length = 0;
    site["/robots.txt"] = () =>
      new Response(Array.from({ length: 20 }, (_, at) => `Sitemap: ${SITE}/map${at}.xml`).join("\n"));
    for (let at = 0; at < 20; at++)
      site[`/map${at}.xml`] = large(`<urlset><url><loc>/m${at}</loc></url>`, "<a></a>", "text/xml", 9_000_000);
    const maps = await preview(here, { url: `${SITE}/` });
    expect(maps).toMatchObject({ complete: false, problem: null, addresses: 2 });
    expect(maps.ways.filter(({ problem }: { problem: string | null }) => problem === null)).toHaveLength(2);
    expect(maps.ways.at(-1).problem).toContain("enough had been read");
    expect(asked.length).toBeLessThan(10);
  });

  test("is looked for in twenty sitemaps at most, however many an index names, and in no more once there are enough pages", async () => {
    const here = await world();
    const many = (path: string) => Array.from({ length: 50_000 }, (_, at) => `${path}${at}`);
    site["/"] = html("Home", "The mill.");
    site["/robots.txt"] = () => new Response(["/a", "/b"].map((map) => `Sitemap: ${SITE}${map}`).join("\n"));
    for (const index of ["/a", "/b"])
      site[index] = () =>
        new Response(
          `<sitemapindex>${many(`${SITE}${index}/map`)
            .map((map) => `<sitemap><loc>${map}</loc></sitemap>`)
            .join("")}</sitemapindex>`,
        );
    for (let at = 0; at < 50; at++) site[`/a/map${at}`] = sitemap(`/page/${at}`);
    const compared = vi.spyOn(Array.prototype, "includes");
    const seen = await preview(here, { url: SITE });
    const comparisons = compared.mock.calls.length;
    compared.mockRestore();
    expect(seen).toMatchObject({ addresses: 18, complete: false, problem: null });
    expect(asked.filter((address) => /map|\/[ab]$/.test(address))).toHaveLength(20);
    // Each of the 100,000 was held against all that were named before.
    expect(comparisons).toBeLessThan(10_000);

    asked.length = 0;
    for (let at = 0; at < 20; at++) site[`/a/map${at}`] = sitemap(...many(`/page/${at}/`));
    expect(await preview(here, { url: SITE })).toMatchObject({ addresses: 50_000, complete: false });
    expect(asked.filter((address) => /map/.test(address)).length).toBeLessThanOrEqual(5);
  });

  test("is said in words where it leads nowhere", async () => {
    const here = await world();
    const many = (path: string) => Array.from({ length: 60 }, (_, at) => `${SITE}${path}/${at}.xml`);
    site["/robots.txt"] = () => new Response("User-agent: *\nDisallow: /private");
    site["/private"] = html("Private", "Secret");
    site["/away"] = moved("http://10.1.2.3/");
    site["/other"] = moved("https://other.example/");
    site["/broken.xml.gz"] = () => new Response(new Uint8Array([0x1f, 0x8b, 1, 2, 3]));
    site["/empty"] = page([]);
    const cases: Record<string, RegExp> = {
      "/private": /robots\.txt/,
      "/away": /10\.1\.2\.3.*not read/,
      "/other": /another host/,
      "/nowhere": /404/,
      "/broken.xml.gz": /unpacked/,
    };
    for (const [path, words] of Object.entries(cases)) {
      const seen = await preview(here, { url: SITE + path });
      expect(seen, path).toMatchObject({ addresses: 0, folders: [], ways: [] });
      expect(seen.problem, path).toMatch(words);
    }
    expect(asked.some((address) => /10\.1\.2\.3|other\.example|private/.test(address))).toBe(false);
    site["/index.xml"] = () =>
      new Response(
        `<sitemapindex>${many("/deep")
          .map((map) => `<sitemap><loc>${map}</loc></sitemap>`)
          .join("")}</sitemapindex>`,
      );
    const seen = await preview(here, { url: `${SITE}/index.xml` });
    expect(seen).toMatchObject({ complete: false, problem: expect.stringContaining("No page of this site was found") });
    expect(asked.filter((address) => address.includes("/deep/"))).toHaveLength(20);
    for (const url of ["http://10.0.0.1/", "file:///etc/passwd", "https://user:secret@mill.example/"])
      await preview(here, { url }, 422);
    await preview(here, { url: SITE, include: ["blog"] }, 422);
  });
});

test("a feed's pages are read, and those that the home page's feed names where a site has no sitemap", async () => {
  const here = await world();
  site["/atom.xml"] = () =>
    new Response(
      `<feed xmlns="http://www.w3.org/2005/Atom"><link href="${SITE}/"/><entry><link rel="alternate" href="/news/a"/><link rel="enclosure" href="/a.mp3"/></entry></feed>`,
      { headers: { "content-type": "application/atom+xml" } },
    );
  site["/news/a"] = html("Heron", "A heron lives at the pond.");
  site["/"] = () =>
    new Response(
      '<html><head><link rel="alternate" type="application/atom+xml" href="/atom.xml"><link rel="alternate" type="application/rss+xml" href="/gone.rss"></head><body><main><p>Welcome to the mill.</p></main></body></html>',
      { headers: { "content-type": "text/html" } },
    );
  expect(await read(here, "sitemap", `${SITE}/atom.xml`)).toMatchObject({ status: "ready", pages: { ready: 1 } });
  const crawled = await read(here, "sitemap", `${SITE}/`);
  expect(crawled).toMatchObject({ status: "ready", detail: null, pages: { ready: 2, failed: 0 } });
  expect((await pagesOf(crawled.id)).map(({ url }: { url: string }) => url.replace(SITE, "")).sort()).toEqual([
    "/",
    "/news/a",
  ]);
  expect((await found(here, "heron"))[0]).toMatchObject({ url: `${SITE}/news/a` });
});

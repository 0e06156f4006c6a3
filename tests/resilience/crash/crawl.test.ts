import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeSite, Service, type Site } from "../../harness/service/workerd/service.ts";

/** CRAWL_PAGES=500 is the whole of it; 100 have each kind of trouble ten times. */
const PAGES = Number(process.env.CRAWL_PAGES || 100);
/** CRAWL_KILLS=200 asks for another number; with CRAWL_PAGES=500 they come all over it. */
const KILLS = Number(process.env.CRAWL_KILLS || 2);
/** Answers that take long, but not too long. Milliseconds. */
const SLOW_MS = 300;

/** What a page of the site is, by its number. */
const KINDS = [
  "plain",
  "plain",
  "redirect",
  "loop",
  "missing",
  "huge",
  "forbidden",
  "slow",
  "private",
  "bomb",
] as const;
const kindOf = (number: number) => KINDS[number % KINDS.length];

let origin = "";
let asked = 0;
const forbidden: string[] = [];

const page = (response: ServerResponse, number: number, word = "page") => {
  response.setHeader("content-type", "text/html; charset=utf-8");
  response.setHeader("etag", `"${number}"`);
  response.end(
    `<html lang="en"><title>${word} ${number}</title><main><p>This ${word} speaks of topic${number}.</p></main></html>`,
  );
};

const site: Server = createServer((request, response) => {
  asked++;
  const path = request.url ?? "/";
  if (path === "/robots.txt") return void response.end("User-agent: *\nDisallow: /forbidden/");
  if (path === "/sitemap.xml") {
    const pages = Array.from({ length: PAGES }, (_, number) =>
      kindOf(number) === "forbidden" ? `/forbidden/${number}` : `/page/${number}`,
    );
    return void response.end(
      `<urlset>${pages.map((one) => `<url><loc>${origin}${one}</loc></url>`).join("")}</urlset>`,
    );
  }
  const number = Number(/\d+/.exec(path)?.[0] ?? -1);
  if (path.startsWith("/forbidden/")) forbidden.push(path);
  if (path.startsWith("/moved/")) return page(response, number, "moved");
  switch (kindOf(number)) {
    case "redirect":
      return void response.writeHead(302, { location: `/moved/${number}` }).end();
    case "loop":
      return void response
        .writeHead(302, { location: path.includes("?") ? `/page/${number}` : `/page/${number}?again` })
        .end();
    case "missing":
      return void response.writeHead(404).end("<p>not here</p>");
    case "huge":
      return void response.writeHead(200, { "content-type": "text/html" }).end("x".repeat(10 * 1024 * 1024));
    case "slow":
      return void setTimeout(() => page(response, number), SLOW_MS);
    case "private":
      return void response.writeHead(302, { location: "http://169.254.169.254/latest/meta-data" }).end();
    case "bomb":
      return void response
        .writeHead(200, { "content-type": "text/html", "content-encoding": "gzip" })
        .end(gzipSync(Buffer.alloc(20 * 1024 * 1024, 32)));
    default:
      return page(response, number);
  }
});

const service = new Service({ logs: true });
let here: Site;

beforeAll(async () => {
  await new Promise<void>((done) => site.listen(0, "127.0.0.1", done));
  origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
  await service.start();
  here = await makeSite(service);
});
afterAll(async () => {
  site.closeAllConnections();
  site.close();
  await service.stop();
});

interface Source {
  id: number;
  status: string;
  detail: string | null;
  bytes: number;
  chunks: number;
  pages: { ready: number; failed: number; skipped: number; waiting: number };
}
const source = (id: number) => service.admin<Source>("GET", `/sources/${id}`);

async function settled(id: number): Promise<Source> {
  for (;;) {
    const now = await source(id);
    if (now.status !== "pending") return now;
    await sleep(100);
  }
}

/** Every page with what became of it, but for when and under which number. */
async function index(id: number): Promise<string[]> {
  const all: string[] = [];
  for (let cursor: string | null = ""; cursor !== null; ) {
    const more: {
      items: { url: string; status: string; title: string; chunks: number }[];
      next_cursor: string | null;
    } = await service.admin("GET", `/sources/${id}/pages?limit=200${cursor && `&cursor=${cursor}`}`);
    all.push(...more.items.map(({ url, status, title, chunks }) => `${url} ${status} ${title} ${chunks}`));
    cursor = more.next_cursor;
  }
  return all.sort();
}

test(`a site of ${PAGES} pages: what may be read is, what may not is named, and ${KILLS} kills change nothing`, {
  timeout: 300_000 + PAGES * 3_000 + KILLS * 10_000,
}, async () => {
  const read = () =>
    service.admin<Source>("POST", `/projects/${here.project}/sources`, {
      kind: "sitemap",
      url: `${origin}/sitemap.xml`,
    });
  const first = await settled((await read()).id);
  const each = Math.floor(PAGES / KINDS.length);
  expect(first).toMatchObject({
    status: "ready",
    pages: { ready: 4 * each, failed: 4 * each, skipped: 2 * each, waiting: 0 },
  });
  for (const words of ["circle", "404", "larger than 2 MB", "robots.txt", "169.254.169.254"])
    expect(first.detail).toContain(words);
  expect(forbidden).toEqual([]);
  const whole = await index(first.id);

  // The same again, killed in the middle.
  const second = (await read()).id;
  for (let kill = 1; kill <= KILLS; kill++) {
    const until = asked + PAGES / (KILLS + 1);
    while (asked < until && (await source(second)).status === "pending") await sleep(20);
    await service.running.kill();
    await service.start();
  }
  const after = await settled(second);
  expect(after).toMatchObject({ status: "ready", bytes: first.bytes, chunks: first.chunks, pages: first.pages });
  expect(await index(second)).toEqual(whole);
  const { items } = await service.admin<{ items: { url: string }[] }>(
    "GET",
    `/projects/${here.project}/knowledge/search?q=topic${KINDS.length}`,
  );
  expect(items[0]?.url).toBe(`${origin}/page/${KINDS.length}`);
});

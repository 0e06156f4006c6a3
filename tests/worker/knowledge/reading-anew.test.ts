import { expect, test } from "vitest";
import { world } from "../../harness/worker/organization.ts";
import {
  answering,
  asked,
  found,
  html,
  moved,
  pagesOf,
  read,
  readAnew,
  SITE,
  site,
  sitemap,
  standWebsite,
  tagged,
} from "./website.ts";

standWebsite();

test("a page that grew too large fails, and leaves the index", async () => {
  const here = await world();
  site["/sitemap.xml"] = sitemap("/a", "/b");
  site["/a"] = html("Apples", "Apples cost two euros.");
  site["/b"] = html("Bread", "Bread costs three euros.");
  const { id } = await read(here, "sitemap", `${SITE}/sitemap.xml`);
  site["/b"] = html("Bread", "bread ".repeat(400_000));
  expect(await readAnew(id)).toMatchObject({ status: "ready", pages: { ready: 1, failed: 1 } });
  expect(await pagesOf(id)).toMatchObject([
    { url: `${SITE}/a`, status: "ready" },
    { url: `${SITE}/b`, status: "failed", detail: expect.stringContaining("larger than 2 MB") },
  ]);
  expect(await found(here, "bread")).toEqual([]);
});

test("while robots.txt cannot be loaded nothing is read, and what is known stays; what it forbids leaves", async () => {
  const here = await world();
  site["https://other.example/"] = html("Dates", "Dates cost five euros.");
  const { id } = await read(here, "url", "https://other.example/");
  site["/sitemap.xml"] = sitemap("/a", "/b");
  site["/a"] = html("Apples", "Apples cost two euros.");
  site["/b"] = html("Bread", "Bread costs three euros.");
  const whole = await read(here, "sitemap", `${SITE}/sitemap.xml`);
  for (const answer of [answering(503), () => Promise.reject(new TypeError("no connection"))]) {
    site["https://other.example/robots.txt"] = answer;
    site["/robots.txt"] = answer;
    asked.length = 0;
    expect(await readAnew(id)).toMatchObject({
      status: "ready",
      chunks: 1,
      detail: expect.stringMatching(/what was known stays: The robots\.txt of https:\/\/other\.example, /),
    });
    expect(await readAnew(whole.id)).toMatchObject({ status: "ready", pages: { ready: 2 } });
    expect(asked).toEqual(["https://other.example/robots.txt", `${SITE}/robots.txt`]);
    expect(await found(here, "dates")).toHaveLength(1);
    expect(await found(here, "bread")).toHaveLength(1);
  }
  site["https://other.example/robots.txt"] = () => new Response("User-agent: *\nDisallow: /");
  site["/robots.txt"] = () => new Response("User-agent: *\nDisallow: /b");
  expect(await readAnew(id)).toMatchObject({ status: "failed", chunks: 0 });
  expect(await readAnew(whole.id)).toMatchObject({ status: "ready", pages: { ready: 1, skipped: 1 } });
  expect(await found(here, "dates")).toEqual([]);
  expect(await found(here, "bread")).toEqual([]);
});

test("a page that was met by a redirect stays while its way fails, and leaves when its way is gone", async () => {
  const here = await world();
  site["/sitemap.xml"] = sitemap("/a", "/old");
  site["/a"] = html("Apples", "Apples cost two euros.");
  site["/old"] = moved("/new");
  site["/new"] = html("News", "The new oven is hot.");
  const { id } = await read(here, "sitemap", `${SITE}/sitemap.xml`);
  const failing = async () => {
    expect(await readAnew(id)).toMatchObject({ status: "ready", pages: { ready: 2, failed: 0 } });
    expect(await pagesOf(id)).toMatchObject([
      { url: `${SITE}/a`, status: "ready", detail: null },
      { url: `${SITE}/new`, status: "ready", detail: expect.stringMatching(/^Not read again: .*503/) },
    ]);
    expect(await found(here, "new oven")).toHaveLength(1);
  };
  site["/old"] = answering(503);
  await failing();
  site["/old"] = moved("/new");
  site["/new"] = answering(503);
  await failing();
  site["/old"] = answering(410);
  site["/new"] = html("News", "The new oven is hot.");
  expect(await readAnew(id)).toMatchObject({ status: "ready", pages: { ready: 1, failed: 1 } });
  expect(await found(here, "new oven")).toEqual([]);
});

test("a page that was met by a redirect is not sent again while it is as it was", async () => {
  const here = await world();
  let sent = 0;
  site["/new"] = tagged("News", "The new oven is hot.", '"one"', () => sent++);
  const { id } = await read(here, "url", `${SITE}/new`);
  site["/sitemap.xml"] = sitemap("/old");
  site["/old"] = moved("/between");
  site["/between"] = moved("/new");
  const whole = await read(here, "sitemap", `${SITE}/sitemap.xml`);
  expect(sent).toBe(2);
  for (const again of [id, whole.id, whole.id])
    expect(await readAnew(again)).toMatchObject({ status: "ready", chunks: 1, detail: null });
  expect(sent).toBe(2);
  site["/old"] = answering(503);
  expect(await readAnew(whole.id)).toMatchObject({ status: "ready", pages: { ready: 1 } });
});

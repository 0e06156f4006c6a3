import { expect, test } from "vitest";
import { world } from "../../harness/worker/organization.ts";
import { found, html, pagesOf, read, readAnew, SITE, site, sitemap, standWebsite } from "./website.ts";

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

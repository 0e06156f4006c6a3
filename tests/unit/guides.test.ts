import { globSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { describe, expect, test } from "vitest";
import { ORGANIZATION_TABS } from "../../console/addresses/organization.ts";
import { SERVICE_NAMES } from "../../console/addresses/service.ts";
import { PROJECT_TABS } from "../../console/addresses/site.ts";
import { guideOf } from "../../console/guides.ts";
import type { Route } from "../../console/router.ts";
import { sectionsOf } from "../../scripts/build/guide-sections.ts";
import { buildGuides, GUIDES, guideHtml, titleOf } from "../../scripts/build/guides.ts";

const docs = join(import.meta.dirname, "../../docs");
const names = globSync("*.md", { cwd: docs }).map((file) => basename(file, ".md"));
const pages = new Map(names.map((name) => [name, guideHtml(readFileSync(join(docs, `${name}.md`), "utf8"))]));

/** The page that an address leads to has the heading that it names. */
function expectThere(href: string): void {
  const [, name = "", hash = ""] = /^\/guides\/([\w-]+)(?:#(.+))?$/.exec(href) ?? [];
  expect(names, href).toContain(name);
  if (hash) expect(pages.get(name), href).toContain(` id="${hash}"`);
}

describe("the guides that a running service shows", () => {
  test("are all guides that there are, each once, with a title", () => {
    expect(Object.values(GUIDES).flat().toSorted()).toEqual(names.toSorted());
    for (const name of names) expect(titleOf(readFileSync(join(docs, `${name}.md`), "utf8")), name).not.toBe("Guide");
  });

  test("name all others beside them, and mark themselves", () => {
    const out = mkdtempSync(join(tmpdir(), "guides-"));
    buildGuides(join(docs, ".."), out);
    for (const name of names) {
      const beside = /<nav class="guides"[\s\S]*<\/nav>/.exec(
        readFileSync(join(out, `guides/${name}.html`), "utf8"),
      )?.[0];
      const links = [...(beside ?? "").matchAll(/<a href="\/guides\/([\w-]+)"( aria-current="page")?/g)];
      expect(links.map(([, other]) => other).toSorted(), name).toEqual(names.toSorted());
      expect(links.flatMap(([, other, here]) => (here ? [other] : []))).toEqual([name]);
    }
    const index = readFileSync(join(out, "guides/index.html"), "utf8");
    const first = index.slice(index.indexOf("Get started"), index.indexOf("For site owners"));
    const links = [...first.matchAll(/href="([^"]+)"/g)].map(([, href = ""]) => href);
    expect(links.length).toBeGreaterThan(2);
    for (const href of links.filter((one) => one.startsWith("/guides/"))) expectThere(href);
    rmSync(out, { recursive: true });
  });

  test("are found by their headings, each of which is there once", () => {
    const sections = [...pages].flatMap(([name, html]) => sectionsOf(name, html));
    expect(sections.length).toBeGreaterThan(150);
    expect(new Set(sections.map(({ href }) => href)).size).toBe(sections.length);
    for (const { href, guide, heading } of sections) {
      expectThere(href);
      expect(guide && heading, href).not.toBe("");
    }
    const html = guideHtml(
      "# A & B\n\nFirst `x <b>`\n\n```mermaid\na --> b\n```\n\n## The *second*\n\n| a | b |\n|---|---|\n| c | d |\n",
    );
    expect(sectionsOf("a", html)).toEqual([
      { href: "/guides/a#a--b", guide: "A & B", heading: "A & B", text: "First x <b>" },
      { href: "/guides/a#the-second", guide: "A & B", heading: "The second", text: "a b c d" },
    ]);
  });

  test("show no comment of their source", () => {
    for (const [name, html] of pages) expect(html, name).not.toContain("&lt;!--");
  });

  test("link to headings that are there, and to nothing that is not served", () => {
    const links = [...pages.values()].flatMap((html) =>
      [...html.matchAll(/href="([^"]+)"/g)].map(([, href = ""]) => href),
    );
    const own = links.filter((href) => !/^https?:|^#/.test(href));
    expect(own.length).toBeGreaterThan(20);
    for (const href of own) expectThere(href);
  });

  test("have what each screen of the console is for", () => {
    const screens: Route[] = [
      ...PROJECT_TABS.map((tab) => ({ screen: "project" as const, id: 1, tab, item: null })),
      ...ORGANIZATION_TABS.map((tab) => ({ screen: "organization" as const, id: 1, tab })),
      ...SERVICE_NAMES.map((screen) => ({ screen })),
      { screen: "unknown", path: "/x" },
    ];
    for (const route of screens) expectThere(guideOf(route));
  });

  test("carry no markup of their own, whatever is written in them", () => {
    const html = guideHtml(
      "# A & <b>\n\n<script>alert(1)</script>\n\n[x](javascript:alert(1)) [y](../worker/app.ts)\n",
    );
    expect(html).not.toMatch(/<script|javascript:|worker\/app/);
    expect(html).toContain('<h1 id="a--b">');
    expect(titleOf("# `<voice-widget>` & more")).toBe("&lt;voice-widget&gt; &amp; more");
  });
});

import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launchLargeText } from "../../harness/browser/chromium.ts";
import { openConsole } from "../../harness/browser/console-page.ts";
import { admin, browser, server, startDemo } from "../../harness/browser/demo-site.ts";
import { makeSample, type Sample } from "../../harness/service/console-sample.ts";

/** The console as those read it who have set large text, colours of their own, or a language from right to left. */

let sample: Sample;
let large: Browser;

startDemo();
beforeAll(async () => {
  sample = await makeSample(admin, server.origin);
  large = await launchLargeText();
});
afterAll(() => large?.close());

const show = async (page: Page, hash: string, heading: string | RegExp) => {
  await page.evaluate((to) => {
    location.hash = to;
  }, hash);
  await page.getByRole("heading", { name: heading }).first().waitFor();
  await page.waitForFunction(() => document.querySelector(".loading") === null);
};
const site = (tab: string) => `#/projects/${sample.project_id}/${tab}`;

const SCREENS: [tab: string, heading: string | RegExp][] = [
  ["home", "Harbour Coffee Roasters"],
  ["inbox", "Inbox"],
  ["agents/new", "New agent"],
  ["look", "Look"],
  ["knowledge", "Sources"],
  ["sessions", "Conversations"],
  ["analytics", "Analytics"],
  ["contacts", "Contacts"],
  ["webhooks", "Webhooks"],
  ["rules", "Opening hours"],
  ["channels", "Channels"],
  ["settings", "Site"],
];

test("large text is large everywhere, and reaches no further than a phone", async () => {
  // Wide enough for the rail, whose button says that the console is open.
  const page = await large.newPage({ viewport: { width: 2400, height: 844 } });
  await openConsole(page, server.origin, "#/status");
  const others: typeof SCREENS = [
    ["#/status", "Running"],
    ["#/new-site", "New site"],
    [`#/organizations/${sample.organization_id}/ledger`, "Ledger"],
    [`#/organizations/${sample.organization_id}/terms`, "Plan"],
    [site(`agents/${sample.agent_ids[0]}`), "Tools"],
    [site(`sessions/${sample.session_id}`), "Conversation"],
  ];
  for (const [to, heading] of [...SCREENS.map(([tab, name]) => [site(tab), name] as const), ...others]) {
    await show(page, to, heading);
    // What is folded away has to fit as well.
    await page.locator("main details").evaluateAll((all) => {
      for (const details of all as HTMLDetailsElement[]) details.open = true;
    });
    for (const width of [360, 320]) {
      await page.setViewportSize({ width, height: 844 });
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect.soft(wide, `${to} is too wide for ${width} px`).toBeLessThanOrEqual(0);
    }
    const small = await page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>("main :is(p, button, input, select, textarea, td, dd)")]
        .filter((element) => element.checkVisibility() && parseFloat(getComputedStyle(element).fontSize) < 24)
        .map(({ tagName, className }) => `${tagName}.${className}`),
    );
    expect.soft([...new Set(small)], `${to} has text that did not grow`).toEqual([]);
  }
  await page.close();
});

test("in a window as low as one at 400 %, no bar stays over what is read", async () => {
  const page = await (await browser.context()).newPage();
  const inSight = (one: Locator) =>
    one.evaluate((element) => {
      const { top, bottom } = element.getBoundingClientRect();
      return bottom > 0 && top < innerHeight;
    });
  await openConsole(page, server.origin, "#/status");
  await page.setViewportSize({ width: 320, height: 256 });
  for (const [to, heading, bar] of [
    ["#/new-site", "New site", "Create site"],
    [site(`agents/${sample.agent_ids[0]}`), "Tools", "Save agent"],
    [site("look"), "Look", "Save look"],
    [site("rules"), "Opening hours", "Save opening hours"],
  ] as const) {
    await show(page, to, heading);
    const save = page.getByRole("button", { name: bar });
    await save.waitFor();
    // What is still loading makes the page longer, and leaves it where it is.
    const staying = async () => {
      await page.evaluate(() => scrollTo({ top: 200, behavior: "instant" }));
      return Promise.all([save, page.locator(".top")].map(inSight));
    };
    await expect.poll(staying, { message: `${to}: ${bar} or the top bar stays in sight` }).toEqual([false, false]);
  }
});

/** What is drawn of it, as a still picture. */
const picture = async (one: Locator) => (await one.screenshot({ animations: "disabled" })).toString("base64");

test("in the reader's own colours a rating, a choice, a legend and the present screen can still be told", async () => {
  const page = await (await browser.context({ forcedColors: "active" })).newPage();
  await openConsole(page, server.origin, site("sessions"));
  const stars = await page
    .getByRole("img", { name: "2 of 5" })
    .first()
    .evaluate((img) => [img, img.querySelector("i") as Element].map((one) => getComputedStyle(one).color));
  expect(stars[0]).not.toBe(stars[1]);
  const outline = (one: Locator) => one.evaluate((element) => getComputedStyle(element).outlineStyle);
  const rail = page.getByRole("navigation", { name: "Console" });
  expect(await outline(rail.getByRole("link", { name: "Conversations", exact: true }))).toBe("solid");
  expect(await outline(rail.getByRole("link", { name: "Contacts", exact: true }))).toBe("none");

  await show(page, site("analytics"), "Analytics");
  const legend = page.locator(".legend li");
  await legend.first().waitFor();
  const squares = await legend.evaluateAll((all) =>
    all.map((one) => getComputedStyle(one, "::before").backgroundColor),
  );
  expect(new Set([...squares, "rgb(0, 0, 0)", "rgb(255, 255, 255)"]).size).toBe(4);

  await show(page, site("look"), "Look");
  const way = page.getByRole("button", { name: "Opened" });
  await way.waitFor();
  expect(await outline(way)).toBe("none");
  const before = await picture(way);
  await way.click();
  await page.mouse.move(0, 0);
  expect(await outline(way)).toBe("solid");
  expect(await picture(way)).not.toBe(before);
});

/** Where a text begins on screen, px from the left. */
const leftOf = (one: Locator, text: string) =>
  one.evaluate((element, wanted) => {
    const walk = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    for (let node = walk.nextNode(); node; node = walk.nextNode()) {
      const at = node.nodeValue?.indexOf(wanted) ?? -1;
      if (at === -1) continue;
      const range = document.createRange();
      range.setStart(node, at);
      range.setEnd(node, at + wanted.length);
      return range.getBoundingClientRect().left;
    }
    throw new Error(`no ${wanted}`);
  }, text);

test("in a page from right to left amounts, code and the strip of a call keep their order", async () => {
  const page = await (await browser.context({ viewport: { width: 1280, height: 900 } })).newPage();
  await openConsole(page, server.origin, `#/organizations/${sample.organization_id}/ledger`);
  await page.evaluate(() => {
    document.documentElement.dir = "rtl";
  });
  const grant = page.locator("td.plus");
  expect(await leftOf(grant, "+")).toBeLessThan(await leftOf(grant, "1,000"));

  let amounts = 0;
  const others: typeof SCREENS = [
    ["#/", "Overview"],
    ["#/status", "Running"],
    [`#/organizations/${sample.organization_id}/ledger`, "Ledger"],
  ];
  for (const [to, heading] of [...SCREENS.map(([tab, name]) => [site(tab), name] as const), ...others]) {
    await show(page, to, heading);
    const turned = await page.locator("main :not(:has(*))").evaluateAll((all) => {
      const shown = all.filter(
        (element) => element.checkVisibility() && /^\s*\d[\d.,]* [a-z%]/i.test(element.textContent ?? ""),
      );
      /** Its first character and its last: what Lit has filled in is a text of its own. */
      const isTurned = (element: Element) => {
        const texts = [...element.childNodes].filter(
          (node): node is Text => node instanceof Text && !!node.data.trim(),
        );
        const [first, last] = [texts[0] as Text, texts.at(-1) as Text];
        const box = (text: Text, at: number) => {
          const range = document.createRange();
          range.setStart(text, at);
          range.setEnd(text, at + 1);
          return range.getBoundingClientRect();
        };
        const [begin, end] = [box(first, first.data.search(/\d/)), box(last, last.data.trimEnd().length - 1)];
        return begin.top === end.top && begin.left > end.left;
      };
      const found = shown.filter(isTurned).map(({ tagName, textContent }) => `${textContent?.trim()} in ${tagName}`);
      return { amounts: shown.length, found };
    });
    amounts += turned.amounts;
    expect.soft(turned.found, `${to} turns amounts around`).toEqual([]);
  }
  expect(amounts).toBeGreaterThan(20);

  await show(page, site("channels"), "Channels");
  const snippet = page.locator("pre.copied").first();
  expect(await leftOf(snippet, "<script")).toBeLessThan(await leftOf(snippet, "async"));

  await show(page, site(`sessions/${sample.session_id}`), "Conversation");
  const strip = page.locator(".strip");
  const first = await strip.locator("line.mark").first().boundingBox();
  expect(Math.abs((await leftOf(strip, "0 s")) - (first?.x ?? 0))).toBeLessThan(60);
  expect(await page.locator(".arrow").evaluate((arrow) => getComputedStyle(arrow).scale)).toBe("-1 1");
  await admin.call("PATCH", `/projects/${sample.project_id}`, { retention_days: 31 });
  await show(page, "#/audit", "Audit log");
  expect(
    await page
      .locator(".changes .arrow")
      .first()
      .evaluate((arrow) => getComputedStyle(arrow).scale),
  ).toBe("-1 1");
  await show(page, site(`sessions/${sample.session_id}`), "Conversation");
  const switcher = page.locator(".switcher > span").first();
  expect(await switcher.evaluate((span) => getComputedStyle(span).textAlign)).toBe("right");
  // What a visitor wrote stands below its label, where the page begins.
  const facts = await page.locator(".facts dd").evaluateAll((all) =>
    all.map((dd) => {
      const range = document.createRange();
      range.selectNodeContents(dd);
      return [dd.textContent, Math.round(dd.getBoundingClientRect().right - range.getBoundingClientRect().right)];
    }),
  );
  expect(facts.length).toBeGreaterThan(0);
  expect(facts.filter(([, off]) => off !== 0)).toEqual([]);
});

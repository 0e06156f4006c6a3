import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { AxeResults } from "axe-core";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { ADMIN_TOKEN } from "../service/secrets.ts";
import { atRest } from "./axe.ts";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
declare const axe: { run(): Promise<AxeResults> };

/** Opens a screen of the console by its address, as an operator who is signed in. */
export async function openConsole(page: Page, origin: string, hash = "#/", token = ADMIN_TOKEN): Promise<void> {
  await page.goto(`${origin}/console/${hash}`);
  await page.getByLabel("Token").fill(token);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("button", { name: "Sign out" }).waitFor();
}

/** Goes to another screen of the same site or organization by the rail. */
export const goTo = (page: Page, screen: string): Promise<void> =>
  page.getByRole("navigation", { name: "Console" }).getByRole("link", { name: screen, exact: true }).click();

/** What axe holds against the whole page, once nothing moves: rule, and where. */
async function faultsOf(page: Page): Promise<string[]> {
  await atRest(page);
  // Not as a script of the page, whose policy would refuse it; once for each document, as it is half a megabyte.
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(`${AXE};0`);
  return page.evaluate(async () => {
    const { violations } = await axe.run();
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id} at ${target.join(" ")}: ${failureSummary}`),
    );
  });
}

/** Runs in the page: ordinary words of tables that go on in another line, and what reaches into the column beside it. */
function brokenWords(): string[] {
  const found: string[] = [];
  for (const cell of document.querySelectorAll("td")) {
    const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      // What is closed has no room of its own.
      if (!text.parentElement?.checkVisibility()) continue;
      // Addresses and ids break anywhere; a dash may end a line.
      for (const { index, 0: word } of (text.nodeValue ?? "").matchAll(/(?<!\S)\p{L}{2,12}(?!\S)/gu)) {
        const range = document.createRange();
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        const lines = new Set(Array.from(range.getClientRects(), ({ top }) => Math.round(top)));
        if (lines.size > 1) found.push(`"${word}" in ${cell.dataset.label ?? cell.textContent?.trim().slice(0, 40)}`);
      }
    }
  }
  for (const column of document.querySelectorAll(".sides > *, .beside > *"))
    if (column.scrollWidth > column.clientWidth) found.push(`"${column.textContent?.trim().slice(0, 40)}" is too wide`);
  return found;
}

/**
 * The screen is accessible: axe finds nothing in both themes, nothing is wider than a phone, no table is cut, and no
 * ordinary word in it.
 */
export async function expectGoodScreen(page: Page, name: string): Promise<void> {
  const before = page.viewportSize();
  for (const [width, theme] of [
    [1280, "light"],
    [390, "dark"],
  ] as const) {
    await page.setViewportSize({ width, height: 844 });
    await page.emulateMedia({ colorScheme: theme, reducedMotion: "reduce" });
    expect(await faultsOf(page), `${name}, ${theme}, ${width} px`).toEqual([]);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(wide, `${name} is wider than ${width} px`).toBeLessThanOrEqual(0);
    const cut = await page.evaluate(() =>
      [...document.querySelectorAll(".scroll:not([tabindex])")].map(
        ({ scrollWidth, clientWidth }) => scrollWidth - clientWidth,
      ),
    );
    expect(Math.max(0, ...cut), `a table of ${name} is cut at ${width} px`).toBe(0);
    expect(await page.evaluate(brokenWords), `words of ${name} are broken at ${width} px`).toEqual([]);
  }
  const text = await page.locator("body").innerText();
  expect(
    text.match(/.*(?:\[object |\bundefined\b|\bNaN\b).*/)?.[0],
    `${name} shows what no reader knows`,
  ).toBeUndefined();
  if (new URL(page.url()).pathname === "/console/") {
    expect(text.match(/.*\bprojects?\b.*/i)?.[0], `${name} has another word for a site`).toBeUndefined();
    expect(
      await page
        .locator(".badge")
        .filter({ hasText: /^\s*[a-z]/ })
        .allInnerTexts(),
      `badges of ${name}`,
    ).toEqual([]);
    const choices = page.locator(".field:has(> select) > label");
    expect((await choices.allInnerTexts()).filter((label) => label.includes("optional"))).toEqual([]);
  }
  if (before) await page.setViewportSize(before);
  await page.emulateMedia({ colorScheme: null, reducedMotion: null });
}

import { expect, test } from "vitest";
import { browser, server, startDemo } from "../../harness/browser/demo-site.ts";

startDemo();

/** Zod, inside Scalar, tries once whether it may compile its checks, and goes on without. Firefox remarks on it. */
const TRIED_EVAL = /blocked a JavaScript eval \(script-src\)/;

const openReference = async ({ width = 1280, at = "" } = {}) => {
  const page = await (await browser.context()).newPage();
  await page.setViewportSize({ width, height: 900 });
  const elsewhere: string[] = [];
  const faults: string[] = [];
  page.on("request", (request) => {
    if (!request.url().startsWith(server.origin) && !/^(data|blob):/.test(request.url())) elsewhere.push(request.url());
  });
  page.on("pageerror", (error) => faults.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error" && !TRIED_EVAL.test(message.text())) faults.push(message.text());
  });
  await page.goto(`${server.origin}/docs${at}`);
  await page.getByRole("heading", { name: "Voice Widget API" }).first().waitFor();
  return { page, elsewhere, faults };
};

test("the API's page shows an operation with its curl call, and sends requests to our origin only", async () => {
  const { page, elsewhere, faults } = await openReference({ at: "#tag/sessions/POST/widget/v1/session" });
  const curl = page.locator("code").filter({ hasText: `curl ${server.origin}/widget/v1/session` });
  await curl.filter({ hasText: "X-API-Key" }).first().waitFor();
  expect(elsewhere).toEqual([]);
  expect(faults).toEqual([]);
});

test("the search finds an operation by a word of it, and leads there", async () => {
  const { page } = await openReference();
  await page
    .getByRole("button", { name: /search/i })
    .first()
    .click();
  await page.getByRole("combobox", { name: /search/i }).fill("correct credits");
  const found = page.getByRole("option", { name: /Grant or correct credits/ });
  await expect.poll(() => found.count()).toBe(1);
  await found.click();
  await expect.poll(() => page.url()).toMatch(/credits/);
});

test("it fits a screen of 390 px", async () => {
  const { page } = await openReference({ width: 390 });
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
});

test("only its own origin may run scripts there", async () => {
  const policy = (await fetch(`${server.origin}/docs`)).headers.get("content-security-policy") ?? "";
  expect(policy).toContain("default-src 'none'; script-src 'self';");
  expect(policy).toContain("connect-src 'self';");
});

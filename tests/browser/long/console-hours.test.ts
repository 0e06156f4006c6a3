import type { Page } from "playwright-core";
import { beforeEach, expect, test } from "vitest";
import { expectGoodScreen, openConsole } from "../../harness/browser/console-page.ts";
import { admin, browser, demo, server, startDemo } from "../../harness/browser/demo-site.ts";

let page: Page;

startDemo();
beforeEach(async () => {
  const context = await browser.context();
  page = await context.newPage();
  await openConsole(page, server.origin, `#/projects/${demo.project_id}/rules`);
});

const group = (name: string) => page.getByRole("group", { name, exact: true });
const stored = async () => (await admin.call<{ hours: object | null }>("GET", `/projects/${demo.project_id}`)).hours;
const save = async () => {
  const answered = page.waitForResponse((response) => response.request().method() === "PATCH");
  await page.getByRole("button", { name: "Save opening hours" }).click();
  expect((await answered).status()).toBe(200);
};

test("opening hours are made from the default week, with faults beside their fields, and removed again", async () => {
  const here = await page.evaluate(() => Intl.DateTimeFormat().resolvedOptions().timeZone);
  await page.getByLabel("Open at these hours").check();
  expect(await page.getByLabel("Time zone").inputValue()).toBe(here);
  await page.getByLabel("Time zone").selectOption("Europe/Berlin");
  await page.getByLabel("While closed").selectOption("Offer the contact form");

  const monday = group("Monday");
  await monday.getByRole("button", { name: "Add hours on Monday" }).click();
  const second = monday.getByLabel("Monday 2, from");
  await expect.poll(() => second.evaluate((one) => one === document.activeElement)).toBe(true);
  await second.fill("16:00");
  await monday.getByLabel("Monday 2, to").fill("18:30");
  await page.getByRole("button", { name: "Save opening hours" }).click();
  await monday.getByText("This overlaps with 09:00 to 17:00.").waitFor();
  await expect.poll(() => second.evaluate((one) => one === document.activeElement)).toBe(true);
  expect(await second.getAttribute("aria-invalid")).toBe("true");
  await expectGoodScreen(page, "a week with a mistake");
  await monday.getByLabel("Monday 1, to").fill("12:00");
  await monday.getByText("This overlaps").waitFor({ state: "detached" });

  await page.getByRole("button", { name: "Copy to Tuesday–Friday" }).click();
  await group("Friday").getByRole("combobox", { name: "Friday" }).selectOption("Closed");
  await group("Saturday").getByRole("combobox", { name: "Saturday" }).selectOption("Open all day");
  await group("Sunday").getByRole("combobox", { name: "Sunday" }).selectOption("Open");
  await group("Sunday").getByLabel("Sunday, to").fill("00:00");
  await page.getByRole("button", { name: "Add a date" }).click();
  await group("New date").getByLabel("Date", { exact: true }).fill("2026-12-24");
  await save();

  const weekday = [
    ["09:00", "12:00"],
    ["16:00", "18:30"],
  ];
  const wanted = {
    time_zone: "Europe/Berlin",
    week: {
      mon: weekday,
      tue: weekday,
      wed: weekday,
      thu: weekday,
      sat: [["00:00", "24:00"]],
      sun: [["09:00", "24:00"]],
    },
    exceptions: [{ date: "2026-12-24", spans: [] }],
    closed: "contact",
  };
  expect(await stored()).toEqual(wanted);
  await page.reload();
  await group("Tuesday").getByLabel("Tuesday 2, to").waitFor();
  expect(await group("Tuesday").getByLabel("Tuesday 2, to").inputValue()).toBe("18:30");
  await save();
  expect(await stored(), "saved again as it was").toEqual(wanted);
  await expectGoodScreen(page, "a week");

  await page.getByLabel("Always open").check();
  await save();
  expect(await stored()).toBeNull();
});

test("opening hours are made by the keyboard alone, and leaving without saving asks first", async () => {
  await page.getByLabel("Always open").focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Tab");
  await page.getByRole("combobox", { name: "Monday" }).focus();
  await page.keyboard.type("Closed");
  await group("Monday").getByLabel("Monday, from").waitFor({ state: "detached" });
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await group("Friday").getByLabel("Friday, from").waitFor({ state: "detached" });
  await page.getByRole("link", { name: "Agents" }).first().click();
  await page.getByRole("alertdialog", { name: "Leave without saving?" }).getByRole("button", { name: "Leave" }).click();
  await page.getByRole("heading", { name: "Agents" }).waitFor();
  expect(await stored()).toBeNull();
});

test("a screen links to its section of the guide", async () => {
  const link = page.getByRole("link", { name: "How this works" });
  const href = await link.getAttribute("href");
  expect(href).toBe("/guides/console#hours-and-limits");
  await page.goto(`${server.origin}${href}`);
  await page.getByRole("heading", { name: "Hours and limits" }).waitFor();
  await expectGoodScreen(page, "guide");
  await page.getByRole("link", { name: "opening hours", exact: true }).click();
  await page.getByRole("heading", { name: "Opening hours", exact: true }).waitFor();
});

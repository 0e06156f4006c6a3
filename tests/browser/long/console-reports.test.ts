import type { Page } from "playwright-core";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { expectGoodScreen, openConsole } from "../../harness/browser/console-page.ts";
import { admin, browser, server, startDemo } from "../../harness/browser/demo-site.ts";
import { makeSample, type Sample } from "../../harness/service/console-sample.ts";
import { ADMIN_TOKEN } from "../../harness/service/secrets.ts";

let sample: Sample;
let page: Page;

startDemo();
beforeAll(async () => {
  sample = await makeSample(admin, server.origin);
});
beforeEach(async () => {
  page = await (await browser.context()).newPage();
});

const open = (tab: string) => openConsole(page, server.origin, `#/projects/${sample.project_id}/${tab}`);
const rows = () => page.locator("vc-sessions tbody tr");
const count = (wanted: number) =>
  page.waitForFunction((n) => document.querySelectorAll("vc-sessions tbody tr").length === n, wanted);

test("sessions are found by words, agent, rating, length, cost and failure, and the address has the filters", async () => {
  await open("sessions");
  await count(6);
  // Where each began, and how: a home page by its host.
  for (const [asked, where] of [
    ["Are you open on Saturday?", /· \/öffnungszeiten\/ · Typed/],
    ["The network blocks voice calls", /· harbour\.example/],
  ] as const)
    expect(await rows().filter({ hasText: asked }).innerText()).toMatch(where);
  await page.getByLabel("Words in the conversation").fill("moka pot");
  await page.getByRole("button", { name: "Search" }).click();
  await count(1);
  await page.getByRole("link", { name: "Show all" }).click();
  await count(6);

  await page.locator("summary", { hasText: "Filters" }).click();
  await page.getByLabel("Only failed starts").check();
  await page.getByRole("button", { name: "Search" }).click();
  await count(1);
  await rows().getByText("The network blocks voice calls").waitFor();
  await page.reload();
  await count(1);
  expect(await page.getByLabel("Only failed starts").isChecked()).toBe(true);

  await page.getByLabel("Only failed starts").uncheck();
  await page.getByLabel("Rating").selectOption("5");
  await page.getByLabel("Agent").selectOption("Ava");
  await page.getByRole("button", { name: "Search" }).click();
  await count(1);
  await rows().getByRole("img", { name: "5 of 5" }).waitFor();
  await page.getByLabel("Length").selectOption("Over 5 min");
  await page.getByRole("button", { name: "Search" }).click();
  await page.getByText("No conversation matches these words and filters.").waitFor();
  await page.getByLabel("Length").selectOption("Any");
  await page.getByLabel("Rating").selectOption("");
  await page.getByLabel("Cost at least").fill("1000000");
  await page.getByRole("button", { name: "Search" }).click();
  await page.getByText("No conversation matches these words and filters.").waitFor();
  await page.goto(`${server.origin}/console/#/projects/${sample.project_id}/sessions`);
  await count(6);
  await expectGoodScreen(page, "sessions");
});

test("a session reads like a conversation: who spoke, what was used, where it is from, how long it took", async () => {
  await open(`sessions/${sample.session_id}`);
  const items = page.locator(".timeline > li");
  await items.first().waitFor();
  const texts = (await items.allInnerTexts()).map((text) => text.replace(/\s+/g, " "));
  const wanted = [
    /Connected/,
    /Ava .*Hello! I am Ava/,
    /Visitor .*Are you open on Saturday\?/,
    /Used search knowledge/,
    /Ava .*answered after \d+\.\d s.*from nine to one.*cut short by the visitor.*Opening hours/,
    /The visitor interrupted/,
    /Visitor .*where is my order 1024\?/,
    /Used find order The tool answered with status 405/,
    /Ava .*I cannot look it up/,
    /Used show offer on the page/,
    /The visitor left a contact/,
    /Rated 4 of 5/,
    /Ended/,
  ];
  for (const pattern of wanted)
    expect(
      texts.some((text) => pattern.test(text)),
      `${pattern} in ${texts.join("\n")}`,
    ).toBe(true);
  const source = page.getByRole("list", { name: "Sources" }).getByRole("link", { name: "Opening hours" });
  expect(await source.getAttribute("href")).toBe("https://harbour.example/visit");
  // Below each other on a phone.
  await page.setViewportSize({ width: 1280, height: 844 });
  const [said, fact] = await Promise.all(
    [page.getByRole("heading", { name: "What was said" }), page.getByText("Started", { exact: true })].map((one) =>
      one.boundingBox(),
    ),
  );
  expect(said && fact && fact.x > said.x + 300 && Math.abs(fact.y - said.y) < 20).toBe(true);
  await page.getByText("Used search knowledge").click();
  await page.locator("pre", { hasText: "Saturday from nine to one" }).waitFor();
  await page.getByRole("link", { name: "ada@example.com" }).waitFor();
  await page.getByText("Built-in demo").waitFor();
  const began = page.getByRole("link", { name: "https://harbour.example/öffnungszeiten/" });
  expect(await began.getAttribute("href")).toBe("https://harbour.example/%C3%B6ffnungszeiten/");
  await page.getByText("First words", { exact: true }).waitFor();
  await expectGoodScreen(page, "session");
  // On paper stands the conversation alone, in dark ink also of a dark screen.
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  expect(await page.locator("main").evaluate((main) => getComputedStyle(main).color)).toBe("rgb(23, 24, 28)");
  for (const one of ["vc-rail", ".top", ".place", "footer.service"])
    expect(await page.locator(one).first().isVisible(), `${one} is printed`).toBe(false);
  await page.emulateMedia({ media: null, colorScheme: null });
});

test("charts of calls, minutes, cost and ratings have axes, and tables beside them", async () => {
  await open("analytics");
  await page.locator("figure.chart").first().waitFor();
  expect(await page.locator("figure.chart h3").allInnerTexts()).toEqual(["Calls", "Minutes", "Cost", "Ratings"]);
  const calls = page.locator("figure.chart").first();
  const axis = (await calls.locator(".axis-y span").allInnerTexts()).map(Number);
  // Six calls: the axis ends above them, and begins at nothing.
  expect(axis).toEqual([10, 5, 0]);
  expect(await calls.locator(".axis-x span").count()).toBe(5);
  expect(await calls.locator("rect").count()).toBe(2);
  await calls.getByText("As a table").click();
  await calls
    .getByRole("row")
    .filter({ has: page.getByRole("cell", { name: "5", exact: true }) })
    .waitFor();
  await page.locator("dt", { hasText: "Rating" }).waitFor();
  await page.getByRole("link", { name: "7 days" }).click();
  await page.waitForFunction(() => document.querySelectorAll("figure.chart tbody")[0]?.children.length === 7);
  await expectGoodScreen(page, "analytics");
});

test("the audit log names who, what and where, with what was before, and is narrowed in its address", async () => {
  // The log is one for all files, and the screen shows the newest of it.
  const agent_id = sample.agent_ids[0];
  const instructions = (word: string) => `${"Answer in one sentence. ".repeat(20)}${word}`;
  await admin.call("PATCH", `/agents/${agent_id}`, { name: "Eva", instructions: instructions("Sell tea.") });
  await admin.call("PATCH", `/agents/${agent_id}`, { name: "Ava" });
  await admin.call("PATCH", `/agents/${agent_id}`, { memory: true, instructions: instructions("Sell coffee.") });
  await openConsole(page, server.origin, `#/audit?target=agent:${agent_id}`);
  await page.getByRole("heading", { name: "Audit log" }).waitFor();
  await page.getByText(`Only the history of agent ${agent_id}.`).waitFor();
  const row = page.getByRole("row").filter({ hasText: "Changed agent" });
  const name = row.filter({ hasText: "name" }).first();
  await name.getByText("Operator").waitFor();
  expect((await name.locator("dd").innerText()).replace(/\s+/g, " ").trim()).toBe("Before: Eva→ Now: Ava");
  await expectGoodScreen(page, "audit");
  // A long one folds.
  await row.getByText("instructions, memory", { exact: true }).click();
  await row.getByText("Sell coffee.").waitFor();
  await row.getByText("Sell tea.").first().waitFor();
  await expectGoodScreen(page, "audit with a change that is open");

  await page.getByRole("link", { name: "Show all" }).click();
  await page.waitForFunction(() => location.hash === "#/audit");
  await page.locator("summary", { hasText: "Filters" }).click();
  await page.getByLabel("What was done").selectOption("Created webhook");
  await page.getByLabel("From").fill("2020-01-01");
  await page.getByLabel("To", { exact: true }).fill("2020-01-02");
  await page.getByRole("button", { name: "Search" }).click();
  await page.getByText("No entry matches these filters.").waitFor();
  expect(new URL(page.url()).hash).toBe("#/audit?action=webhook.create&from=2020-01-01&to=2020-01-02");
  await expectGoodScreen(page, "audit without a match");
  await page.reload();
  await page.getByText("No entry matches these filters.").waitFor();
  expect(await page.getByLabel("From").inputValue()).toBe("2020-01-01");

  await page.getByRole("link", { name: "Show all" }).click();
  await page.locator(`a[href="#/audit?target=agent%3A${agent_id}"]`).first().click();
  await page.getByText(`Only the history of agent ${agent_id}.`).waitFor();
  const link = name.getByRole("link", { name: "Ava", exact: true });
  const href = await link.getAttribute("href");
  await link.click();
  await page.getByRole("button", { name: "Save agent" }).waitFor();
  expect(new URL(page.url()).hash).toBe(href);
});

test("a new tab is signed in by the others, all are signed out together, and nothing is stored", async () => {
  await open("sessions");
  const second = await page.context().newPage();
  await second.goto(`${server.origin}/console/#/audit`);
  await second.getByRole("heading", { name: "Audit log" }).waitFor();
  expect(await second.evaluate(() => [localStorage.length, document.cookie])).toEqual([0, ""]);
  await second.getByRole("button", { name: "Sign out" }).click();
  await second.getByLabel("Token").waitFor();
  await page.getByText("You signed out in another tab.").waitFor();
  const third = await page.context().newPage();
  await third.goto(`${server.origin}/console/`);
  await third.getByLabel("Token").waitFor();
});

test("signing out in another tab covers this one and says so; after signing in again, what was typed is still there", async () => {
  await openConsole(page, server.origin, `#/projects/${sample.project_id}/agents/${sample.agent_ids[0]}`);
  const description = page.getByLabel("Description");
  await description.fill("Answers before the shop opens");
  const form = page.getByRole("dialog", { name: "Sign in" });
  const signIn = async () => {
    await form.getByLabel("Token").fill(ADMIN_TOKEN);
    await form.getByRole("button", { name: "Sign in" }).click();
  };
  const covered = () =>
    page.evaluate(() => document.elementFromPoint(innerWidth / 2, innerHeight - 2)?.closest("dialog.away") !== null);

  const second = await page.context().newPage();
  await second.goto(`${server.origin}/console/`);
  await second.getByRole("button", { name: "Sign out" }).click();
  await form.getByText(/^You signed out in another tab\. Sign in as “operator” to continue/).waitFor();
  await expect.poll(covered).toBe(true);
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  expect(await covered()).toBe(true);
  await signIn();
  await form.waitFor({ state: "detached" });
  expect(await description.inputValue()).toBe("Answers before the shop opens");
  await expect.poll(() => description.evaluate((one) => one === document.activeElement)).toBe(true);

  // The sign-in ends without a word from another tab: the click that finds out is carried out after it.
  await page.context().clearCookies();
  await page.getByRole("button", { name: "Save agent" }).click();
  await form.getByText(/^Your sign-in has ended\./).waitFor();
  await signIn();
  await page.getByText("Agent saved").waitFor();
  expect(await admin.call("GET", `/agents/${sample.agent_ids[0]}`)).toMatchObject({
    description: "Answers before the shop opens",
  });

  const { token } = await admin.call<{ token: string }>("POST", `/organizations/${sample.organization_id}/tokens`, {
    name: "Office",
  });
  // Somebody else signs in in another tab: nothing of this tab is done in that name, and nothing stays for them to read.
  await description.fill("Half a sentence");
  await second.reload();
  await second.getByRole("button", { name: "Sign out" }).click();
  await second.getByLabel("Token").fill(token);
  await second.getByRole("button", { name: "Sign in" }).click();
  await form.getByText(/^Another tab signed in as “/).waitFor();
  await form.getByRole("button", { name: /^Continue as “.+”$/ }).click();
  await form.waitFor({ state: "detached" });
  await expect.poll(() => description.inputValue()).toBe("Answers before the shop opens");
});

test("console, playground, reference and demo page lead to each other", async () => {
  await open("sessions");
  for (const [from, links] of Object.entries({
    "/console/#/": ["/", "/playground/", "/docs"],
    "/playground/": ["/", "/console/", "/docs"],
    "/docs": ["/", "/console/", "/playground/"],
    "/": ["/console/", "/playground/", "/docs"],
  })) {
    await page.goto(`${server.origin}${from}`);
    for (const link of links) await page.locator(`a[href="${link}"]`).first().waitFor({ state: "attached" });
  }
});

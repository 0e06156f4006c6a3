import type { Page } from "playwright-core";
import { beforeEach, expect, test } from "vitest";
import { expectGoodScreen, goTo, openConsole } from "../../harness/browser/console-page.ts";
import { admin, browser, demo, server, startDemo } from "../../harness/browser/demo-site.ts";

let page: Page;

startDemo();
beforeEach(async () => {
  page = await (await browser.context()).newPage();
});

interface Line {
  type: string;
  [field: string]: unknown;
}

/** A call with this key in which that happens. */
async function call(key: string, ...events: Line[]): Promise<void> {
  const post = async (path: string, body: object) => {
    const response = await fetch(`${server.origin}/widget/v1${path}`, {
      method: "POST",
      headers: { "X-API-Key": key, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    return (await response.json()) as { session_id: string };
  };
  const { session_id } = await post("/session", { agent_id: demo.agent_ids[0] });
  await post(`/session/${session_id}/events`, { events });
}

const figure = async (name: string) =>
  (await page.locator("dl.figures > div", { hasText: name }).locator("dd").innerText()).replace(/\s+/g, " ").trim();
const home = () => openConsole(page, server.origin, `#/projects/${demo.project_id}/home`);

test("home tells of the day what was asked, what failed and why, and counts test calls apart", async () => {
  const said = { type: "user_transcript", text: "Are you open on Saturday?" };
  await call(demo.api_key, { type: "connected" }, said, { type: "feedback", rating: 4 }, { type: "ended" });
  await call(demo.api_key, { type: "failed", reason: "The network blocks voice calls" });
  const { key } = await admin.call<{ key: string }>("POST", `/agents/${demo.agent_ids[0]}/test-key`);
  await call(key, { type: "connected" }, { type: "user_transcript", text: "One, two" }, { type: "ended" });

  await home();
  await page.getByRole("heading", { name: /^Today, / }).waitFor();
  await expect.poll(() => figure("Calls")).toBe("2 1 did not start, and 1 test call");
  expect(await figure("Rating")).toBe("4.0 of 5, by 1");
  expect(await figure("Credit")).toMatch(/credits, at last week’s rate/);
  await page.getByText("You are live.").waitFor();
  const german = await (await browser.context({ locale: "de-DE" })).newPage();
  await openConsole(german, server.origin, `#/projects/${demo.project_id}/home`);
  await german.locator("dl.figures").getByText("4,0", { exact: true }).waitFor();
  await german.context().close();
  const line = (text: string) => page.locator(".lines li", { hasText: text });
  await line("One, two").getByText("Test call").waitFor();
  expect(await line("Are you open on Saturday?").getByText("Test call").count()).toBe(0);
  await page.locator(".failed", { hasText: "The network blocks voice calls" }).getByText("1 call").waitFor();
  await expectGoodScreen(page, "home");

  await page.getByRole("link", { name: "The day before" }).click();
  await page.getByRole("heading", { name: /^Yesterday, / }).waitFor();
  await page.getByText("Nobody called on this day.").waitFor();
  await page.getByRole("link", { name: "The day after" }).click();
  await page.getByRole("heading", { name: /^Today, / }).waitFor();

  await line("Are you open on Saturday?").getByRole("link").click();
  await page.getByRole("heading", { name: /^Conversation with/, level: 1 }).waitFor();
  await goTo(page, "Analytics");
  await expect.poll(() => figure("Calls")).toBe("2 and 1 test call");

  await goTo(page, "Overview");
  const row = page.getByRole("row").filter({ has: page.locator(`a[href="#/projects/${demo.project_id}/home"]`) });
  await row.getByText("Quiet").waitFor();
  // Sites of several organizations may have one name.
  await row.getByText("Demo", { exact: true }).waitFor();
  expect((await row.getByRole("cell").allInnerTexts()).slice(1, 3)).toEqual(["2", "1"]);
});

test("an agent that nobody can call is red where it is listed, on top of its site's screens, at home and in the overview", async () => {
  const { id } = await admin.call<{ id: number }>("POST", "/agents", {
    project_id: demo.project_id,
    name: "Nora",
    provider: "provider_x",
  });
  await openConsole(page, server.origin, `#/projects/${demo.project_id}/agents`);
  const row = page.getByRole("row").filter({ hasText: "Nora" });
  await row.locator(".badge.bad", { hasText: "Cannot be called" }).waitFor();
  const alert = page.locator(".note.bad", { hasText: "Visitors cannot call Nora." });
  await alert.getByText(/ELEVENLABS_API_KEY, which is not set/).waitFor();
  await expectGoodScreen(page, "agents, with one that cannot be called");
  await goTo(page, "Home");
  await alert.waitFor();
  await page.locator(".lines li", { hasText: "Nora" }).locator(".badge.bad").waitFor();
  await alert.getByRole("link", { name: "Nora" }).click();
  await page.locator(".note.bad", { hasText: "ElevenLabs cannot be called yet: provider_x needs" }).waitFor();
  expect(new URL(page.url()).hash).toBe(`#/projects/${demo.project_id}/agents/${id}`);
  await goTo(page, "Overview");
  await page.getByText("Visitors cannot call Nora: provider_x needs").first().waitFor();
});

test("the built-in voice says that it repeats wherever somebody would expect an answer of it", async () => {
  const says = (place: Page | ReturnType<Page["locator"]>) =>
    place.getByText("repeats what it hears and ignores instructions").waitFor();
  const { project_id } = await admin.call<{ project_id: number }>("POST", "/sites", {
    name: "New",
    agent: { name: "Ava" },
  });
  await openConsole(page, server.origin, "#/new-site");
  await says(page);
  await page.goto(`${server.origin}/console/#/projects/${project_id}/home`);
  await says(page.locator(".setup"));
  await page.getByRole("button", { name: "Test call" }).click();
  const dialog = page.getByRole("dialog");
  await says(dialog);
  expect(await dialog.getByRole("link", { name: "Give it a real voice" }).getAttribute("href")).toBe(
    "/guides/vendors#a-real-voice-in-two-lines",
  );
  await dialog.getByRole("button", { name: "Close" }).click();
  await page.getByRole("link", { name: "Ava" }).click();
  await page.getByRole("button", { name: "Save agent" }).waitFor();
  await says(page);
  await page.goto(`${server.origin}/guides/vendors#a-real-voice-in-two-lines`);
  await page.getByText("PROVIDER_A=openai").waitFor();
});

test("what a slow service answers late pushes down no agents, keys or links of the service", async () => {
  await page.addInitScript(() => {
    const moved = globalThis as unknown as { moved: number };
    moved.moved = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) moved.moved += (entry as unknown as { value: number }).value;
    }).observe({ type: "layout-shift", buffered: true });
  });
  await home();
  await page.route("**/admin/v1/**", async (route) => {
    await new Promise((done) => setTimeout(done, 700));
    await route.continue();
  });
  // Before the first call a checklist comes on top of its day.
  const { project_id } = await admin.call<{ project_id: number }>("POST", "/sites", {
    name: "New",
    agent: { name: "Ava" },
  });
  for (const [project, tab, last] of [
    [project_id, "home", page.locator("vc-agent-states a").first()],
    [demo.project_id, "channels", page.locator("vc-keys h2")],
  ] as const) {
    await page.goto("about:blank");
    await page.goto(`${server.origin}/console/#/projects/${project}/${tab}`);
    await last.waitFor();
    await page.waitForFunction(() => document.querySelector(".loading") === null);
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    const moved = await page.evaluate(() => (globalThis as unknown as { moved: number }).moved);
    expect(moved, `how far ${tab} moved`).toBeLessThan(0.05);
  }
});

test("a question of one long word stays in its column", async () => {
  await call(
    demo.api_key,
    { type: "connected" },
    { type: "user_transcript", text: `${"Donaudampfschifffahrtsgesellschaft".repeat(3)}?` },
    { type: "ended" },
  );
  await home();
  await page.locator(".lines li", { hasText: "Donaudampf" }).first().waitFor();
  await expectGoodScreen(page, "home, with a long word");
});

test("names of one long word make no screen wider than a phone", async () => {
  const name = "Donaudampfschifffahrtsgesellschaftskapitänsmützenfabrikverkäuferinnen".padEnd(80, "x");
  const { project_id } = await admin.call<{ project_id: number }>("POST", "/sites", {
    name,
    credit: 60,
    allowed_domains: ["https://donaudampfschifffahrtsgesellschaftskapitaensmuetzen.example"],
    agent: { name, provider: "provider_x" },
  });
  await openConsole(page, server.origin, `#/projects/${project_id}/home`);
  await page.getByText("Visitors cannot call").first().waitFor();
  await page.setViewportSize({ width: 360, height: 780 });
  const wide: string[] = [];
  for (const tab of ["home", "agents", "channels", "look", "knowledge", "sessions", "rules", "webhooks", "analytics"]) {
    await page.goto(`${server.origin}/console/#/projects/${project_id}/${tab}`);
    await page.getByText("Visitors cannot call").first().waitFor();
    await page.waitForFunction(() => document.querySelector(".loading") === null);
    const by = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    if (by > 0) wide.push(`${tab}: ${by} px`);
  }
  expect(wide).toEqual([]);
});

test("a call that has just begun is not one that did not come about", async () => {
  await fetch(`${server.origin}/widget/v1/session`, {
    method: "POST",
    headers: { "X-API-Key": demo.api_key, "content-type": "application/json" },
    body: JSON.stringify({ agent_id: demo.agent_ids[0] }),
  });
  await home();
  const line = page.locator(".lines li", { hasText: "Starting" });
  await line.getByRole("link", { name: "Nothing was said yet" }).waitFor();
});

test.each([
  ["America/Los_Angeles", "2026-03-08", "4:00 PM", "2026-03-09", "5:00 PM"],
  ["Pacific/Auckland", "2026-04-04", "1:00 PM", "2026-04-05", "12:00 PM"],
])("an operator in %s is told when a day begins, also beside one that changes the clocks", async (...zone) => {
  const [timezoneId, before, then, after, now] = zone;
  const away = await browser.context({ timezoneId });
  page = await away.newPage();
  await openConsole(page, server.origin, "#/");
  const told = page.getByText(/^Days begin at .+ here, at midnight UTC\.$/);
  await told.waitFor();
  const show = (place: string) =>
    page.evaluate((hash) => {
      location.hash = hash;
    }, `#/projects/${demo.project_id}/${place}`);
  for (const [day, at] of [
    [before, then],
    [after, now],
  ])
    for (const place of [`home?day=${day}`, `sessions?from=${day}`, `analytics?from=${day}&to=${day}`]) {
      await show(place);
      await expect.poll(async () => (await told.innerText()).replace("\u202f", " ")).toContain(`at ${at} here`);
    }
  await away.close();
});

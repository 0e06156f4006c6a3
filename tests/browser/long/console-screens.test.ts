import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectGoodScreen, openConsole } from "../../harness/browser/console-page.ts";
import { admin, browser, server, startDemo } from "../../harness/browser/demo-site.ts";
import { makeSample, type Sample } from "../../harness/service/console-sample.ts";
import { eventually } from "../../harness/service/operator.ts";
import { PlainVisitor } from "../../harness/service/plain-visitor.ts";

interface Source {
  status: string;
}

let sample: Sample;
let page: Page;
const complaints: string[] = [];

startDemo();
beforeAll(async () => {
  sample = await makeSample(admin, server.origin);
  // What is long leaves the columns beside it room for their words.
  await admin.call("POST", "/operators", {
    name: "Annegret Wiedenhöft-Schlüter von und zu Überseestadt",
    role: "support",
    email: "annegret.wiedenhoeft-schlueter@kaffee-und-tee-handelsgesellschaft-ueberseestadt.example",
  });
  const sources = () => admin.call<{ items: Source[] }>("GET", `/projects/${sample.project_id}/sources`);
  await eventually(sources, ({ items }) => items.every(({ status }) => status !== "pending"));
});
afterAll(() => expect(complaints).toEqual([]));

const SCREENS: Record<string, string | RegExp> = {
  home: "Harbour Coffee Roasters",
  inbox: "Inbox",
  agents: "Agents",
  "agents/new": "New agent",
  knowledge: "Sources",
  yesterday: /Yesterday/,
  contacts: "Contacts",
  webhooks: "Webhooks",
  rules: "Opening hours",
};

test.each(Object.entries(SCREENS))("%s: axe finds nothing, and it fits a phone", async (tab, heading) => {
  page = await (await browser.context()).newPage();
  page.on("pageerror", (error) => complaints.push(error.message));
  await openConsole(page, server.origin, `#/projects/${sample.project_id}/${tab}`);
  await page.getByRole("heading", { name: heading }).first().waitFor();
  await page.waitForFunction(() => document.querySelector(".loading") === null);
  await expectGoodScreen(page, tab);
});

/** From a new site to its keys. */
test.each([
  ["#/", "Organizations"],
  ["#/new-site", "New site"],
  ["#/status", "Running"],
  ["#/operators", "Operators"],
  ["#/audit", "Audit log"],
  ["channels", "Channels"],
  ["channels", "Channels", /^New key$/],
  ["channels", "Channels", /^Add a key/],
  ["settings", "Site", /^Delete site…$/],
  ["terms", "Plan"],
  ["#/projects/999999999/home", "Site not found"],
  ["#/organizations/999999999", "Organization not found"],
  ["agents/999999999", "Agent not found"],
  ["sessions/ses_AAAAAAAAAAAAAAAAAAA000011", "Conversation not found"],
] as [screen: string, heading: string, press?: RegExp][])("%s, %s, %s: the same", async (screen, heading, press) => {
  page = await (await browser.context()).newPage();
  page.on("pageerror", (error) => complaints.push(error.message));
  const { organization_id, project_id } = sample;
  const place = screen === "terms" ? `organizations/${organization_id}` : `projects/${project_id}`;
  await openConsole(page, server.origin, screen.startsWith("#") ? screen : `#/${place}/${screen}`);
  await page.getByRole("heading", { name: heading, exact: true }).first().waitFor();
  if (press) await page.getByRole("button", { name: press }).first().click();
  await page.waitForFunction(() => document.querySelector(".loading") === null);
  await expectGoodScreen(page, `${screen} ${press ?? ""}`);
});

test.each([
  ["projects", "Site not loaded"],
  ["organizations", "Organization not loaded"],
  ["agents", "Agent not loaded"],
  ["sessions", "Conversation not loaded"],
])(
  "where %s cannot be read, the screen has a heading, is called by it, and is read again by a button",
  async (read, heading) => {
    page = await (await browser.context()).newPage();
    const { organization_id, project_id, agent_ids, session_id } = sample;
    const site = `#/projects/${project_id}`;
    const places: Record<string, string> = {
      projects: `${site}/sessions`,
      organizations: `#/organizations/${organization_id}`,
      agents: `${site}/agents/${agent_ids[0]}`,
      sessions: `${site}/sessions/${session_id}`,
    };
    const failing = new RegExp(`/admin/v1/${read}/[^/?]+$`);
    await page.route(failing, (route) => route.fulfill({ status: 503, json: { detail: "Temporarily unavailable" } }));
    await openConsole(page, server.origin, places[read]);
    await page.getByRole("heading", { name: heading, level: 1 }).waitFor();
    await page.waitForFunction((name) => document.title.startsWith(name), heading);
    await expectGoodScreen(page, heading);
    await page.unroute(failing);
    await page.getByRole("button", { name: "Try again" }).press("Enter");
    await page.getByRole("heading", { name: heading }).waitFor({ state: "detached" });
    await page.locator("main h1").waitFor();
  },
);

test("a running conversation stays in sight while the service fails, and is followed on by itself", async () => {
  const [agent_id = 0] = sample.agent_ids;
  const visitor = await PlainVisitor.start(server.origin, sample.api_key, agent_id, `${server.origin}/`);
  await visitor.report({ type: "user_transcript", text: "Is anybody there?" });
  page = await (await browser.context()).newPage();
  await openConsole(page, server.origin, `#/projects/${sample.project_id}/sessions/${visitor.session_id}`);
  const said = page.getByText("Is anybody there?").first();
  await said.waitFor();
  const failing = `**/admin/v1/sessions/${visitor.session_id}`;
  await page.route(failing, (route) => route.abort());
  const alert = page.getByRole("alert").getByText("The server did not answer.");
  await alert.waitFor();
  expect(await said.isVisible()).toBe(true);
  await visitor.report({ type: "agent_transcript", text: "Yes, I am." });
  await page.unroute(failing);
  await page.getByText("Yes, I am.").first().waitFor();
  await alert.waitFor({ state: "detached" });
  await visitor.report({ type: "ended" });
});

test("on a phone a list of conversations has no lines of what there is nothing of", async () => {
  page = await (await browser.context()).newPage();
  await openConsole(page, server.origin, `#/projects/${sample.project_id}/sessions`);
  await page.setViewportSize({ width: 390, height: 844 });
  const failed = page.getByRole("row", { name: /The network blocks voice calls/ });
  await failed.getByText("Failed", { exact: true }).waitFor();
  expect(await failed.locator("[data-label=Rating]").isVisible()).toBe(false);
  const top = async (label: string) => (await failed.locator(`[data-label=${label}]`).boundingBox())?.y ?? 0;
  expect(Math.abs((await top("State")) - (await top("Credits"))), "one line has room for both").toBeLessThan(10);
  expect(
    await page
      .getByRole("row", { name: /4 of 5/ })
      .first()
      .locator("[data-label=Rating]")
      .isVisible(),
  ).toBe(true);
  await page.setViewportSize({ width: 1280, height: 844 });
  await failed.locator("[data-label=Rating]").waitFor();
});

test("the service's page says whose history is late and since when, and whose store is almost full", async () => {
  page = await (await browser.context()).newPage();
  const since = Date.UTC(2026, 0, 2, 3, 4);
  await page.route("**/admin/v1/status", async (route) => {
    const response = await route.fetch();
    const stores = { late: [{ project_id: 7, since }], full: [{ project_id: 8, percent: 85 }] };
    await route.fulfill({ response, json: { ...(await response.json()), stores } });
  });
  await openConsole(page, server.origin, "#/status");
  const late = page.getByRole("row", { name: /^History of site 7 late since / });
  expect(await late.locator("time").getAttribute("datetime")).toBe(new Date(since).toISOString());
  expect(await late.getByRole("link").getAttribute("href")).toBe("#/projects/7/home");
  await page.getByRole("row", { name: "History of site 8 85 % full" }).waitFor();
});

test("knowledge: the form and a question are reached, tried and left by keyboard alone", async () => {
  page = await (await browser.context()).newPage();
  await openConsole(page, server.origin, `#/projects/${sample.project_id}/knowledge`);
  const add = page.getByRole("button", { name: "Add source" }).first();
  await add.focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog");
  await dialog.waitFor();
  await expectGoodScreen(page, "knowledge, with its dialog");
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  await page.getByLabel("Question").focus();
  await page.keyboard.type("When is the shop open on Saturday?");
  await page.keyboard.press("Enter");
  await page.getByText("from nine to one").first().waitFor();
  await page
    .getByText(/Found by/)
    .first()
    .waitFor();
  await expectGoodScreen(page, "knowledge, with an answer");
  await page
    .getByRole("button", { name: /^Pages of/ })
    .first()
    .click();
  await dialog
    .getByRole("button", { name: /^Show text/ })
    .first()
    .click();
  await dialog.getByRole("button", { name: /^Hide text/ }).waitFor();
  await expectGoodScreen(page, "knowledge, with the text of a page");
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
});

import { createHmac } from "node:crypto";
import type { BrowserContext, Page } from "playwright-core";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { admin, browser, demo, server, startDemo } from "../harness/browser/demo-site.ts";
import { listen, Widget } from "../harness/browser/widget-page.ts";
import { addressedTags, type Site, startSite } from "../harness/service/website.ts";

/** `features.acrossSubdomains`: a conversation goes on on another subdomain that the key names. Decision 0154. */

const WORDS = "Is there fresh rye?";
/** A page of any host of this machine: browsers find all that ends in `.localhost` here. */
const at = (host: string) => site.origin.replace("localhost", host);
const [WWW, SHOP, OTHER] = ["www.bakery.localhost", "shop.bakery.localhost", "mill.localhost"];

let site: Site;
let key: string;
let context: BrowserContext;
let page: Page;
let widget: Widget;
let asked: string[];
let heard: ReturnType<typeof listen>;

startDemo({ allowMicrophone: false });
beforeEach(async () => {
  await allow(true);
  key = await keyFor("*.bakery.localhost", "*.mill.localhost");
  site = await startSite(() => addressedTags(server.origin, key));
  context = await browser.context();
  page = await context.newPage();
  await page.addInitScript(countTaken);
  asked = [];
  page.on("request", (request) => asked.push(`${request.method()} ${new URL(request.url()).pathname}`));
  heard = listen(page);
  widget = new Widget(page);
});
afterEach(async () => {
  await context?.close();
  await site?.close();
});

const allow = (acrossSubdomains: boolean) =>
  admin.call("PATCH", `/projects/${demo.project_id}`, { widget_config: { features: { acrossSubdomains } } });

const keyFor = async (...allowed_domains: string[]) =>
  (
    await admin.call<{ key: string }>("POST", `/projects/${demo.project_id}/channels`, {
      name: "Bakery",
      agent_id: demo.agent_ids[0],
      allowed_domains,
    })
  ).key;

const say = (text: string) => page.evaluate((words) => document.querySelector("voice-widget")?.sendText(words), text);
const saved = async () => (await context.cookies()).filter(({ name }) => name.startsWith("voice-widget"));
const handovers = () => asked.filter((one) => one.endsWith("/handover")).length;

/** Counts what the service has answered about a handover, once the page has taken it: a driver hears of an answer sooner. */
function countTaken(): void {
  const { json } = Response.prototype;
  Response.prototype.json = async function () {
    const body = await json.call(this);
    if (this.url.endsWith("/handover")) setTimeout(() => Object.assign(window, { taken: taken() + 1 }));
    return body;
  };
  const taken = () => (window as { taken?: number }).taken ?? 0;
}

/** Says something, and waits until the page has taken the ticket for it. */
async function sayAndPrepare(text: string): Promise<void> {
  const taken = () => page.evaluate(() => (window as { taken?: number }).taken ?? 0);
  const before = await taken();
  await say(text);
  await widget.hears("agent", text);
  await expect.poll(taken).toBeGreaterThan(before);
}

/** A conversation in writing on one subdomain, once its page may hand it over. */
async function talk(host = WWW, address = ""): Promise<void> {
  await page.goto(at(host) + address);
  await widget.part("launcher").click();
  await widget.part("start").waitFor();
  await sayAndPrepare(WORDS);
}

/** By the browser's button; the page comes out of its cache. */
async function go(delta: 1 | -1, host: string): Promise<void> {
  await page.evaluate((steps) => setTimeout(() => history.go(steps)), delta);
  await page.waitForFunction((name) => location.hostname === name, host);
}

/** Where nothing was handed over, and nothing will be: the panel is there, and empty. */
async function nothingHere(): Promise<void> {
  await widget.part("launcher").click();
  await widget.part("start").waitFor();
  await page.waitForLoadState("networkidle");
  expect(await widget.messages()).toEqual([]);
}

describe("a conversation in writing", () => {
  test("is shown on another subdomain, open as it was, and goes on as the visitor writes; there and back", async () => {
    await talk();
    const first = await widget.sessionId();
    expect(await saved(), "no cookie before the page is left").toEqual([]);
    await page.goto(at(SHOP));
    await widget.part("transcript").getByText(WORDS).first().waitFor();
    await widget.part("input").waitFor();
    expect(await widget.status(), "nothing runs, and nothing is paid, until somebody goes on").toBe("idle");
    expect(await saved(), "it has served").toEqual([]);
    const before = (await widget.messages()).map(({ role, text }) => ({ role, text }));
    await sayAndPrepare("And milk?");
    expect(asked).toContain(`POST /widget/v1/session/${first}/reconnect`);
    expect((await widget.messages()).map(({ role, text }) => ({ role, text })).slice(0, before.length)).toEqual(before);
    expect(handovers(), "a ticket, its use, a ticket").toBe(3);

    await page.goto(at("bakery.localhost"));
    await widget.part("transcript").getByText("And milk?").first().waitFor();
    expect((await widget.messages()).filter(({ text, role }) => text === WORDS && role === "user")).toHaveLength(1);
    expect(heard.faults).toEqual([]);
  });

  test("that was shown and not continued goes on to the next subdomain, and to the next page of the same one", async () => {
    await talk();
    await page.goto(at(SHOP));
    await widget.part("transcript").getByText(WORDS).first().waitFor();
    await page.reload();
    await widget.part("transcript").getByText(WORDS).first().waitFor();
    await page.goto(at(WWW));
    await widget.part("transcript").getByText(WORDS).first().waitFor();
  });

  test("leaves one cookie that names its domain, is short, and holds no word and no secret", async () => {
    await talk();
    const secret = await page.evaluate(() => document.querySelector("voice-widget")?.session?.session_id);
    // A page of the domain without the widget.
    await page.route(`${at(SHOP)}/plain`, (route) => route.fulfill({ contentType: "text/html", body: "<p>Plain</p>" }));
    await page.goto(`${at(SHOP)}/plain`);
    // The page before writes it as it goes, in a process of its own.
    await expect.poll(async () => (await saved()).length).toBe(1);
    const [cookie] = await saved();
    expect(cookie).toMatchObject({ domain: ".bakery.localhost", path: "/", sameSite: "Strict" });
    // Firefox tells whole seconds, rounded up.
    expect(Math.floor((cookie?.expires ?? 0) - Date.now() / 1_000)).toBeLessThanOrEqual(300);
    for (const text of ["sss_", "ses_", WORDS, String(secret)]) {
      expect(cookie?.value).not.toContain(text);
      expect(atob(String(cookie?.value.split("!")[0]))).not.toContain(text);
    }
    await page.goto(at(OTHER));
    await nothingHere();
    expect(await page.evaluate(() => document.cookie)).toBe("");
  });

  test("is gone where the visitor clears the cookie, and where it has ended", async () => {
    await talk();
    await page.route(`${at(SHOP)}/plain`, (route) => route.fulfill({ contentType: "text/html", body: "<p>Plain</p>" }));
    await page.goto(`${at(SHOP)}/plain`);
    await context.clearCookies();
    await page.goto(at(SHOP));
    await nothingHere();
    expect(asked.filter((one) => one === "POST /widget/v1/handover")).toEqual([]);

    await sayAndPrepare(WORDS);
    await page.evaluate(() => document.querySelector("voice-widget")?.end());
    await widget.reaches("ended");
    await page.goto(at(WWW));
    await widget.part("launcher").waitFor();
    expect(await saved()).toEqual([]);
  });

  test("of a signed-in visitor is shown to them, and to nobody else", async () => {
    const { secret } = await admin.call<{ secret: string }>("GET", `/projects/${demo.project_id}/identity-secret`);
    const hash = createHmac("sha256", secret).update("4711").digest("hex");
    const signedIn = `/?user-id=4711&user-hash=${hash}`;
    await talk(WWW, signedIn);
    await page.goto(`${at(SHOP)}${signedIn}`);
    await widget.part("transcript").getByText(WORDS).first().waitFor();
    const refused = page.waitForResponse((response) => response.url().endsWith("/v1/handover"));
    await page.goto(at(WWW));
    expect((await refused).status()).toBe(401);
    await nothingHere();
  });

  test("that another subdomain has gone on with is not shown as it was before, nor one that was ended there", async () => {
    await talk();
    await page.goto(at(SHOP));
    await widget.part("transcript").getByText(WORDS).first().waitFor();
    await sayAndPrepare("And milk?");
    await go(-1, WWW);
    await widget.part("transcript").getByText("And milk?").first().waitFor();
    await go(1, SHOP);
    await widget.part("transcript").getByText("And milk?").first().waitFor();
    await say("That is all.");
    await widget.hears("agent", "That is all.");
    await page.evaluate(() => document.querySelector("voice-widget")?.end());
    await widget.reaches("ended");
    await page.goto(at(WWW));
    await nothingHere();
  });
});

test("a subdomain whose key does not name its neighbours gets nothing, and loads no code for it", async () => {
  await talk();
  key = await keyFor(`http://${SHOP}:${new URL(site.origin).port}`);
  await page.goto(at(SHOP));
  await nothingHere();
  await say("Anybody here?");
  await widget.hears("agent", "Anybody here?");
  expect(await widget.messages()).toHaveLength(2);
});

test("without the owner's switch nothing is asked, loaded or saved", async () => {
  await allow(false);
  const files: string[] = [];
  page.on("request", (request) => files.push(request.url()));
  await page.goto(at(WWW));
  await widget.part("launcher").click();
  await widget.part("start").waitFor();
  await say(WORDS);
  await widget.hears("agent", WORDS);
  await page.goto(at(SHOP));
  await nothingHere();
  expect(await saved()).toEqual([]);
  expect(handovers()).toBe(0);
  expect(files.filter((url) => url.includes("across-subdomains"))).toEqual([]);
});

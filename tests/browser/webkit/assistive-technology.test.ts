import { afterAll, beforeAll, expect, test } from "vitest";
// For the element's place in HTMLElementTagNameMap.
import type {} from "../../../widget/define.ts";
import { AssistiveTechnology } from "../../harness/browser/at-spi.ts";
import { launchWebKit, type WebKitBrowser, type WebKitPage } from "../../harness/browser/webkit.ts";
import { Admin, type DemoSite } from "../../harness/service/operator.ts";
import { type Server, startServer } from "../../harness/service/server.ts";

/** A whole call by presses of assistive technology: no pointer, no key. */

let server: Server;
let demo: DemoSite;
let admin: Admin;
let assistive: AssistiveTechnology;
let browser: WebKitBrowser;
let page: WebKitPage;

beforeAll(async () => {
  server = await startServer({ env: { HOST: "127.0.0.1" } });
  assistive = await AssistiveTechnology.start();
  browser = await launchWebKit(assistive.sessionBus);
  const origin = server.origin.replace("localhost", "127.0.0.1");
  admin = new Admin(origin);
  demo = await admin.demoSite();
  await admin.call("PATCH", `/projects/${demo.project_id}`, { widget_config: { features: { pushToTalk: true } } });
  page = await browser.visit(`${origin}/`);
});
afterAll(async () => {
  await browser?.close();
  await Promise.all([server?.stop(), assistive?.stop()]);
});

/** Until the button for push-to-talk says whether the microphone is open. */
const pressed = (open: boolean) =>
  page.until((wanted) => {
    const panel = document.querySelector("voice-widget")?.shadowRoot?.querySelector("voice-widget-panel");
    return panel?.shadowRoot?.querySelector(`[part=talk][aria-pressed="${wanted}"]`) !== null;
  }, open);
/** The name that a part has now. */
const nameOf = (part: string) =>
  page.until((wanted) => {
    const { shadowRoot } = document.querySelector("voice-widget") ?? {};
    const panel = shadowRoot?.querySelector("voice-widget-panel")?.shadowRoot;
    const found = [shadowRoot, panel].map((root) => root?.querySelector(`[part~="${wanted}"]`)).find(Boolean);
    return found && (found.getAttribute("aria-label") ?? found.textContent?.trim());
  }, part);

test("opens, starts, talks, falls silent and ends", async () => {
  await page.sees("launcher");
  await assistive.press(await nameOf("launcher"));
  await page.sees("start");
  await assistive.press(await nameOf("start"));
  await page.sees("talk");
  await pressed(false);
  const first = await nameOf("talk");
  await assistive.press(first);
  await pressed(true);
  const second = await nameOf("talk");
  expect(second).not.toBe(first);
  await assistive.press(second);
  await pressed(false);
  await assistive.press(await nameOf("end"));
  await page.until(() => document.querySelector("voice-widget")?.dataset.status === "ended");
  await assistive.press(await nameOf("close"));
  await page.misses("panel");
});

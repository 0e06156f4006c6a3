import type { PreviewServer } from "vite";
import { afterEach, expect, test } from "vitest";
import { serveExample } from "../../../scripts/dev/example.ts";
import { browser, demo, server, startDemo } from "../../harness/browser/demo-site.ts";
import { listen, Widget } from "../../harness/browser/widget-page.ts";
import { startSite } from "../../harness/service/website.ts";

let example: PreviewServer | undefined;

startDemo();
afterEach(async () => {
  await example?.close();
  example = undefined;
});

/** Serves the example as `npm run example` does, and visits it. */
async function visit(name: string) {
  example = await serveExample({ name, service: server.origin, apiKey: demo.api_key, port: 0 });
  const page = await (await browser.context()).newPage();
  const heard = listen(page);
  await page.goto(example.resolvedUrls?.local[0] ?? "");
  return { page, widget: new Widget(page), heard };
}

async function write(widget: Widget, text: string): Promise<void> {
  await widget.write(text);
  await widget.hears("user", text);
}

test("plain: the widget talks", async () => {
  const { widget, heard } = await visit("plain");
  await widget.part("launcher").click();
  await write(widget, "Good morning");
  expect(heard.faults).toEqual([]);
});

test("strict-csp: a chat goes through and the policy refuses nothing", async () => {
  const { page, widget, heard } = await visit("strict-csp");
  await widget.part("launcher").click();
  await write(widget, "Good morning");
  expect(await page.locator("#violations").textContent()).toBe("Nothing was refused.");
  expect(heard.faults).toEqual([]);
});

test("react: properties, listeners and the ref work", async () => {
  const { page, widget, heard } = await visit("react");
  await page.getByLabel("Dark").check();
  await page.waitForFunction(() => document.querySelector("voice-widget")?.theme === "dark");
  await page.getByRole("button", { name: "Talk to us" }).first().click();
  await write(widget, "Good morning");
  await page
    .getByRole("status")
    .filter({ hasText: /^(user|agent): / })
    .first()
    .waitFor();
  expect(heard.faults).toEqual([]);
});

test("own-trigger: the page's button opens one widget, the other is inline in the page", async () => {
  const { page } = await visit("own-trigger");
  await page.getByRole("button", { name: "Talk to support" }).click();
  await page.locator('#support [part~="panel"]').waitFor();
  const inline = page.locator('#chat [part~="input"]');
  await inline.fill("Hello from the page");
  await page.locator('#chat [part~="send"]').click();
  await page.locator("#chat").getByText("Hello from the page").first().waitFor();
});

test("headless: a call begins, and what is typed is answered", async () => {
  const { page, heard } = await visit("headless");
  await page.getByRole("button", { name: "Call" }).click();
  await page
    .getByRole("status")
    .filter({ hasText: /listening|thinking|speaking/ })
    .waitFor();
  await page.getByLabel("Message").fill("Good morning");
  await page.getByRole("button", { name: "Send" }).click();
  await page.getByRole("listitem").filter({ hasText: "user: Good morning" }).waitFor();
  await page.getByRole("button", { name: "Hang up" }).click();
  await page.getByRole("status").filter({ hasText: "ended" }).waitFor();
  expect(heard.faults).toEqual([]);
});

test("a pinned version loads from another origin, held by its hash; a wrong hash does not", async () => {
  const release = await fetch(`${server.origin}/release.json`);
  const { script, integrity } = (await release.json()) as { script: string; integrity: string };
  const tag = (hash: string) =>
    `<script type="module" src="${server.origin}${script}" integrity="${hash}" crossorigin="anonymous"
      onerror="document.title = 'refused'"></script>
     <voice-widget api-key="${demo.api_key}"></voice-widget>`;
  const [right, wrong] = await Promise.all([startSite(tag(integrity)), startSite(tag(`sha384-${"A".repeat(64)}`))]);
  const page = await (await browser.context()).newPage();
  await page.goto(wrong.origin);
  await page.waitForFunction(() => document.title === "refused");
  expect(await page.evaluate(() => customElements.get("voice-widget") === undefined)).toBe(true);
  await page.goto(right.origin);
  await new Widget(page).part("launcher").waitFor();
  await Promise.all([right.close(), wrong.close()]);
});

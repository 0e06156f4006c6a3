import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { browser, demo, server, startDemo } from "../../harness/browser/demo-site.ts";
import { Widget } from "../../harness/browser/widget-page.ts";
import { type Site, startSite } from "../../harness/service/website.ts";

/** The scripts of docs/tracking.md, as they stand there, with Google's own functions in the page. */

startDemo();
let site: Site;
afterEach(() => site?.close());

const page = readFileSync(join(import.meta.dirname, "../../../docs/tracking.md"), "utf8");
const [gtagScript = "", managerScript = ""] = [...page.matchAll(/^```html\n([\s\S]*?)^```$/gm)].map(([, code]) => code);
const embed = () => `${server.origin}/embed/${demo.api_key}.js`;
/** As Google's snippet defines them. */
const GOOGLE =
  "<script>window.dataLayer = window.dataLayer || []; function gtag() { dataLayer.push(arguments); }</script>";

/** The data layer as plain values, after a chat in writing. */
async function converse(body: string): Promise<unknown[]> {
  site = await startSite(GOOGLE + body);
  const visited = await (await browser.context()).newPage();
  const widget = new Widget(visited);
  await visited.goto(site.origin);
  await widget.part("launcher").click();
  await widget.write("A blue kettle");
  await widget.hears("agent", "A blue kettle");
  await visited.evaluate(() => document.querySelector("voice-widget")?.end());
  const layer = () =>
    visited.evaluate(() => {
      const { dataLayer } = window as unknown as { dataLayer: object[] };
      return dataLayer.map((entry) => ("length" in entry ? Array.from(entry as unknown[]) : entry));
    });
  await expect.poll(async () => JSON.stringify(await layer())).toContain("voice_end");
  return layer();
}

test("gtag gets the events of a conversation, and nothing that was said", async () => {
  const events = await converse(`${gtagScript}<script async src="${embed()}"></script>`);
  expect(events).toMatchObject([
    ["event", "voice_open", {}],
    ["event", "voice_start", { input: "text" }],
    ["event", "voice_end", { reason: expect.any(String) }],
  ]);
  expect(JSON.stringify(events)).not.toContain("A blue kettle");
});

test("a Custom HTML tag adds the widget with its attributes and passes on its events", async () => {
  const events = await converse(managerScript.replace("https://YOUR-HOST/embed/ch_….js", embed()));
  expect(events).toMatchObject([
    { event: "voice_open" },
    { event: "voice_start" },
    { event: "voice_end", voice_reason: expect.any(String) },
  ]);
});

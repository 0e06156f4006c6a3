import { createRequire } from "node:module";
import type { AxeResults, RunOptions } from "axe-core";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Admin, type DemoSite } from "../support/admin.ts";
import { launch, type TestBrowser } from "../support/browser.ts";
import { type Server, startServer } from "../support/server.ts";
import { startSite } from "../support/site.ts";
import { Widget } from "../support/widget.ts";

const AXE = createRequire(import.meta.url).resolve("axe-core/axe.min.js");

let server: Server;
let admin: Admin;
let demo: DemoSite;
let browser: TestBrowser;

beforeAll(async () => {
  [server, browser] = await Promise.all([startServer(), launch({ allowMicrophone: false, reducedMotion: true })]);
  admin = new Admin(server.origin);
  demo = await admin.demoSite();
});
afterAll(() => Promise.all([server?.stop(), browser?.close()]));

const configure = (widget_config: object) => admin.call("PATCH", `/projects/${demo.project_id}`, { widget_config });

declare const axe: { run(context: string, options: RunOptions): Promise<AxeResults> };

/** What axe finds in the widget: rule, and where. */
async function violations(page: Page): Promise<string[]> {
  // A colour on its way is none that stays.
  await page.evaluate(() => Promise.all(document.getAnimations().map(({ finished }) => finished.catch(() => {}))));
  return page.evaluate(async () => {
    const { violations, passes } = await axe.run("voice-widget", {
      runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    });
    // It looked into the shadow roots.
    if (!passes.some(({ id }) => id === "color-contrast")) return ["axe saw nothing"];
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id} at ${target.join(" ")}: ${failureSummary}`),
    );
  });
}

const LOOKS: [name: string, theme: string, locale: string, tokens: object][] = [
  ["light", "light", "en", {}],
  ["dark", "dark", "en", {}],
  [
    "colours that are bad on purpose, light",
    "light",
    "de",
    {
      accent: "#ffe98a",
      background: "#ffffff",
      text: "#dddddd",
      mutedText: "#eeeeee",
      surface: "#fafafa",
      danger: "#ffdddd",
    },
  ],
  [
    "colours that are bad on purpose, dark",
    "dark",
    "fr",
    {
      accent: "#222222",
      background: "#1a1a1a",
      text: "#333333",
      mutedText: "#222222",
      surface: "#444444",
      border: "#1a1a1a",
    },
  ],
];

describe("axe finds nothing to object to", () => {
  test.each(LOOKS)("%s", async (_name, theme, locale, designTokens) => {
    const all = {
      accent: null,
      background: null,
      text: null,
      mutedText: null,
      surface: null,
      danger: null,
      border: null,
    };
    await configure({
      designTokens: { ...all, ...designTokens },
      branding: { subtitle: "Answers at once", footer: "Made by hand", privacyUrl: "https://a.example/" },
      features: { greetingBubble: true, consent: true },
    });
    const site = await startSite(`<main><script type="module" src="${server.origin}/voice-widget.js"></script>
      <voice-widget api-key="${demo.api_key}" theme="${theme}" locale="${locale}"></voice-widget></main>`);
    const page = await (await browser.context()).newPage();
    await page.goto(site.origin);
    await page.addScriptTag({ path: AXE });
    const widget = new Widget(page);
    const found: Record<string, string[]> = {};
    const look = async (state: string) => {
      const list = await violations(page);
      if (list.length) found[state] = list;
    };

    await widget.part("greeting").waitFor();
    await look("greeting");
    await widget.part("launcher").click();
    await widget.part("start").waitFor();
    await look("welcome");
    await widget.part("start").click();
    await widget.part("agree").waitFor();
    await look("consent");
    await widget.part("agree").click();
    await widget.part("notice").waitFor();
    await look("no microphone");
    await widget.part("input").fill("Hello");
    await widget.part("send").click();
    await widget.hears("user", "Hello");
    await widget.reaches("listening");
    await look("chat");
    await page.evaluate(() => {
      navigator.mediaDevices.getUserMedia = async () => {
        const context = new AudioContext();
        return context.createMediaStreamDestination().stream;
      };
    });
    await widget.part("retry").click();
    await widget.part("mute").waitFor();
    await look("call");
    await widget.part("settings-toggle").click();
    await widget.part("settings").waitFor();
    await look("devices");
    await widget.part("end").first().click();
    await widget.reaches("ended");
    await look("ended");
    await widget.part("star").nth(2).click();
    await widget.part("comment").waitFor();
    await look("comment");
    await site.close();
    expect(found).toEqual({});
  });
});

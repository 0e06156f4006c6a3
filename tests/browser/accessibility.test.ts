import { describe, expect, test } from "vitest";
import { atRest, bringAxe, violations } from "../harness/browser/axe.ts";
import { admin, browser, demo, server, startDemo } from "../harness/browser/demo-site.ts";
import { Widget } from "../harness/browser/widget-page.ts";
import { startSite } from "../harness/service/website.ts";
import { MURKY, PALE } from "../visual/looks.ts";

startDemo({ allowMicrophone: false, reducedMotion: true });

const configure = (widget_config: object) => admin.call("PATCH", `/projects/${demo.project_id}`, { widget_config });

const LOOKS: [name: string, theme: string, locale: string, tokens: object][] = [
  ["light", "light", "en", {}],
  ["dark", "dark", "en", {}],
  ["colours that are bad on purpose, light", "light", "de", PALE],
  ["colours that are bad on purpose, dark", "dark", "fr", MURKY],
];

describe("axe finds nothing to object to", () => {
  test.each(LOOKS)("%s", async (_name, theme, locale, designTokens) => {
    await configure({
      // The demo site's colour would stand over those that a theme brings.
      designTokens: { accent: null, ...designTokens },
      branding: { subtitle: "Answers at once", footer: "Made by hand", privacyUrl: "https://a.example/" },
      features: { greetingBubble: true, consent: true },
    });
    const site = await startSite(`<main><script type="module" src="${server.origin}/voice-widget.js"></script>
      <voice-widget api-key="${demo.api_key}" theme="${theme}" locale="${locale}"></voice-widget></main>`);
    const page = await (await browser.context()).newPage();
    await page.goto(site.origin);
    await bringAxe(page);
    const widget = new Widget(page);
    const found: Record<string, string[]> = {};
    const look = async (state: string) => {
      await atRest(page);
      const list = await violations(page, false, "color-contrast");
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
    // The steps load when they are needed, and take the notice's place.
    await widget.part("notice").locator("li").first().waitFor();
    await look("no microphone");
    await widget.write("Hello");
    await widget.hears("user", "Hello");
    await widget.reaches("listening");
    // An answer still on its way would move the notice from under the click.
    await expect.poll(async () => (await widget.messages()).at(-1)).toMatchObject({ role: "agent", final: true });
    await look("chat");
    await page.evaluate(() => {
      navigator.mediaDevices.getUserMedia = async () => {
        const context = new AudioContext();
        return context.createMediaStreamDestination().stream;
      };
    });
    await widget.part("voice").click();
    await widget.part("mute").waitFor();
    await look("call");
    await widget.part("more").click();
    await widget.part("menu").waitFor();
    await look("menu");
    await widget.part("settings-toggle").click();
    await widget.part("settings").waitFor();
    await look("devices");
    await widget.part("done").click();
    await widget.part("end").first().click();
    await widget.reaches("ended");
    await widget.part("star").first().waitFor();
    await look("ended");
    await widget.part("star").nth(2).click();
    await widget.part("comment").waitFor();
    await look("comment");
    await site.close();
    expect(found).toEqual({});
  });
});

import type { Page } from "playwright-core";
import { afterEach, expect, test } from "vitest";
import { admin, browser, demo, server, startDemo } from "../harness/browser/demo-site.ts";
import { listen, Widget } from "../harness/browser/widget-page.ts";
import { type Site, startSite } from "../harness/service/website.ts";

let site: Site | undefined;

startDemo();
afterEach(async () => {
  await site?.close();
  site = undefined;
});

const say = (copy: object) => admin.call("PATCH", `/projects/${demo.project_id}`, { widget_config: { copy } });

/** A page whose widget has these attributes, stands in this language, and is read in a browser of that one. */
async function visit(attributes: string, lang: string, locale: string, prepare?: (page: Page) => Promise<unknown>) {
  site = await startSite(
    `<script type="module" src="${server.origin}/voice-widget.js"></script>
     <div${lang && ` lang="${lang}"`}><voice-widget api-key="${demo.api_key}" ${attributes}></voice-widget></div>
     <script>document.documentElement.removeAttribute("lang")</script>`,
  );
  const page = await (await browser.context()).newPage();
  await page.addInitScript((tag) => Object.defineProperty(navigator, "languages", { value: [tag] }), locale);
  const heard = listen(page);
  const texts: string[] = [];
  page.on("request", (request) => {
    const file = /\/texts-[\w-]+\/([\w-]+)\.js$/.exec(request.url());
    if (file?.[1]) texts.push(file[1]);
  });
  await prepare?.(page);
  // A busy machine may need long to load; what is waited for comes after it.
  page.setDefaultTimeout(90_000);
  await page.goto(site.origin, { waitUntil: "commit" });
  return { page, widget: new Widget(page), texts, heard };
}

test("the attribute beats the page's language, which beats the browser's; one file of texts is loaded, on the click", async () => {
  const { page, widget, texts, heard } = await visit('locale="de-AT"', "fr", "es-MX");
  const launcher = widget.part("launcher");
  await page.getByRole("button", { name: "Sprechen Sie mit uns", exact: true }).waitFor();
  expect(texts).toEqual([]);
  await launcher.click();
  await widget.part("panel").getByText("Guten Tag! Wie können wir helfen?").waitFor();
  expect(await widget.part("panel").getAttribute("lang")).toBe("de");
  await expect.poll(() => texts).toEqual(["de"]);

  await page.evaluate(() => document.querySelector("voice-widget")?.removeAttribute("locale"));
  await widget.part("panel").getByText("Bonjour ! Comment pouvons-nous vous aider ?").waitFor();
  await page.getByRole("button", { name: "Parlez-nous", exact: true }).waitFor();
  await page.evaluate(() => {
    document.querySelector("div[lang]")?.removeAttribute("lang");
    document.querySelector("voice-widget")?.setAttribute("locale", "");
  });
  await widget.part("panel").getByText("¡Hola! ¿En qué podemos ayudarle?").waitFor();
  await expect.poll(() => texts).toEqual(["de", "fr", "es"]);
  expect(heard.faults).toEqual([]);
});

test("Arabic is laid out from right to left with its own texts, also for scripts and regions that only Intl knows", async () => {
  const { page, widget } = await visit('locale="ar-EG"', "", "en-US");
  await widget.part("launcher").click();
  await widget.part("start").waitFor();
  const panel = widget.part("panel");
  expect([await panel.getAttribute("lang"), await panel.getAttribute("dir")]).toEqual(["ar", "rtl"]);
  expect(await widget.part("start").textContent()).toContain("بدء المكالمة");
  expect(await panel.evaluate((node) => getComputedStyle(node).direction)).toBe("rtl");
  await page.evaluate(() => document.querySelector("voice-widget")?.setAttribute("locale", "zh-HK"));
  await widget.part("start").getByText("開始通話").waitFor();
  expect([await panel.getAttribute("lang"), await panel.getAttribute("dir")]).toEqual(["zh-Hant", "ltr"]);
});

test("where a language cannot be loaded, the texts are English", async () => {
  const { widget, heard } = await visit('locale="it"', "", "en-US", (page) =>
    page.route(/\/texts-[\w-]+\/it\.js/, (route) => route.abort()),
  );
  await widget.part("launcher").click();
  await widget.part("panel").getByText("Hello! How can we help?").waitFor();
  expect(await widget.part("panel").getAttribute("lang")).toBe("en");
  expect(heard.faults).toEqual([]);
});

test("visitors see the owner's texts of their language, everybody else the texts for everybody", async () => {
  await say({
    launcher: "Ask the baker",
    translations: {
      de: { launcher: "Fragen Sie die Bäckerei", welcome: "Grüß Gott!" },
      "de-CH": { welcome: "Grüezi!" },
    },
  });
  const { page, widget } = await visit('locale="de-CH"', "", "en-US");
  const launcher = widget.part("launcher");
  await page.getByRole("button", { name: "Fragen Sie die Bäckerei", exact: true }).waitFor();
  await launcher.click();
  await widget.part("panel").getByText("Grüezi!").waitFor();
  await page.evaluate(() => document.querySelector("voice-widget")?.setAttribute("locale", "de"));
  await widget.part("panel").getByText("Grüß Gott!").waitFor();
  await page.evaluate(() => document.querySelector("voice-widget")?.setAttribute("locale", "fr"));
  await page.getByRole("button", { name: "Ask the baker", exact: true }).waitFor();
});

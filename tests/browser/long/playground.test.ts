import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { AxeResults } from "axe-core";
import type { Page } from "playwright-core";
import { beforeEach, expect, test } from "vitest";
import { widgetConfig } from "../../../shared/config.ts";
import { atRest } from "../../harness/browser/axe.ts";
import { inFirefox } from "../../harness/browser/browser.ts";
import { browser, server, startDemo } from "../../harness/browser/demo-site.ts";
import { Widget } from "../../harness/browser/widget-page.ts";

const AXE = createRequire(import.meta.url).resolve("axe-core/axe.min.js");
declare const axe: { run(): Promise<AxeResults> };

let page: Page;
let widget: Widget;

startDemo({ allowMicrophone: false });
beforeEach(async () => {
  page = await (await browser.context()).newPage();
  widget = new Widget(page);
  await page.goto(`${server.origin}/playground/`);
  await widget.part("launcher").waitFor();
  // Without a key the widget is shown as well, and says only that it is not available.
  await expect.poll(() => page.getByLabel("Key", { exact: true }).inputValue()).toMatch(/^svc_pk_/);
});

const group = (name: string) => page.getByRole("group", { name: "Groups of options" }).getByRole("button", { name });
/** Waits until the widget is painted with this value. */
const painted = (name: string, value: string) =>
  page.waitForFunction(
    ([property, wanted]) => {
      const launcher = document.querySelector("voice-widget")?.shadowRoot?.querySelector("[part=launcher]");
      return launcher && getComputedStyle(launcher).getPropertyValue(property).trim() === wanted;
    },
    [name, value] as const,
  );

test("has a control for every setting of the schema", async () => {
  const shown = await page
    .locator("fieldset [id]")
    .evaluateAll((all) => all.map(({ id }) => id).filter((id) => !id.endsWith("-hint")));
  const stored = widgetConfig.parse({});
  const wanted = Object.entries(stored).flatMap(([name, values]) => Object.keys(values).map((one) => `${name}-${one}`));
  expect(shown.filter((id) => !id.startsWith("attribute-")).sort()).toEqual(wanted.sort());
  expect(shown).toEqual(expect.arrayContaining(["attribute-theme", "attribute-locale", "attribute-context"]));
});

test("a changed option shows in the live widget, the snippet and the settings", async () => {
  await widget.part("launcher").click();
  await widget.part("input").waitFor();

  await group("Colours and shape").click();
  await page.getByLabel("Accent", { exact: true }).fill("#aa3300");
  await painted("--voice-widget-accent", "#aa3300");
  // What is half typed, or out of bounds, is neither shown nor handed out.
  await page.getByLabel("Accent", { exact: true }).fill("#aa33");
  await page.getByLabel("Font size", { exact: true }).fill("99");
  expect(await page.getByLabel("Accent", { exact: true }).getAttribute("aria-invalid")).toBe("true");

  await group("Words").click();
  await page.getByLabel("Start call", { exact: true }).fill("Speak with Ava");
  await widget.part("start").filter({ hasText: "Speak with Ava" }).waitFor();
  await group("Features").click();
  await page.getByLabel("Text input", { exact: true }).uncheck();
  await widget.part("input").waitFor({ state: "detached" });
  // The panel stayed open all the time.
  expect(await widget.part("panel").isVisible()).toBe(true);

  await group("Element").click();
  await page.getByLabel("Placement").selectOption("bottom-left");
  await page.getByLabel("Locale").selectOption("de");
  await page.waitForFunction(() => document.querySelector("voice-widget")?.dataset.placement === "bottom-left");
  await page.locator('voice-widget [part~="close"]:not([aria-label="Close"])').waitFor();

  expect(JSON.parse((await page.locator("#patch").textContent()) ?? "")).toEqual({
    widget_config: {
      designTokens: { accent: "#aa3300" },
      copy: { startCall: "Speak with Ava" },
      features: { textInput: false },
    },
  });
  const snippet = await page.locator("#snippet").textContent();
  expect(snippet).toContain(`src="${server.origin}/voice-widget.js"`);
  expect(snippet).toMatch(
    /<voice-widget\s+api-key="svc_pk_\w+"\s+placement="bottom-left"\s+locale="de"\s+><\/voice-widget>/,
  );
  await page.getByRole("button", { name: "One tag" }).click();
  expect(await page.locator("#snippet").textContent()).toMatch(/^<script async [^>]*data-placement="bottom-left"/);

  await page.getByRole("button", { name: "Reset all" }).click();
  await widget.part("start").filter({ hasNotText: "Ava" }).waitFor();
  expect(JSON.parse((await page.locator("#patch").textContent()) ?? "")).toEqual({ widget_config: {} });
});

test("texts for one language: its visitors see them, others the texts for everybody", async () => {
  await widget.part("launcher").click();
  await group("Words").click();
  await page.getByLabel("Start call", { exact: true }).fill("Speak with Ava");
  await page.getByLabel("Words for").selectOption("de");
  await page.getByLabel("Start call", { exact: true }).fill("Mit Ava sprechen");
  const saying = (text: string) => widget.part("start").filter({ hasText: text }).waitFor();
  await saying("Speak with Ava");
  await group("Element").click();
  await page.getByLabel("Locale").selectOption("de");
  await saying("Mit Ava sprechen");
  expect(JSON.parse((await page.locator("#patch").textContent()) ?? "")).toEqual({
    widget_config: {
      copy: { startCall: "Speak with Ava", translations: { de: { startCall: "Mit Ava sprechen" } } },
    },
  });

  // Emptied, it is the plain word again.
  await group("Words").click();
  await page.getByLabel("Start call", { exact: true }).fill("");
  await saying("Speak with Ava");
  expect(JSON.parse((await page.locator("#patch").textContent()) ?? "")).toEqual({
    widget_config: { copy: { startCall: "Speak with Ava" } },
  });
});

test("copies with one click", async () => {
  // Where nobody looks at the window Chromium asks even for writing.
  if (!inFirefox) await page.context().grantPermissions(["clipboard-write"]);
  await page.getByRole("button", { name: "Copy Snippet" }).click();
  await page.getByRole("status").filter({ hasText: "Snippet copied." }).waitFor();
  // What a page may not read without being asked, a visitor may paste.
  await page.evaluate(() => {
    const paper = document.createElement("textarea");
    paper.id = "paper";
    document.body.append(paper);
    paper.focus();
  });
  await page.keyboard.press("ControlOrMeta+V");
  const paper = page.locator("#paper");
  await expect.poll(() => paper.inputValue()).toBe(await page.locator("#snippet").textContent());
  await paper.evaluate((element) => element.remove());
});

test("a conversation goes on while options change", async () => {
  await widget.part("launcher").click();
  await widget.write("Good morning");
  await widget.hears("user", "Good morning");
  await widget.hears("agent", "");
  const session = await widget.sessionId();
  expect(session).toMatch(/^ses_/);
  await group("Colours and shape").click();
  await page.getByLabel("Radius", { exact: true }).fill("4");
  await painted("--voice-widget-radius", "4px");
  await widget.write("Still there?");
  await widget.hears("user", "Still there?");
  expect(await widget.sessionId()).toBe(session);
});

test.each(["light", "dark"] as const)("axe finds nothing, %s", async (colorScheme) => {
  await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
  await page.evaluate(() => document.querySelector("voice-widget")?.remove());
  // The page's own policy lets no other script in; the test's evaluation is none of the page's.
  await page.evaluate(readFileSync(AXE, "utf8"));
  for (const name of ["Element", "Colours and shape", "Branding", "Words", "Features"]) {
    await group(name).click();
    await atRest(page);
    const found = await page.evaluate(async () =>
      (await axe.run()).violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id} ${target.join(" ")}`)),
    );
    expect(found, name).toEqual([]);
  }
});

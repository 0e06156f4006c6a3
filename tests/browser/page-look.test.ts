import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { BLACK, contrast, parseColor, type Rgb, WHITE } from "../../shared/theme/contrast.ts";
import { DEFAULT_TOKENS } from "../../widget/config/token-rules.ts";
import { propertyName } from "../../widget/config/tokens.ts";
import { admin, browser, demo, server, startDemo } from "../harness/browser/demo-site.ts";
import { Widget } from "../harness/browser/widget-page.ts";
import { elementTags, startSite } from "../harness/service/website.ts";
import { MURKY, PALE } from "../visual/looks.ts";

/** Whose colours and sizes are in force: the owner's, until the page sets others. */

startDemo({ reducedMotion: true });

const configure = (designTokens: object) =>
  admin.call("PATCH", `/projects/${demo.project_id}`, { widget_config: { designTokens } });

/** What the style sheets paint with, by name, as the launcher has it. */
const PAINT = ["accent", "on-accent", "accent-edge", "ink", "bg", "surface", "soft", "text", "muted", "border", "edge"]
  .concat(["danger", "on-danger", "danger-ink", "font-size", "radius", "launcher-radius", "offset", "width", "height"])
  .map((name) => `--_${name}`);
const paint = (page: Page, names = PAINT): Promise<Record<string, string>> =>
  page.evaluate((wanted) => {
    const launcher = document.querySelector("voice-widget")?.shadowRoot?.querySelector("[part=launcher]") as Element;
    const style = getComputedStyle(launcher);
    return Object.fromEntries(wanted.map((name) => [name, style.getPropertyValue(name).trim()]));
  }, names);

async function visit(inside = "", before: (page: Page) => unknown = () => {}) {
  const site = await startSite(elementTags(server.origin, demo.api_key).replace("></voice", `>${inside}</voice`));
  const page = await (await browser.context()).newPage();
  await before(page);
  await page.goto(site.origin);
  const widget = new Widget(page);
  await widget.part("launcher").waitFor();
  return { page, widget, close: site.close };
}

/** Holds what waits for `opened`. */
function gate() {
  let open = () => {};
  const opened = new Promise<void>((done) => {
    open = done;
  });
  return { open, opened };
}

/** Waits until the owner's settings are there. */
const answered = (page: Page) =>
  page.waitForFunction(() => {
    const launcher = document.querySelector("voice-widget")?.shadowRoot?.querySelector("[part=launcher]") as Element;
    return getComputedStyle(launcher).getPropertyValue("--_danger-ink") !== "";
  });

const open = async ({ widget }: { widget: Widget }) => {
  await widget.part("launcher").click();
  await widget.part("start").waitFor();
};

test.each(["#ffffff", "#000000", "#ffe98a", "#2f5bea", "#767676"])(
  "a launcher of %s ends where a white and a black page can tell, in both themes",
  async (accent) => {
    await configure({ accent });
    const { page, close } = await visit();
    for (const theme of ["light", "dark"]) {
      await page.locator("voice-widget").evaluate((element, name) => element.setAttribute("theme", name), theme);
      await answered(page);
      await page.waitForFunction(
        (name) => getComputedStyle(document.querySelector("voice-widget") as Element).colorScheme === name,
        theme,
      );
      const colors = await page.evaluate(() => {
        const launcher = document
          .querySelector("voice-widget")
          ?.shadowRoot?.querySelector("[part=launcher]") as Element;
        const { backgroundColor, borderTopColor, borderTopWidth } = getComputedStyle(launcher);
        return borderTopWidth === "1px" ? [backgroundColor, borderTopColor] : [backgroundColor];
      });
      for (const ground of [WHITE, BLACK])
        expect(
          Math.max(...colors.map((color) => contrast(parseColor(color) as Rgb, ground))),
          `${theme} on ${ground}`,
        ).toBeGreaterThanOrEqual(4.5);
    }
    await configure({ accent: null });
    await close();
  },
);

describe("the brand that the launcher shows is the panel's too", () => {
  test.each([
    ["the default", {}],
    ["a dark accent", { accent: "#7a3e1d", text: "#112233" }],
    ["a pale one", PALE],
    ["a murky one", MURKY],
  ])("%s", async (_name, tokens) => {
    const unset = Object.fromEntries(Object.keys(DEFAULT_TOKENS).map((name) => [name, null]));
    await configure({ ...unset, ...tokens });
    const visited = await visit();
    await answered(visited.page);
    const before = await paint(visited.page);
    await open(visited);
    expect(await paint(visited.page)).toEqual(before);
    await configure(unset);
    await visited.close();
  });

  test("also where the service answers before the colours for the wait are loaded", async () => {
    await configure({ accent: "#7a3e1d" });
    const answer = gate();
    const colors = gate();
    const visited = await visit("", async (page) => {
      await page.route("**/widget/v1/config", (route) => answer.opened.then(() => route.continue()));
      await page.route("**/page-colors-*.js", (route) => colors.opened.then(() => route.continue()));
    });
    const { page } = visited;
    const asked = page.waitForRequest("**/page-colors-*.js");
    await open(visited);
    const address = (await asked).url();
    answer.open();
    await answered(page);
    colors.open();
    // The widget has asked for it first, so it has it first.
    await page.evaluate(`import(${JSON.stringify(address)})`);
    expect(await paint(page, ["--_accent"])).toEqual({ "--_accent": "#7a3e1d" });
    await visited.close();
  });
});

describe("what the page sets wins, also once the panel is loaded", () => {
  const SET: Record<string, string> = {
    accent: "#118811",
    "on-accent": "#ffffff",
    background: "#fdfdf0",
    surface: "#f0f0e0",
    text: "#101010",
    "muted-text": "#404040",
    border: "#808080",
    danger: "#aa0000",
    "font-family": "monospace",
    "font-size": "17px",
    radius: "3px",
    "launcher-radius": "4px",
    width: "350px",
    height: "560px",
    offset: "31px",
    "z-index": "77",
  };
  /** What the style sheets call it, where that is another name. */
  const INSIDE: Record<string, string> = { background: "bg", "muted-text": "muted" };

  test("each token, on any element above", async () => {
    expect(Object.keys(DEFAULT_TOKENS).map(propertyName).sort()).toEqual(
      Object.keys(SET)
        .map((name) => `--voice-widget-${name}`)
        .sort(),
    );
    const visited = await visit();
    await answered(visited.page);
    await open(visited);
    const wrong: string[] = [];
    for (const [name, value] of Object.entries(SET)) {
      await visited.page.evaluate(([n, v]) => document.documentElement.style.setProperty(n, v), [
        `--voice-widget-${name}`,
        value,
      ] as const);
      const inner = `--_${INSIDE[name] ?? name}`;
      const { [inner]: painted } = await paint(visited.page, [inner]);
      if (painted !== value) wrong.push(`${inner} is ${painted}`);
      await visited.page.evaluate((n) => document.documentElement.style.removeProperty(n), `--voice-widget-${name}`);
    }
    await visited.close();
    expect(wrong).toEqual([]);
  });

  test("a colour that changes after the panel was open is the panel's at the next opening", async () => {
    const visited = await visit();
    const wear = (color: string) =>
      visited.page.evaluate((value) => document.body.style.setProperty("--voice-widget-accent", value), color);
    await wear("#118811");
    await open(visited);
    const accent = () => paint(visited.page, ["--_accent", "--_ink"]);
    await expect.poll(accent).toMatchObject({ "--_accent": "#118811", "--_ink": expect.not.stringMatching("#2f5bea") });
    await visited.widget.part("close").click();
    await wear("#881188");
    await open(visited);
    await expect.poll(accent).toEqual({ "--_accent": "#881188", "--_ink": "#881188" });
    await visited.close();
  });

  test("the page's own slots get the tokens in force", async () => {
    await configure({ accent: "#7a3e1d" });
    const visited = await visit(`<b slot="launcher" style="color: var(--voice-widget-accent)">Ask us</b>`);
    await open(visited);
    const color = () => visited.page.locator("voice-widget b").evaluate((own) => getComputedStyle(own).color);
    expect(await color()).toBe("rgb(122, 62, 29)");
    await configure({ accent: null });
    await visited.close();
  });
});

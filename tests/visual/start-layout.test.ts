import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Gallery, openGallery } from "./gallery.ts";
import type { LookName } from "./looks.ts";
import type { Stage } from "./stage.ts";

/** What a visitor sees before a conversation: all of it, without scrolling. */

let gallery: Gallery;

beforeAll(async () => {
  gallery = await openGallery();
});
afterAll(() => gallery?.close());

const PHONE = { width: 390, height: 664 };
const LOOKS: readonly (readonly [LookName, typeof PHONE | null])[] = [
  ["light", null],
  ["arabic", null],
  ["german", null],
  ["phone", PHONE],
  ["phone-dark-arabic", PHONE],
  ["small-phone-german", PHONE],
];

/** Boxes of the panel, and what does not fit it. */
const measure = ({ page }: Stage) =>
  page.evaluate(() => {
    const root = document.querySelector("voice-widget")?.shadowRoot?.querySelector("voice-widget-panel")
      ?.shadowRoot as ShadowRoot;
    const box = (selector: string) => root.querySelector(selector)?.getBoundingClientRect() ?? new DOMRect();
    const body = root.querySelector(".body") as HTMLElement;
    const cut = [...root.querySelectorAll(".title, .subtitle, .greeting, .about, .picker b, .starters button")]
      .filter((one) => one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).display !== "inline")
      .map((one) => one.textContent?.trim());
    return {
      panel: [box(".panel").width, box(".panel").height].map(Math.round),
      scrolls: body.scrollHeight - body.clientHeight,
      cut,
      orb: Math.round(box(".stage .orb .sphere").height),
      lines: [".title", ".subtitle"].map((selector) => {
        const style = getComputedStyle(root.querySelector(selector) as Element);
        return Math.round(box(selector).height / Number.parseFloat(style.lineHeight));
      }),
      /** Between the last starter and the composer. */
      gap: Math.round(box(".composer").top - box(".starters").bottom),
      starter: Math.round(box(".starters").width / box(".composer").width),
    };
  });

describe.each(LOOKS)("%s at %o", (look, size) => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await gallery.stage(look);
    if (size) await stage.page.setViewportSize(size);
  });
  afterAll(() => stage?.close());

  const shown = async (state: string) => {
    await stage.show(state);
    return measure(stage);
  };

  test("six starters and three agents fit, and nothing is cut", async () => {
    const { panel, scrolls, cut, gap, starter } = await shown("idle-full");
    expect(panel).toEqual(size ? [size.width, size.height] : [384, 620]);
    expect({ scrolls, cut }).toEqual({ scrolls: 0, cut: [] });
    // Rows as wide as the composer, right above it.
    expect(starter).toBe(1);
    expect(gap).toBeGreaterThanOrEqual(0);
    expect(gap).toBeLessThanOrEqual(12);
  });

  test("the agent's picture is 96 px where there is more to show", async () => {
    expect(await shown("idle-starters")).toMatchObject({ orb: 96, scrolls: 0, cut: [] });
  });

  test("the starters' corners are those of what is around them, also under the pointer", async () => {
    const whole = await gallery.stage(look);
    await whole.show("idle-starters");
    const outside = await whole.page.locator("voice-widget .starters").evaluate((list) => {
      const { left, top } = list.getBoundingClientRect();
      const root = list.getRootNode() as ShadowRoot;
      return root.elementFromPoint(left + 2, top + 2)?.closest(".starters") === null;
    });
    expect(outside).toBe(true);
    await whole.close();
  });

  test("the sign of a starter points the way in which its words are read", async () => {
    await stage.show("idle-starters");
    const first = stage.page.locator("voice-widget .starters button").first();
    const ways = await first.evaluate((button) =>
      ["When are you open?", "متى تفتحون؟"].map((text) => {
        button.textContent = text;
        return new DOMMatrix(getComputedStyle(button, "::after").transform).a > 0 ? "right" : "left";
      }),
    );
    expect(ways).toEqual(["right", "left"]);
  });

  test.each(["idle-long-words", "idle-one-long-word", "idle-other-script"])(
    "no line is cut, and the name takes two and what is below it three: %s",
    async (state) => {
      const { cut, lines } = await shown(state);
      expect(cut).toEqual([]);
      expect(lines[0]).toBeLessThanOrEqual(2);
      expect(lines[1]).toBeLessThanOrEqual(3);
    },
  );
});

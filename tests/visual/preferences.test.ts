import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Gallery, openGallery } from "./gallery.ts";

/** What the widget makes of the visitor's own settings and of a phone's keyboard. */

let gallery: Gallery;

beforeAll(async () => {
  gallery = await openGallery();
});
afterAll(() => gallery?.close());

describe("more contrast, for visitors who ask for it", () => {
  const quiet = (page: Page) =>
    page.evaluate(() => {
      const panel = document.querySelector("voice-widget")?.shadowRoot?.querySelector("voice-widget-panel");
      const root = panel?.shadowRoot as ShadowRoot;
      const colour = (selector: string, property: "color" | "borderTopColor") =>
        [...root.querySelectorAll(selector)].map((element) => getComputedStyle(element)[property]);
      const text = colour(".panel", "color")[0];
      const shown = [
        ...colour(".subtitle, .status, .footer, .close", "color"),
        ...colour(".composer", "borderTopColor"),
      ];
      return { shown: shown.length, quieter: shown.filter((one) => one !== text).length };
    });

  test.each(["light", "dark"] as const)("quiet texts and edges are as strong as the text, %s", async (look) => {
    const stage = await gallery.stage(look);
    await stage.show("idle-described");
    // The composer has the focus otherwise, which colours its edge.
    await stage.widget.part("close").focus();
    const before = await quiet(stage.page);
    expect(before.quieter).toBeGreaterThan(4);
    await stage.page.emulateMedia({ contrast: "more" });
    await expect.poll(() => quiet(stage.page)).toEqual({ shown: before.shown, quieter: 0 });
    await stage.close();
  });
});

describe("a finger, which hovers over nothing", () => {
  /** Each control of the call: its visible word, and whether all of it is seen. */
  const controls = (page: Page) =>
    page.evaluate(() => {
      const panel = document.querySelector("voice-widget")?.shadowRoot?.querySelector("voice-widget-panel");
      const bar = panel?.shadowRoot?.querySelector(".call-bar");
      return [...(bar?.querySelectorAll("button") ?? [])].map((button) => {
        const word = [...button.querySelectorAll("span")].find(
          (span) => span.textContent?.trim() && !span.querySelector("svg"),
        );
        const box = word?.getBoundingClientRect();
        const middle = box && panel?.shadowRoot?.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
        const whole = !!box && box.left >= 0 && box.right <= innerWidth && box.bottom <= innerHeight;
        return { word: word?.textContent?.trim() ?? "", seen: whole && !!middle && button.contains(middle) };
      });
    });

  test.each([
    ["phone", "call-empty", ["Mute", "Keyboard", "More", "End call"]],
    ["phone", "call-muted", ["Unmute", "Keyboard", "More", "End call"]],
    ["phone", "call-paused", ["Continue", "Keyboard", "More", "End call"]],
    ["small-phone-german", "call-long", 4],
  ] as const)("reads the name of each control of a call, without touching it: %s, %s", async (look, state, words) => {
    const stage = await gallery.stage(look);
    await stage.show(state);
    const found = await controls(stage.page);
    expect(found.map(({ seen }) => seen)).toEqual([true, true, true, true]);
    if (typeof words !== "number") expect(found.map(({ word }) => word)).toEqual(words);
    await stage.close();
  });
});

describe("a phone's keyboard", () => {
  /** As a phone tells it: the window stays as it is, what is seen of it is lower. */
  const seen = (page: Page, height: number, top: number) =>
    page.evaluate(
      ([visibleHeight, offset]) => {
        const viewport = visualViewport as VisualViewport;
        Object.defineProperty(viewport, "height", { configurable: true, get: () => visibleHeight });
        Object.defineProperty(viewport, "offsetTop", { configurable: true, get: () => offset });
        viewport.dispatchEvent(new Event("resize"));
      },
      [height, top] as const,
    );

  test.each(["chat-long", "call-keyboard", "ended", "microphone-microphone_denied"])(
    "covers neither the composer nor the way out: %s",
    async (state) => {
      const stage = await gallery.stage("phone");
      await stage.show(state);
      const edges = async () => {
        const boxes = await Promise.all(
          ["panel", "composer", "close"].map((part) => stage.widget.part(part).boundingBox()),
        );
        return boxes.flatMap((box) => (box ? [box.y, box.y + box.height] : [Number.NaN]));
      };
      const whole = await edges();
      expect(whole.slice(0, 2)).toEqual([0, 844]);
      await seen(stage.page, 420, 60);
      await expect.poll(async () => (await edges()).slice(0, 2)).toEqual([60, 480]);
      const [, , ...inside] = await edges();
      expect(inside.filter((edge) => !(edge >= 60 && edge <= 480))).toEqual([]);
      await seen(stage.page, 844, 0);
      await expect.poll(edges).toEqual(whole);
      await stage.close();
    },
  );
});

describe("the panel's code comes when the page wants it to", () => {
  /** A page with an idle widget, and whether it has asked for the panel. */
  async function idle() {
    const stage = await gallery.stage("light");
    const asked: string[] = [];
    stage.page.on("request", (request) => asked.push(new URL(request.url()).pathname));
    await stage.show("launcher-idle");
    return {
      stage,
      launcher: stage.widget.part("launcher"),
      prefer: (preload: string) =>
        stage.page.evaluate((mode) => document.querySelector("voice-widget")?.setAttribute("preload", mode), preload),
      hasPanel: () => asked.some((path) => path.startsWith("/assets/panel-")),
      /** Until what was under way in the page has been done. */
      calm: () =>
        stage.page.evaluate(async () => {
          for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
        }),
    };
  }

  test("none: on the click, not before", async () => {
    const { stage, launcher, prefer, hasPanel, calm } = await idle();
    await prefer("none");
    await launcher.hover();
    await launcher.focus();
    await calm();
    expect(hasPanel()).toBe(false);
    await launcher.click();
    await stage.widget.part("panel").waitFor();
    await expect.poll(hasPanel).toBe(true);
    await stage.close();
  });

  test.each(["hover", "focus"] as const)(
    "hover, which is the default: as the pointer or the focus comes (%s)",
    async (way) => {
      const { stage, launcher, hasPanel, calm } = await idle();
      await calm();
      expect(hasPanel()).toBe(false);
      await launcher[way]();
      await expect.poll(hasPanel).toBe(true);
      expect(await stage.widget.part("panel").isVisible()).toBe(false);
      await stage.close();
    },
  );

  test("idle: when the page has nothing else to do, without the visitor", async () => {
    const { stage, prefer, hasPanel, calm } = await idle();
    await stage.page.evaluate(() => {
      window.requestIdleCallback = (work) => {
        addEventListener("nothing-to-do", () => work({ didTimeout: false, timeRemaining: () => 0 }));
        return 1;
      };
    });
    await prefer("idle");
    await calm();
    expect(hasPanel()).toBe(false);
    await stage.page.evaluate(() => window.dispatchEvent(new Event("nothing-to-do")));
    await expect.poll(hasPanel).toBe(true);
    expect(await stage.widget.part("panel").isVisible()).toBe(false);
    await stage.close();
  });

  test("eager: at once", async () => {
    const { stage, prefer, hasPanel } = await idle();
    await prefer("eager");
    await expect.poll(hasPanel).toBe(true);
    expect(await stage.widget.part("panel").isVisible()).toBe(false);
    await stage.close();
  });
});

import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { reduce, type SessionAction } from "../../widget/session/reduce.ts";
import { IDLE } from "../../widget/session/state.ts";
import { type Gallery, openGallery } from "./gallery.ts";
import type { LookName } from "./looks.ts";
import type { Stage } from "./stage.ts";

/** What neither axe nor the accessibility tree tells of: what is announced, where the focus goes, what can be seen. */

let gallery: Gallery;

beforeAll(async () => {
  gallery = await openGallery();
});
afterEach(() => gallery.clearShared());
afterAll(() => gallery?.close());

const CALL: SessionAction[] = [
  { type: "started", input: "voice" },
  { type: "opened", session: { session_id: "ses_1", agent_id: 1, agent_name: "Ada" } },
  { type: "connected", remaining_seconds: 600, at: 1 },
];
const TYPED = CALL.map((one) => (one.type === "started" ? { ...one, input: "text" as const } : one));

/** Shows this state in the running conversation, and draws it. */
const go = (page: Page, facts: SessionAction[]) =>
  page.evaluate(
    async (state) => {
      window.stage?.show(state);
      for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
    },
    facts.reduce(reduce, IDLE),
  );

/** The part, or the kind, of what has the focus. */
const focused = (page: Page) =>
  page.evaluate(() => {
    let active = document.activeElement;
    while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
    return active?.getAttribute("part") ?? active?.localName;
  });

/** The part around what has the focus. */
const inside = (page: Page) =>
  page.evaluate(() => {
    let active = document.activeElement;
    while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
    return active?.closest("section, form")?.getAttribute("part") ?? active?.localName;
  });

describe("what a screen reader announces", () => {
  test.each([
    ["a call", "call-empty", CALL],
    ["a typed conversation", "chat-listening", TYPED],
  ] as const)("is the connection, never whose turn it is: %s", async (_name, state, facts) => {
    const stage = await gallery.sharedStage("light");
    await stage.show(state);
    const said = () =>
      stage.page.evaluate(() => {
        const panel = document.querySelector("voice-widget")?.shadowRoot?.querySelector("voice-widget-panel");
        return panel?.shadowRoot?.querySelector("[role=status]")?.textContent?.trim();
      });
    for (let turn = 0; turn < 2; turn++)
      for (const change of [
        { type: "awaiting", awaiting: true },
        { type: "playback", playback: "playing" },
        { type: "playback", playback: "none" },
        { type: "muted", muted: true },
        { type: "awaiting", awaiting: false },
      ] satisfies SessionAction[]) {
        await go(stage.page, [...facts, change]);
        expect(await said()).toBe("");
      }
    await go(stage.page, [...facts, { type: "playback", playback: "playing" }]);
    expect((await stage.widget.part("status").textContent())?.trim()).toBe(facts === CALL ? "Speaking" : "");
    await go(stage.page, [...facts, { type: "reconnecting", active: true }]);
    expect(await said()).toMatch(/Reconnecting/);
    await go(stage.page, [...facts, { type: "ended", reason: "completed" }]);
    expect(await said()).toBe("Conversation ended");
  });

  test("a message is in the agent's language, its labels in the visitor's", async () => {
    const stage = await gallery.sharedStage("light");
    await stage.show("chat-in-french");
    const message = stage.widget.part("message-agent").first();
    expect(await message.getAttribute("lang")).toBe("fr");
    expect(await message.locator(":is(.unseen, .name)").getAttribute("lang")).toBe("en");
    await stage.show("chat-listening");
    expect(await stage.widget.part("message-agent").first().getAttribute("lang")).toBeNull();
  });

  test("the launcher has a name in words, also where nothing can be loaded", async () => {
    const stage = await gallery.stage("light");
    await stage.page.route("**/assets/panel-*", (route) => route.abort());
    await stage.show("launcher-unreachable");
    const launcher = stage.widget.part("launcher");
    await expect.poll(() => launcher.textContent()).toBe("⚠ ↻");
    expect(await launcher.getAttribute("aria-label")).toBe("Talk to us");
    await stage.close();
  });

  test("who hung up before the call came about is not asked how it was", async () => {
    const stage = await gallery.sharedStage("light");
    await stage.show("ended-before-connected");
    await stage.widget.part("start").waitFor();
    expect(await stage.widget.part("star").count()).toBe(0);
    await stage.show("ended-empty");
    await stage.widget.part("star").first().waitFor();
  });
});

describe("the focus", () => {
  test("is on the call for who opens by keyboard, and in the text box for who opens with a mouse", async () => {
    const stage = await gallery.stage("light");
    await stage.show("launcher-idle");
    await stage.page.keyboard.press("Tab");
    await expect.poll(() => focused(stage.page)).toBe("launcher");
    await stage.page.keyboard.press("Enter");
    await expect.poll(() => focused(stage.page)).toBe("start");
    await stage.page.keyboard.press("Escape");
    await expect.poll(() => focused(stage.page)).toBe("launcher");
    await stage.show("launcher-idle");
    await stage.widget.part("launcher").click();
    await expect.poll(() => focused(stage.page)).toBe("input");
    await stage.close();
  });

  test("comes from their button to the menu, and Escape goes back before it closes the panel", async () => {
    const stage = await gallery.stage("light");
    await stage.show("call-empty");
    await stage.widget.part("more").focus();
    await stage.page.keyboard.press("Enter");
    await stage.widget.part("menu").waitFor();
    expect(await focused(stage.page)).toContain("more");
    await stage.page.keyboard.press("Tab");
    expect(await focused(stage.page)).toBe("pause");
    await stage.page.keyboard.press("Escape");
    await stage.widget.part("menu").waitFor({ state: "detached" });
    expect(await focused(stage.page)).toContain("more");
    expect(await stage.widget.part("panel").isVisible()).toBe(true);
    await stage.page.keyboard.press("Escape");
    await stage.widget.part("panel").waitFor({ state: "hidden" });
    await stage.close();
  });

  test("stays inside the settings, and comes back to what opened them: by Escape, and by Done", async () => {
    const stage = await gallery.stage("light");
    await stage.show("call-empty");
    const { keyboard } = stage.page;
    for (const leave of ["Escape", "done"]) {
      await stage.widget.part("more").focus();
      await keyboard.press("Enter");
      await stage.widget.part("settings-toggle").focus();
      await keyboard.press("Enter");
      await expect.poll(() => focused(stage.page)).toBe("settings");
      const seen = new Set<string | undefined>();
      for (let press = 0; press < 12; press++) {
        await keyboard.press("Tab");
        seen.add(await inside(stage.page));
      }
      expect([...seen]).toEqual(["settings"]);
      await stage.widget.part("done").focus();
      await keyboard.press("Shift+Tab");
      expect(await inside(stage.page)).toBe("settings");
      expect(await focused(stage.page)).not.toBe("done");
      if (leave === "done") await stage.widget.part("done").focus();
      await keyboard.press(leave === "done" ? "Enter" : leave);
      await expect.poll(() => focused(stage.page)).toBe("more");
      expect(await stage.widget.part("settings").count()).toBe(0);
    }
    await stage.close();
  });

  test("goes into the text box that the keyboard's key shows, and back to the key; what was typed stays", async () => {
    const stage = await gallery.stage("light");
    await stage.show("call-empty");
    const { page, widget } = stage;
    const key = widget.part("keyboard");
    expect(await widget.part("composer").isVisible()).toBe(false);
    await key.focus();
    await page.keyboard.press("Enter");
    await expect.poll(() => focused(page)).toBe("input");
    expect(await key.getAttribute("aria-expanded")).toBe("true");
    await page.keyboard.type("Is there");
    await page.keyboard.press("Escape");
    await expect.poll(() => focused(page)).toBe("keyboard");
    expect(await widget.part("composer").isVisible()).toBe(false);
    await page.keyboard.press("Enter");
    await expect.poll(() => focused(page)).toBe("input");
    expect(await widget.part("input").inputValue()).toBe("Is there");
    await stage.close();
  });

  test("stays near what disappears: from waiting in line to leaving it", async () => {
    const stage = await gallery.stage("light");
    await stage.show("error-lines_busy");
    await stage.widget.part("queue-wait").focus();
    await stage.page.keyboard.press("Enter");
    await expect.poll(() => focused(stage.page)).toMatch(/^queue-(leave|start)$/);
    await stage.close();
  });
});

describe("a double click", () => {
  test("opens the panel once, and the settings once", async () => {
    const stage = await gallery.stage("light");
    await stage.show("launcher-idle");
    await stage.widget.part("launcher").dblclick();
    await stage.widget.part("settings-toggle").waitFor();
    expect(await stage.widget.part("launcher").getAttribute("aria-expanded")).toBe("true");
    await stage.widget.part("settings-toggle").dblclick();
    await stage.widget.part("settings").waitFor();
    expect(await stage.widget.part("settings-toggle").getAttribute("aria-expanded")).toBe("true");
    await stage.close();
  });
});

/** Runs in the page. @returns the classes of what moves for longer than that, milliseconds */
function moving(least: number): string[] {
  const roots = (root: Document | ShadowRoot): (Document | ShadowRoot)[] => [
    root,
    ...Array.from(root.querySelectorAll("*"), ({ shadowRoot }) => (shadowRoot ? roots(shadowRoot) : [])).flat(),
  ];
  return roots(document)
    .flatMap((root) => root.getAnimations())
    .filter(({ playState, effect }) => playState === "running" && Number(effect?.getComputedTiming().endTime) > least)
    .map(({ effect }) => ((effect as KeyframeEffect).target as Element).className);
}

describe("what is seen", () => {
  const QUIET = ["launcher-idle", "idle", "consent", "chat-listening", "call-paused", "ended", "closed-notice"];

  test.each(QUIET)("nothing moves for more than 5 s while nothing happens: %s", async (state) => {
    const stage = await gallery.sharedStage("light", { moving: true });
    await stage.show(state);
    const endless = await stage.page.evaluate(moving, 5_000);
    expect(endless).toEqual([]);
  });

  test.each(["idle", "call-long", "call-settings"])("nothing moves for who asks for that: %s", async (state) => {
    const stage = await gallery.sharedStage("light");
    await stage.show(state);
    expect(await stage.page.evaluate(moving, 0)).toEqual([]);
  });

  test("the browser's own controls are dark in the dark theme", async () => {
    const stage = await gallery.sharedStage("dark");
    await stage.show("call-settings");
    const scheme = () =>
      stage.widget
        .part("settings")
        .locator("select")
        .first()
        .evaluate((select) => getComputedStyle(select).colorScheme);
    expect(await scheme()).toBe("dark");
  });

  test("type grows with the size that the visitor asked their browser for, whatever the page's own is", async () => {
    const stage = await gallery.stage("light");
    await stage.page.addStyleTag({ content: "html { font-size: 62.5% }" });
    await stage.show("call-empty");
    const sizes = () =>
      stage.page.evaluate(() => {
        const root = document.querySelector("voice-widget")?.shadowRoot as ShadowRoot;
        const panel = root.querySelector("voice-widget-panel")?.shadowRoot as ShadowRoot;
        const size = (element: Element | null) => Number.parseFloat(getComputedStyle(element as Element).fontSize);
        return [
          size(root.querySelector(".launcher")),
          size(panel.querySelector(".panel")),
          size(panel.querySelector(".word")),
        ];
      });
    const before = await sizes();
    expect(before.slice(0, 2)).toEqual([15, 15]);
    const browser = await stage.page.context().newCDPSession(stage.page);
    await browser.send("Page.enable");
    await browser.send("Page.setFontSizes", { fontSizes: { standard: 32 } });
    await expect.poll(async () => (await sizes()).map((size, index) => size / (before[index] ?? 1))).toEqual([2, 2, 2]);
    await stage.close();
  });

  test("at 400 % zoom with the settings open each control can be scrolled to, and all of it is seen", async () => {
    const stage = await gallery.stage("light");
    await stage.page.setViewportSize({ width: 320, height: 192 });
    await stage.show("call-settings");
    const hidden = await stage.page.evaluate(() => {
      const panel = document.querySelector("voice-widget")?.shadowRoot?.querySelector("voice-widget-panel")?.shadowRoot;
      const controls = [...(panel?.querySelectorAll<HTMLElement>("button, select, textarea, input[type=range]") ?? [])];
      return controls.flatMap((control) => {
        control.scrollIntoView({ block: "nearest", behavior: "instant" });
        const { left, right, top, bottom } = control.getBoundingClientRect();
        const middle = panel?.elementFromPoint((left + right) / 2, (top + bottom) / 2);
        const whole = left >= -1 && top >= -1 && right <= innerWidth + 1 && bottom <= innerHeight + 1;
        const hit = middle && (control.contains(middle) || middle.contains(control));
        // What the sheet covers is not there.
        const covered = control.getClientRects().length === 0 && !control.closest(".settings");
        return covered || (whole && hit) ? [] : [`${control.getAttribute("part")} ${top} to ${bottom}`];
      });
    });
    expect(hidden).toEqual([]);
    await stage.close();
  });

  // With the test's own `expect`: the common one knows only which test began last.
  test.concurrent.for(["light", "dark", "pale", "murky"] as const)(
    "a voice of a normal loudness draws a ring of 3:1 around the agent: %s",
    async (look, { expect }) => {
      const stage = await gallery.stage(look, { moving: true });
      await stage.show("call-empty");
      await stage.page.evaluate(() => Object.assign(window.stage as object, { input: 0.05 }));
      const level = () =>
        stage.page.locator("voice-widget .orb.medium").evaluate((orb) => orb.style.getPropertyValue("--in"));
      await expect.poll(async () => Math.abs(Number(await level()) - 0.53) < 0.02).toBe(true);
      expect(await ringContrast(stage, look)).toBeGreaterThanOrEqual(3);
      await stage.close();
    },
  );
});

/** Measured on a picture: of the ring's strongest pixel, to the right of the agent, against what is beside the ring. */
async function ringContrast(stage: Stage, _look: LookName): Promise<number> {
  const ring = await stage.page.locator("voice-widget .orb.medium .ring").boundingBox();
  if (!ring) throw new Error("there is no ring");
  const clip = {
    x: Math.round(ring.x + ring.width - 8),
    y: Math.round(ring.y + ring.height / 2),
    width: 16,
    height: 1,
  };
  const picture = await stage.page.screenshot({ clip });
  return stage.page.evaluate(async (data) => {
    const bitmap = await createImageBitmap(await (await fetch(`data:image/png;base64,${data}`)).blob());
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
    const context = canvas.getContext("2d") as OffscreenCanvasRenderingContext2D;
    context.drawImage(bitmap, 0, 0);
    const pixels = context.getImageData(0, 0, bitmap.width, 1).data;
    const light = Array.from({ length: bitmap.width }, (_, index) => {
      const [r = 0, g = 0, b = 0] = [0, 1, 2].map((channel) => {
        const share = (pixels[index * 4 + channel] ?? 0) / 255;
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    });
    const ground = light.at(-1) ?? 0;
    // The ring's own width, not the agent's picture inside of it.
    return Math.max(...light.slice(4).map((one) => (Math.max(one, ground) + 0.05) / (Math.min(one, ground) + 0.05)));
  }, picture.toString("base64"));
}

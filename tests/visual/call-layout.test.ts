import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { reduce } from "../../widget/session/reduce.ts";
import { IDLE } from "../../widget/session/state.ts";
import { type Gallery, openGallery } from "./gallery.ts";
import { stateOf } from "./website.ts";

/** Where things stand in a call that no contrast or name tells of. */

let gallery: Gallery;

beforeAll(async () => {
  gallery = await openGallery();
});
afterEach(() => gallery.clearShared());
afterAll(() => gallery?.close());

test.each(["call-tool-done", "call-tool-running"])(
  "what a tool does is a quiet line in the middle, its sign beside the words, though no answer had markup: %s",
  async (state) => {
    const stage = await gallery.sharedStage("light");
    await stage.show(state);
    const note = await stage.page.evaluate(() => {
      const panel = document.querySelector("voice-widget")?.shadowRoot?.querySelector("voice-widget-panel");
      const log = panel?.shadowRoot?.querySelector("[part=transcript]") as HTMLElement;
      const line = log.querySelector(".note") as HTMLElement;
      const [sign, words] = [line.querySelector("svg"), line.querySelector("span")].map((one) =>
        one?.getBoundingClientRect(),
      );
      const box = line.getBoundingClientRect();
      const room = log.getBoundingClientRect();
      const middle = (rect: DOMRect | undefined, side: "x" | "y") =>
        rect ? (side === "x" ? rect.x + rect.width / 2 : rect.y + rect.height / 2) : Number.NaN;
      return {
        besideWords: (sign?.right ?? 0) <= (words?.left ?? 0) && Math.abs(middle(sign, "y") - middle(words, "y")) < 4,
        inTheMiddle: Math.abs(middle(box, "x") - middle(room, "x")) < 12,
        quiet: getComputedStyle(line).color !== getComputedStyle(log).color,
      };
    });
    expect(note).toEqual({ besideWords: true, inTheMiddle: true, quiet: true });
  },
);

test.each([
  ["phone", "inline-call"],
  ["small-phone-german", "call-long"],
] as const)("the controls of a call stand in one row where there is room for four: %s, %s", async (look, state) => {
  const stage = await gallery.sharedStage(look);
  await stage.show(state);
  const tops = await stage.page.evaluate(() => {
    const panel = document.querySelector("voice-widget")?.shadowRoot?.querySelector("voice-widget-panel");
    return [...(panel?.shadowRoot?.querySelectorAll(".call-bar button") ?? [])].map(
      (button) => button.getBoundingClientRect().top,
    );
  });
  expect(tops).toHaveLength(4);
  expect(new Set(tops).size).toBe(1);
});

test.each(["light", "arabic"] as const)("the status and its sentence begin on one line: %s", async (look) => {
  const stage = await gallery.sharedStage(look);
  await stage.show("call-paused");
  const [status, why] = await stage.page.evaluate(() => {
    const root = document.querySelector("voice-widget")?.shadowRoot?.querySelector("voice-widget-panel")?.shadowRoot;
    const rightToLeft = root?.querySelector(".panel")?.matches("[dir=rtl]");
    const words = document.createRange();
    const text = [...(root?.querySelector(".said")?.childNodes ?? [])].find(
      (one) => one.nodeType === 3 && one.textContent?.trim(),
    );
    words.selectNode(text as Node);
    const sentence = document.createRange();
    sentence.selectNodeContents(root?.querySelector(".why") as Element);
    return [words, sentence].map((range) => {
      const { left, right } = range.getBoundingClientRect();
      return rightToLeft ? right : left;
    });
  });
  expect(Math.abs((status ?? 0) - (why ?? 99))).toBeLessThan(2);
});

test.each(["light", "dark", "arabic"] as const)(
  "who listens, works, speaks and is not heard can be told in a still picture: %s",
  async (look) => {
    const stage = await gallery.sharedStage(look);
    const pictures: Record<string, string> = {};
    for (const state of ["listening", "thinking", "speaking", "call-muted"]) {
      await stage.show(state);
      const box = await stage.page.locator("voice-widget .stage .orb").boundingBox();
      if (!box) throw new Error(`no picture of the agent: ${state}`);
      const clip = { x: box.x - 8, y: box.y - 8, width: box.width + 16, height: box.height + 16 };
      pictures[state] = (await stage.page.screenshot({ clip, animations: "disabled" })).toString("base64");
    }
    const alike = await stage.page.evaluate(async (all) => {
      const pixels = async (picture: string) => {
        const bitmap = await createImageBitmap(await (await fetch(`data:image/png;base64,${picture}`)).blob());
        const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext("2d");
        context?.drawImage(bitmap, 0, 0);
        return context?.getImageData(0, 0, bitmap.width, bitmap.height).data ?? new Uint8ClampedArray();
      };
      const read = await Promise.all(
        Object.entries(all).map(async ([name, one]) => [name, await pixels(one)] as const),
      );
      return read.flatMap(([name, one], index) =>
        read.slice(index + 1).flatMap(([other, two]) => {
          const differ = one.filter((value, at) => Math.abs(value - (two[at] ?? 0)) > 40).length / one.length;
          return differ < 0.03 ? [`${name} and ${other}: ${differ}`] : [];
        }),
      );
    }, pictures);
    expect(alike).toEqual([]);
  },
);

test.each(["light", "phone", "small-phone-german"] as const)(
  "the ring around the large picture, at its widest, touches no word: %s",
  async (look) => {
    const stage = await gallery.sharedStage(look);
    const gaps = () =>
      stage.page.evaluate(async () => {
        const root = document
          .querySelector("voice-widget")
          ?.shadowRoot?.querySelector("voice-widget-panel")?.shadowRoot;
        root?.querySelector<HTMLElement>(".stage .orb")?.style.setProperty("--out", "1", "important");
        await new Promise(requestAnimationFrame);
        const box = (part: string) => root?.querySelector(part)?.getBoundingClientRect() ?? new DOMRect();
        const ring = box(".stage .ring");
        return { above: ring.top - box(".names").bottom, below: box(".status").top - ring.bottom };
      });
    const found: Record<string, Awaited<ReturnType<typeof gaps>>> = {};
    for (const state of ["connecting", "call-empty"]) {
      await stage.show(state);
      found[state] = await gaps();
    }
    // The first words leave it as large, right below the header.
    const greeting = { type: "message", id: "a", role: "agent", text: "Hello", final: true, at: 1 } as const;
    const facts = [...(stateOf(look, "call-empty")?.facts ?? []), greeting];
    await stage.page.evaluate((state) => window.stage?.show(state), facts.reduce(reduce, IDLE));
    await stage.widget.part("transcript").getByText("Hello").waitFor();
    found["first words"] = await gaps();
    expect(Object.entries(found).filter(([, { above, below }]) => above < 0 || below < 0)).toEqual([]);
  },
);

/** What share of the panel's height the conversation has, the way to its newest line included. */
const share = (page: Page) =>
  page.evaluate(() => {
    const root = document.querySelector("voice-widget")?.shadowRoot?.querySelector("voice-widget-panel")?.shadowRoot;
    const box = (selector: string) => root?.querySelector(selector)?.getBoundingClientRect() ?? new DOMRect();
    return (box(".body").bottom - box(".transcript").top) / box(".panel").height;
  });

const STATES = ["call-tool-running", "call-long", "call-muted", "call-scrolled-up"] as const;

test.each([
  ["light", null],
  ["german", null],
  ["arabic", null],
  ["light", { width: 384, height: 620 }],
  ["phone", null],
  ["phone", { width: 390, height: 664 }],
  ["phone-dark-arabic", null],
  ["small-phone-german", null],
  ["zoomed-german", null],
] as const)("from the second message on the conversation has 60 %% of the panel: %s, %j", async (look, window) => {
  const stage = await (window ? gallery.stage(look) : gallery.sharedStage(look));
  if (window) await stage.page.setViewportSize(window);
  const shares: Record<string, number> = {};
  for (const state of STATES) {
    await stage.show(state);
    shares[state] = await share(stage.page);
  }
  // The menu lies over it, and takes nothing of it.
  await stage.show("call-more");
  shares.menu = await share(stage.page);
  expect(Object.entries(shares).filter(([, one]) => !(one >= 0.6))).toEqual([]);
  if (window) await stage.close();
});

test.each(["light", "phone", "small-phone-german", "arabic"] as const)(
  "two lines of what was said stay above the settings, and beside a notice: %s",
  async (look) => {
    const stage = await gallery.sharedStage(look);
    for (const state of ["call-settings", "call-sound-blocked"]) {
      await stage.show(state);
      const seen = await stage.page.evaluate(() => {
        const root = document
          .querySelector("voice-widget")
          ?.shadowRoot?.querySelector("voice-widget-panel")?.shadowRoot;
        const list = root?.querySelector(".transcript") as HTMLElement;
        const line = Number.parseFloat(getComputedStyle(list).lineHeight);
        const { top, bottom } = list.getBoundingClientRect();
        const body = list.parentElement?.getBoundingClientRect() as DOMRect;
        return (Math.min(bottom, body.bottom) - Math.max(top, body.top)) / line;
      });
      expect(seen, state).toBeGreaterThanOrEqual(2);
    }
  },
);

test("before there is something to read the agent's picture is large, and what stands below the transcript says how much is new", async () => {
  const stage = await gallery.sharedStage("light");
  const size = () => stage.widget.page.locator("voice-widget .stage .orb").evaluate((orb) => orb.clientWidth);
  await stage.show("call-empty");
  expect(await size()).toBeGreaterThan(90);
  await stage.show("call-long");
  expect(await size()).toBe(46);
  await stage.show("call-scrolled-up");
  const jump = stage.widget.part("jump");
  expect((await jump.textContent())?.trim()).toBe("Jump to latest");
  const more = ["a", "b"].map((id) => ({ type: "message", id, role: "agent", text: id, final: true, at: 1 }) as const);
  const facts = [...(stateOf("light", "call-scrolled-up")?.facts ?? []), ...more];
  await stage.page.evaluate((state) => window.stage?.show(state), facts.reduce(reduce, IDLE));
  await expect.poll(async () => (await jump.textContent())?.trim()).toBe("Jump to latest (2)");
  const [button, list] = await Promise.all([jump.boundingBox(), stage.widget.part("transcript").boundingBox()]);
  expect(button && list && button.y >= list.y + list.height).toBe(true);
});

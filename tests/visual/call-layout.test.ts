import { afterAll, beforeAll, expect, test } from "vitest";
import { type Gallery, openGallery } from "./gallery.ts";

/** Where things stand in a call that no contrast or name tells of. */

let gallery: Gallery;

beforeAll(async () => {
  gallery = await openGallery();
});
afterAll(() => gallery?.close());

test.each(["call-tool-done", "call-tool-running"])(
  "what a tool does is a quiet line in the middle, its sign beside the words, though no answer had markup: %s",
  async (state) => {
    const stage = await gallery.stage("light");
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
    await stage.close();
  },
);

test.each([
  ["phone", "inline-call"],
  ["small-phone-german", "call-long"],
] as const)("the controls of a call stand in one row where there is room for three: %s, %s", async (look, state) => {
  const stage = await gallery.stage(look);
  await stage.show(state);
  const tops = await stage.page.evaluate(() => {
    const panel = document.querySelector("voice-widget")?.shadowRoot?.querySelector("voice-widget-panel");
    return [...(panel?.shadowRoot?.querySelectorAll(".call-bar button") ?? [])].map(
      (button) => button.getBoundingClientRect().top,
    );
  });
  expect(tops).toHaveLength(3);
  expect(new Set(tops).size).toBe(1);
  await stage.close();
});

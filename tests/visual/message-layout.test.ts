import { afterAll, beforeAll, expect, test } from "vitest";
import { type Gallery, openGallery } from "./gallery.ts";

/** How messages, and what stands between them, lie. */

let gallery: Gallery;

beforeAll(async () => {
  gallery = await openGallery();
});
afterAll(() => gallery?.close());

test.each(["light", "arabic", "phone-dark-arabic"] as const)(
  "the numbers of a list have room where its lines begin: %s",
  async (look) => {
    const stage = await gallery.stage(look);
    await stage.show("chat-markdown");
    const room = await stage.page.locator("voice-widget .text ol").evaluate((list) => {
      const [outer, inner] = [list, list.children[0] as Element].map((one) => one.getBoundingClientRect());
      if (!outer || !inner) throw new Error("there is no list");
      return getComputedStyle(list.children[0] as Element).direction === "rtl"
        ? outer.right - inner.right
        : inner.left - outer.left;
    });
    expect(room).toBeGreaterThan(16);
    await stage.close();
  },
);

test.each(["light", "phone"] as const)("the name of a source is in the middle of its chip: %s", async (look) => {
  const stage = await gallery.stage(look);
  await stage.show("chat-sources");
  const off = await stage.page.locator("voice-widget .sources a").evaluateAll((chips) =>
    chips.map((chip) => {
      const words = document.createRange();
      words.selectNodeContents(chip);
      const [box, text] = [chip, words].map((one) => one.getBoundingClientRect());
      return Math.abs((box?.top ?? 0) + (box?.bottom ?? 0) - (text?.top ?? 0) - (text?.bottom ?? 0)) / 2;
    }),
  );
  expect(off).toHaveLength(2);
  expect(Math.max(...off)).toBeLessThan(2);
  await stage.close();
});

test.each(["light", "arabic", "phone"] as const)("a source's name is cut only where its row ends: %s", async (look) => {
  const stage = await gallery.stage(look);
  await stage.show("chat-sources");
  const rows = await stage.page.locator("voice-widget .sources").evaluate((list) =>
    [...list.querySelectorAll("a")].map((chip) => ({
      cut: chip.scrollWidth > chip.clientWidth,
      left: list.clientWidth - chip.offsetWidth,
    })),
  );
  expect(rows).toHaveLength(2);
  for (const { cut, left } of rows) {
    expect(left).toBeGreaterThanOrEqual(0);
    if (cut) expect(left).toBeLessThan(1);
  }
  await stage.close();
});

test.each([
  ["light", "closed-contact", "closed"],
  ["phone", "closed-contact", "closed"],
  ["light", "busy-contact", "queue"],
  ["arabic", "busy-contact", "queue"],
] as const)("why there is no call stands above the form: %s, %s", async (look, state, reason) => {
  const stage = await gallery.stage(look);
  await stage.show(state);
  const [why, form] = await Promise.all([reason, "contact-form"].map((part) => stage.widget.part(part).boundingBox()));
  expect(why && form && why.y + why.height <= form.y).toBe(true);
  await stage.close();
});

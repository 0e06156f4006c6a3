import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bringAxe, violations } from "../harness/browser/axe.ts";
import { type Gallery, LOOK_NAMES, openGallery, statesIn } from "./gallery.ts";
import type { LookName } from "./looks.ts";
import { obstacles, restless } from "./obstacles.ts";

/** The look in which also the rules are checked that no look can change, on states that only differ in words. */
const FIRST: LookName = "light";

let gallery: Gallery;

beforeAll(async () => {
  gallery = await openGallery();
});
afterAll(() => gallery?.close());

describe("every state can be read and reached, and axe finds nothing to object to", () => {
  test.each(LOOK_NAMES)("%s", { timeout: 900_000 }, async (look) => {
    const stage = await gallery.stage(look);
    await bringAxe(stage.page);
    const found: Record<string, string[]> = {};
    for (const name of statesIn(look, look !== FIRST)) {
      await stage.show(name);
      const faults = [
        ...(await violations(stage.page, look !== FIRST)),
        ...(await obstacles(stage.page, look === "forced-colours")),
      ];
      if (look === FIRST) faults.push(...(await restless(stage.page)));
      if (faults.length) found[name] = faults;
    }
    await stage.close();
    expect(found).toEqual({});
  });
});

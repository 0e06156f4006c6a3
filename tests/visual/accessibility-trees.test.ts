import { afterAll, beforeAll, expect, test } from "vitest";
import { type Gallery, openGallery, statesIn } from "./gallery.ts";
import { stateOf } from "./website.ts";

/**
 * What a screen reader is told in each state. A change that is meant is written down by
 * `npx vitest run --project visual tests/visual/accessibility-trees.test.ts -u`, and read in the diff.
 */

let gallery: Gallery;

beforeAll(async () => {
  gallery = await openGallery();
});
afterAll(() => gallery?.close());

test("the accessibility tree of every state is the one on record", { timeout: 900_000 }, async () => {
  const stage = await gallery.stage("light");
  for (const name of statesIn("light").filter((one) => !stateOf("light", one)?.wide)) {
    await stage.show(name);
    const tree = await stage.page.locator("voice-widget").ariaSnapshot();
    // The page's own address is another one each time.
    const lasting = tree.replaceAll(new URL(stage.page.url()).origin, "https://a.example");
    await expect.soft(`${lasting}\n`).toMatchFileSnapshot(`trees/${name}.yml`);
  }
  await stage.close();
});

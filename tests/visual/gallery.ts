import { launchChromium } from "../harness/browser/chromium.ts";
import { LOOKS, type LookName } from "./looks.ts";
import { wordsOf } from "./sample-texts.ts";
import { Stage, type StageOptions } from "./stage.ts";
import { statesOf } from "./states.ts";
import { lookOf, startShotSite } from "./website.ts";

export const LOOK_NAMES = Object.keys(LOOKS) as LookName[];

/** The states that are looked at in this look. */
export function statesIn(look: LookName, briefly = lookOf(look).brief === true): string[] {
  const { locale } = lookOf(look);
  return Object.entries(statesOf(wordsOf(locale)))
    .filter(([, { variant }]) => !(briefly && variant))
    .map(([name]) => name);
}

/** A browser, and the site that it looks at. */
export interface Gallery {
  stage(look: LookName, options?: StageOptions): Promise<Stage>;
  /**
   * The one of this kind that tests share which only show states and look at them: a new page costs a second of a core,
   * and each state is a new widget in cleared storage. Nobody closes it; `clearShared` after each test.
   */
  sharedStage(look: LookName, options?: StageOptions): Promise<Stage>;
  /** Takes the widgets from them: one that nobody looks at would go on drawing. */
  clearShared(): Promise<void>;
  close(): Promise<void>;
}

/** @throws Error when there is no Chrome or Chromium: `npm test` installs one */
export async function openGallery(): Promise<Gallery> {
  const [site, browser] = await Promise.all([startShotSite(), launchChromium()]);
  const stage = (look: LookName, options?: StageOptions) => Stage.open(browser, site, look, options);
  const shared = new Map<string, Promise<Stage>>();
  return {
    stage,
    sharedStage(look, options) {
      const kind = JSON.stringify([look, options]);
      const known = shared.get(kind) ?? stage(look, options);
      shared.set(kind, known);
      return known;
    },
    async clearShared() {
      for (const one of shared.values()) await (await one).clear();
    },
    async close() {
      await browser.close();
      await site.close();
    },
  };
}

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
  close(): Promise<void>;
}

/** @throws Error when there is no Chrome or Chromium: `npm test` installs one */
export async function openGallery(): Promise<Gallery> {
  const [site, browser] = await Promise.all([startShotSite(), launchChromium()]);
  return {
    stage: (look, options) => Stage.open(browser, site, look, options),
    async close() {
      await browser.close();
      await site.close();
    },
  };
}

import { chromium } from "playwright-core";
import { findChrome } from "../../scripts/test/chrome.ts";
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
  const executablePath = await findChrome();
  if (!executablePath) throw new Error("no Chrome or Chromium found: run `npm test` once, or set CHROME_PATH");
  const [site, browser] = await Promise.all([
    startShotSite(),
    chromium.launch({
      executablePath,
      // A busy machine may need long.
      timeout: 120_000,
      args: ["--disable-dev-shm-usage", ...(process.getuid?.() === 0 ? ["--no-sandbox"] : [])],
    }),
  ]);
  return {
    stage: (look, options) => Stage.open(browser, site, look, options),
    async close() {
      await browser.close();
      await site.close();
    },
  };
}

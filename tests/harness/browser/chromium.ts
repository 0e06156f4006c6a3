import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Browser, type BrowserServer, chromium, type LaunchOptions } from "playwright-core";
import { findChrome } from "../../../scripts/test/chrome.ts";
import { WITHOUT_OVERHEAD } from "../../../scripts/test/chrome-features.ts";
import { type Sound, writeWav } from "../audio/wav.ts";

/** What Playwright adds and visitors' browsers do not have: without it a page that is left is kept for "back". */
const NOT_PLAYWRIGHTS = ["--disable-back-forward-cache"];

async function launchOptions(flags: string[] = []): Promise<LaunchOptions> {
  const executablePath = await findChrome();
  if (!executablePath) throw new Error("no Chrome or Chromium found: run `npm test` once, or set CHROME_PATH");
  return {
    executablePath,
    // A busy machine may need long.
    timeout: 120_000,
    ignoreDefaultArgs: NOT_PLAYWRIGHTS,
    args: [
      WITHOUT_OVERHEAD,
      "--use-fake-device-for-media-stream",
      ...flags,
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-dev-shm-usage",
      ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
    ],
  };
}

/** For whoever connects to it; its microphone beeps. */
export const serveChromium = async (): Promise<BrowserServer> => chromium.launchServer(await launchOptions());

/** One whose reader has set the text twice as large as usual. */
export const launchLargeText = async (): Promise<Browser> =>
  chromium.launch(await launchOptions(["--blink-settings=defaultFontSize=32,defaultFixedFontSize=26"]));

/**
 * One of its own.
 * @param microphone what it hears, once, from the moment it opens; without it: beeps
 */
export async function launchChromium(microphone?: Sound): Promise<Browser> {
  if (!microphone) return chromium.launch(await launchOptions());
  const folder = mkdtempSync(join(tmpdir(), "voice-widget-browser-"));
  const wav = join(folder, "microphone.wav");
  writeWav(wav, microphone);
  const browser = await chromium.launch(await launchOptions([`--use-file-for-fake-audio-capture=${wav}%noloop`]));
  browser.once("disconnected", () => rmSync(folder, { recursive: true, force: true }));
  return browser;
}

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Browser, type BrowserServer, chromium, type LaunchOptions } from "playwright-core";
import { findChrome } from "../../../scripts/test/chrome.ts";
import { type Sound, writeWav } from "../audio/wav.ts";

/**
 * Chromium's own window loads pages for its address bar and keeps a process ready for the next page: together as much
 * work as a page of ours.
 */
const CHROMIUM_OVERHEAD = ["WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "SpareRendererForSitePerProcess"];

/**
 * What Playwright turns off. Chromium takes the last list it is given, so ours names these too; tests/browser/chromium.test.ts
 * compares.
 */
const BY_PLAYWRIGHT = [
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "DestroyProfileOnBrowserClose",
  "HttpsUpgrades",
  "HttpsFirstBalancedModeAutoEnable",
  "LensOverlay",
  "MediaRouter",
  "PaintHolding",
  "ThirdPartyStoragePartitioning",
  "AvoidCorsURLLoaderRestartOnRedirect",
  "TcpPortRandomizationWin",
  "OptimizationHints",
  "NetworkTimeServiceQuerying",
  "AimEnabled",
  "PreconnectToSearch",
  "msForceBrowserSignIn",
  "msEdgeUpdateLaunchServicesPreferredVersion",
];

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
      `--disable-features=${[...BY_PLAYWRIGHT, ...CHROMIUM_OVERHEAD].join(",")}`,
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

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { findChrome } from "../../scripts/chrome.ts";
import { tapPage } from "./tap.ts";
import { type Sound, writeWav } from "./wav.ts";

export interface BrowserOptions {
  /** What the fake microphone hears, once, from the moment it opens. Without it: beeps. */
  microphone?: Sound;
  /** Without the browser's noise suppression and gain control, which change the waveform that the page gets. */
  untouched?: boolean;
  /** Whether the visitor lets the page use it. */
  allowMicrophone?: boolean;
}

export interface TestBrowser {
  /** A new visitor whose page is tapped. Pages without the tap run under their own security policy. */
  visit(url: string): Promise<Page>;
  context(): Promise<BrowserContext>;
  close(): Promise<void>;
}

/** Runs in the page, before its scripts. */
function untouchMicrophone(): void {
  const open = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
  const audio = { echoCancellation: false, noiseSuppression: false, autoGainControl: false };
  navigator.mediaDevices.getUserMedia = () => open({ audio });
}

/** @throws Error when there is no Chrome or Chromium: `npm test` installs one */
export async function launch({
  microphone,
  untouched = false,
  allowMicrophone = true,
}: BrowserOptions = {}): Promise<TestBrowser> {
  const executablePath = await findChrome();
  if (!executablePath) throw new Error("no Chrome or Chromium found: run `npm test` once, or set CHROME_PATH");
  const folder = mkdtempSync(join(tmpdir(), "voice-widget-browser-"));
  const wav = join(folder, "microphone.wav");
  if (microphone) writeWav(wav, microphone);
  const browser: Browser = await chromium.launch({
    executablePath,
    args: [
      "--use-fake-device-for-media-stream",
      ...(microphone ? [`--use-file-for-fake-audio-capture=${wav}%noloop`] : []),
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-dev-shm-usage",
      ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
    ],
  });
  const context = (options: BrowserContextOptions = {}) =>
    browser.newContext({ ...options, permissions: allowMicrophone ? ["microphone"] : [] });
  return {
    context: () => context(),
    async visit(url) {
      const page = await (await context({ bypassCSP: true })).newPage();
      await tapPage(page);
      if (untouched) await page.addInitScript(untouchMicrophone);
      await page.goto(url);
      return page;
    },
    async close() {
      await browser.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

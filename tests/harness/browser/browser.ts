import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { findChrome } from "../../../scripts/test/chrome.ts";
import { tapPage } from "../audio/recorder.ts";
import { type Sound, writeWav } from "../audio/wav.ts";
import { giveMicrophone, openFirefox } from "./firefox.ts";

export interface BrowserOptions {
  /** What the fake microphone hears, once, from the moment it opens. Without it: beeps. */
  microphone?: Sound;
  /** Without the browser's noise suppression and gain control, which change the waveform that the page gets. */
  untouched?: boolean;
  /** Whether the visitor lets the page use it. */
  allowMicrophone?: boolean;
  /** Whether the visitor asked their system for less movement. */
  reducedMotion?: boolean;
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

/** Whether these tests run in Firefox (the project `firefox`). What it or its driver cannot do is skipped by this. */
export const inFirefox = process.env.BROWSER === "firefox";

/** @throws Error when there is no such browser: `npm test` installs one */
export const launch = (options: BrowserOptions = {}): Promise<TestBrowser> =>
  inFirefox ? launchFirefox(options) : launchChromium(options);

async function launchChromium({
  microphone,
  untouched = false,
  allowMicrophone = true,
  reducedMotion = false,
}: BrowserOptions): Promise<TestBrowser> {
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
    browser.newContext({
      ...options,
      permissions: allowMicrophone ? ["microphone"] : [],
      reducedMotion: reducedMotion ? "reduce" : "no-preference",
    });
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

/** The browser itself stays for the whole file: to close a visitor's contexts is enough, and quicker. */
async function launchFirefox({
  microphone,
  allowMicrophone = true,
  reducedMotion = false,
}: BrowserOptions): Promise<TestBrowser> {
  const browser = await openFirefox({ allowMicrophone, reducedMotion });
  const contexts: BrowserContext[] = [];
  const context = async () => {
    const made = await browser.newContext();
    // Starting and drawing take it longer than others.
    made.setDefaultTimeout(60_000);
    contexts.push(made);
    return made;
  };
  return {
    context,
    async visit(url) {
      const page = await (await context()).newPage();
      if (microphone) await giveMicrophone(page, microphone);
      await tapPage(page, false);
      await page.goto(url);
      return page;
    },
    async close() {
      await Promise.all(contexts.splice(0).map((one) => one.close()));
    },
  };
}

import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright-core";
import { recordPage } from "../audio/recorder.ts";
import type { Sound } from "../audio/wav.ts";
import { launchChromium } from "./chromium.ts";
import { giveMicrophone } from "./firefox.ts";

export interface BrowserOptions {
  /** What the fake microphone hears, once, from the moment it opens. Without it: beeps. */
  microphone?: Sound;
  /** Without the browser's noise suppression and gain control, which change the waveform that the page gets. */
  untouched?: boolean;
  /** Whether the visitor lets the page use it. */
  allowMicrophone?: boolean;
  /** Whether the visitor asked their system for less movement; `stillByDefault` without it. */
  reducedMotion?: boolean;
}

export interface TestBrowser {
  /** A new visitor whose page has its sound recorded. Pages without the recorder run under their own security policy. */
  visit(url: string): Promise<Page>;
  context(more?: BrowserContextOptions): Promise<BrowserContext>;
  /** Ends all its visitors; a browser that is shared goes on. */
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

/**
 * Without a graphics card to draw it, the orb's movement takes more than a third of what a conversation costs
 * (docs/decisions/0069). What measures time or weight, WebKit and pictures have it.
 */
export const stillByDefault = true;

/** What a busy machine may need for one step in the page, milliseconds. */
const STEP = 60_000;

/** Visitors in a browser. @param running the one that runs now @param end what closing does after they are gone */
export function visitorsOf(
  running: () => Promise<Browser>,
  options: BrowserOptions,
  end = async () => {},
): TestBrowser {
  const { microphone, untouched = false, allowMicrophone = true, reducedMotion = stillByDefault } = options;
  const contexts: BrowserContext[] = [];
  const open = async (more: BrowserContextOptions = {}) => {
    // Firefox takes these options only at its start.
    const traits: BrowserContextOptions = {
      ...more,
      permissions: allowMicrophone ? ["microphone"] : [],
      reducedMotion: reducedMotion ? "reduce" : "no-preference",
    };
    const context = await (await running()).newContext(inFirefox ? {} : traits);
    context.setDefaultTimeout(STEP);
    contexts.push(context);
    return context;
  };
  return {
    context: open,
    async visit(url) {
      const page = await (await open({ bypassCSP: true })).newPage();
      if (inFirefox && microphone) await giveMicrophone(page, microphone);
      await recordPage(page, !inFirefox);
      if (untouched && !inFirefox) await page.addInitScript(untouchMicrophone);
      await page.goto(url);
      return page;
    },
    async close() {
      await Promise.all(contexts.splice(0).map((one) => one.close()));
      await end();
    },
  };
}

/** A Chromium of its own. @throws Error when there is none: `npm test` installs one */
export async function launch(options: BrowserOptions = {}): Promise<TestBrowser> {
  const browser = await launchChromium(options.microphone);
  return visitorsOf(
    async () => browser,
    options,
    () => browser.close(),
  );
}

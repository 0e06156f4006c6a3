import { delimiter, dirname, join } from "node:path";
import { type BrowserServer, firefox, type Page } from "playwright-core";
import { findFirefox } from "../../../scripts/test/firefox.ts";
import type { Sound } from "../audio/wav.ts";

/** A Firefox as users have it, driven over WebDriver BiDi: see firefox-proxy.ts. */

/** Options that BiDi cannot set for a single page: they need a browser of its own. */
export interface FirefoxTraits {
  allowMicrophone: boolean;
  reducedMotion: boolean;
}

/** For whoever connects to it. */
export async function serveFirefox({ allowMicrophone, reducedMotion }: FirefoxTraits): Promise<BrowserServer> {
  const path = await findFirefox();
  if (!path) throw new Error("no Firefox found: run `npm test` once, or set FIREFOX_PATH");
  return firefox.launchServer({
    channel: "moz-firefox",
    executablePath: join(import.meta.dirname, "firefox-proxy.ts"),
    env: {
      ...(process.env as Record<string, string>),
      FIREFOX_PATH: path,
      // The proxy runs on the node that runs the tests.
      PATH: [dirname(process.execPath), process.env.PATH].join(delimiter),
    },
    timeout: 120_000,
    firefoxUserPrefs: {
      ...(allowMicrophone ? { "media.navigator.permission.disabled": true } : { "permissions.default.microphone": 2 }),
      "ui.prefersReducedMotion": Number(reducedMotion),
      // Where no sound server of ours runs.
      "media.navigator.streams.fake": !process.env.PULSE_SERVER,
      // Playwright reads `ariaLabelledByElements` in two worlds of a page; with a cached one, Firefox's tab then crashes.
      "accessibility.ARIAElementReflection.enabled": false,
      // Nobody sees the tab, and its prompts are not part of any test.
      "browser.chrome.site_icons": false,
    },
  });
}

/** Runs in the page, before its scripts. */
function installMicrophone([base64, rate]: readonly [string, number]): void {
  // A node without a reference is garbage-collected, and silent from then on.
  const held: AudioNode[] = [];
  navigator.mediaDevices.getUserMedia = async () => {
    const context = new AudioContext();
    const words = new Int16Array(Uint8Array.from(atob(base64), (character) => character.charCodeAt(0)).buffer);
    const buffer = context.createBuffer(1, words.length, rate);
    buffer.getChannelData(0).set(Float32Array.from(words, (sample) => sample / 32_768));
    const source = new AudioBufferSourceNode(context, { buffer });
    const mouth = context.createMediaStreamDestination();
    source.connect(mouth);
    held.push(source, mouth);
    await context.resume();
    source.start();
    return mouth.stream;
  };
}

/** Gives the page a microphone that hears this, once, from the moment it opens: Firefox has no such option. */
export function giveMicrophone(page: Page, { rate, samples }: Sound): Promise<unknown> {
  const pcm = Int16Array.from(samples, (sample) => Math.max(-1, Math.min(1, sample)) * 32_767);
  return page.addInitScript(installMicrophone, [Buffer.from(pcm.buffer).toString("base64"), rate] as const);
}

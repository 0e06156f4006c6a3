import { type Browser, chromium, firefox } from "playwright-core";
import { afterEach } from "vitest";
import { borrow } from "../shared/borrow.ts";
import { type BrowserOptions, inFirefox, launch, stillByDefault, type TestBrowser, visitorsOf } from "./browser.ts";

const connected = new Map<string, Promise<Browser>>();
/** Names of those that ended by themselves since the last test. */
const lost: string[] = [];

/** Connects to the browser that all files share, once for each file, and to another one where it has ended. */
function connect(name: string): Promise<Browser> {
  const known = connected.get(name) ?? start(name);
  connected.set(name, known);
  return known;
}

async function start(name: string): Promise<Browser> {
  const browser = await (inFirefox ? firefox : chromium).connect(await borrow(name));
  browser.once("disconnected", () => {
    connected.delete(name);
    lost.push(name);
  });
  return browser;
}

afterEach(async () => {
  // The driver says so a turn after it has let the test fall.
  await new Promise((done) => setTimeout(done));
  const names = lost.splice(0);
  if (names.length) throw new Error(`The shared browser ended during this test: ${names}. The next one gets another.`);
});

/** Files of one worker run one after the other. */
const worker = process.env.VITEST_POOL_ID;

/**
 * Visitors of one kind, apart from all others. They share a browser with other files, except Chromium with a
 * microphone that hears something, which is set at its start. In Firefox only the window in front has the focus, which keys
 * need: there only files that do not run at the same time share a browser.
 */
export async function openBrowser(options: BrowserOptions = {}): Promise<TestBrowser> {
  const { allowMicrophone = true, reducedMotion = stillByDefault } = options;
  if (!inFirefox && options.microphone) return launch(options);
  const traits = JSON.stringify({ allowMicrophone, reducedMotion });
  const name = inFirefox ? `firefox ${traits} ${worker}` : "chromium";
  await connect(name);
  return visitorsOf(() => connect(name), options);
}

import { type Browser, chromium, firefox } from "playwright-core";
import { borrow } from "../shared/borrow.ts";
import { type BrowserOptions, inFirefox, launch, type TestBrowser, visitorsOf } from "./browser.ts";

const connected = new Map<string, Promise<Browser>>();

/** Connects to the browser that all files share, once for each file. */
function connect(name: string): Promise<Browser> {
  const known =
    connected.get(name) ?? borrow(name).then((address) => (inFirefox ? firefox : chromium).connect(address));
  connected.set(name, known);
  return known;
}

/** Files of one worker run one after the other. */
const worker = process.env.VITEST_POOL_ID;

/**
 * Visitors of one kind, apart from all others. They share a browser with other files, except Chromium with a
 * microphone that hears something, which is set at its start. In Firefox only the window in front has the focus, which keys
 * need: there only files that do not run at the same time share a browser.
 */
export async function openBrowser(options: BrowserOptions = {}): Promise<TestBrowser> {
  const { allowMicrophone = true, reducedMotion = false } = options;
  if (inFirefox) {
    const traits = JSON.stringify({ allowMicrophone, reducedMotion });
    return visitorsOf(await connect(`firefox ${traits} ${worker}`), options);
  }
  return options.microphone ? launch(options) : visitorsOf(await connect("chromium"), options);
}

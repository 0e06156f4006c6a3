import { setTimeout as sleep } from "node:timers/promises";
import { Builder, Button, Key, Origin, type WebDriver } from "selenium-webdriver";
import { findWebKit } from "../../../scripts/test/webkit.ts";
import type { VoiceWidgetPanel } from "../../../widget/panel/panel.ts";
import { freePort } from "../service/server.ts";
import { HelperProcess } from "./helper-process.ts";

/** GTK's WebKit, driven by selenium over WebDriver, and what the tests need to reach into the widget. */

const KEYS = { Tab: Key.TAB, Enter: Key.ENTER, Escape: Key.ESCAPE };

/** Milliseconds that anything on a page may take. */
const PATIENCE = 60_000;

/** Milliseconds for an answer of the driver, which waits for a script as long as anything may take. */
const ANSWER_MS = PATIENCE + 15_000;

/** A command to the driver, which has no end of its own where the browser hangs. @throws Error that names it */
async function answered<T>(command: string, asked: Promise<T>): Promise<T> {
  const over = new AbortController();
  const late = sleep(ANSWER_MS, undefined, { signal: over.signal }).then(() => {
    throw new Error(`WebKit's driver has not answered for ${ANSWER_MS / 1_000} s: ${command}`);
  });
  return Promise.race([asked, late]).finally(() => over.abort());
}

/** Runs in the page: where the middle of a visible part is, wherever in shadow trees. */
function middleOf(part: string): { x: number; y: number } | null {
  const find = (root: Document | ShadowRoot): Element | null => {
    const here = root.querySelector(`[part~="${part}"]`);
    if (here) return here;
    for (const { shadowRoot } of root.querySelectorAll("*")) {
      const inside = shadowRoot && find(shadowRoot);
      if (inside) return inside;
    }
    return null;
  };
  const element = find(document);
  // Hidden elements have a place too: a launcher whose words have not loaded yet.
  if (!element?.checkVisibility({ visibilityProperty: true })) return null;
  element.scrollIntoView({ block: "nearest", behavior: "instant" });
  const { left, top, width, height } = element.getBoundingClientRect();
  if (!width || !height || (element as HTMLButtonElement).disabled) return null;
  return { x: Math.round(left + width / 2), y: Math.round(top + height / 2) };
}

/** Runs in the page: what there is of the widget, for whoever waited for something else. */
function widgetThere(): unknown {
  const widget = document.querySelector("voice-widget");
  const launcher = widget?.shadowRoot?.querySelector('[part~="launcher"]');
  const panel = widget?.shadowRoot?.querySelector<VoiceWidgetPanel>("voice-widget-panel");
  return {
    ...widget?.dataset,
    launcher: launcher && [launcher.ariaLabel, launcher.ariaExpanded, launcher.ariaBusy],
    panel: panel && [panel.open, panel.shadowRoot?.textContent?.replace(/\s+/g, " ")],
    hidden: document.hidden,
  };
}

/** A visitor's page. */
export class WebKitPage {
  readonly #driver: WebDriver;

  constructor(driver: WebDriver) {
    this.#driver = driver;
  }

  /** Calls the function in the page, with arguments that JSON can carry. @throws Error when it throws there */
  evaluate = <A extends unknown[], R>(ask: (...args: A) => R | Promise<R>, ...args: A): Promise<R> =>
    answered(`${ask} of ${JSON.stringify(args)}`, this.#driver.executeScript<R>(ask, ...args));

  /** Asks until the answer is no longer falsy. @throws Error with the question, and what there is, after a minute */
  async until<A extends unknown[], R>(ask: (...args: A) => R, ...args: A): Promise<NonNullable<Awaited<R>>> {
    try {
      const answer = await this.#driver.wait(() => this.evaluate(ask, ...args), PATIENCE, undefined, 100);
      return answer as NonNullable<Awaited<R>>;
    } catch (error) {
      const there = JSON.stringify(await this.evaluate(widgetThere));
      throw new Error(`never so: ${ask} of ${JSON.stringify(args)}; there is ${there}`, { cause: error });
    }
  }

  /** Waits until a part of the widget can be seen. @returns where its middle is */
  sees = (part: string) => this.until(middleOf, part);

  /** Waits until no such part can be seen. */
  misses = (part: string): Promise<unknown> =>
    this.until(new Function("part", `${middleOf}; return !middleOf(part);`) as (part: string) => boolean, part);

  /** Presses the mouse where the part is, once it stays where it is. */
  async click(part: string): Promise<void> {
    let at = await this.sees(part);
    for (let before = { x: Number.NaN, y: Number.NaN }; at.x !== before.x || at.y !== before.y; ) {
      before = at;
      // Not the same frame twice: a busy machine draws few.
      await this.evaluate(() => new Promise(requestAnimationFrame));
      at = await this.sees(part);
    }
    const mouse = this.#driver.actions();
    mouse
      .move({ ...at, origin: Origin.VIEWPORT, duration: 0 })
      .press(Button.LEFT)
      .release(Button.LEFT);
    await answered(`a click on ${part}`, mouse.perform());
  }

  /** Presses keys, one after the other. */
  press = (...keys: ("Tab" | "Enter" | "Escape")[]) => this.type(...keys.map((key) => KEYS[key]));
  /** Types into what has the focus. */
  type = (...keys: string[]): Promise<void> =>
    answered(
      "keys",
      this.#driver
        .actions()
        .sendKeys(...keys)
        .perform(),
    );
}

export interface WebKitBrowser {
  /** A browser of its own for this visitor, with nothing remembered. */
  visit(url: string): Promise<WebKitPage>;
  /** Ends the visitors' browsers. */
  leave(): Promise<void>;
  close(): Promise<void>;
}

/** The display's name, as its program prints it. */
const nameOf = (display: HelperProcess) =>
  display.until(
    () =>
      new Promise<string>((done) => {
        display.process.stdio[3]?.once("data", (chunk: Buffer) => done(`:${String(chunk).trim()}`));
      }),
  );

/** Waits until the driver can be asked. */
async function untilItAnswers(server: string, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const ready = await fetch(`${server}/status`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (ready) return;
    await sleep(100);
  }
}

/**
 * @param sessionBus where assistive technology is, for a browser that shows it its pages
 * @throws Error when there is no WebKit: `npm test` installs one on Debian
 */
export async function launchWebKit(sessionBus?: string): Promise<WebKitBrowser> {
  const found = findWebKit();
  if (!found) throw new Error("no WebKit found: run `npm test` once");
  const size = ["-screen", "0", "1280x900x24"];
  const display = new HelperProcess(found.display, ["-displayfd", "3", ...size, "-nolisten", "tcp"], {
    stdio: ["ignore", "ignore", "ignore", "pipe"],
  });
  let driver: HelperProcess | undefined;
  const stop = async () => {
    await driver?.stop();
    await display.stop();
  };
  let server = "";
  try {
    const bus = sessionBus && { DBUS_SESSION_BUS_ADDRESS: sessionBus };
    const env = { ...process.env, ...bus, DISPLAY: await nameOf(display) };
    const port = await freePort();
    server = `http://127.0.0.1:${port}`;
    driver = new HelperProcess(found.driver, [`--port=${port}`], { stdio: "ignore", env });
    await driver.until((signal) => untilItAnswers(server, signal));
  } catch (error) {
    await stop();
    throw error;
  }
  // Each page has a fake microphone, which beeps; sound needs no permission beyond the click.
  const args = ["--automation", "--enable-mock-capture-devices=1", "--enable-media-stream=1"];
  const capabilities = { browserName: "MiniBrowser", "webkitgtk:browserOptions": { binary: found.browser, args } };
  const visitors: WebDriver[] = [];
  const leave = async () => {
    for (const visitor of visitors.splice(0)) await visitor.quit();
  };
  return {
    async visit(url) {
      const began = new Builder().usingServer(server).withCapabilities(capabilities).build();
      const visitor = await answered("a browser for another visitor", Promise.resolve(began));
      visitors.push(visitor);
      await visitor.manage().setTimeouts({ script: PATIENCE, pageLoad: PATIENCE });
      await answered(`open ${url}`, visitor.get(url));
      return new WebKitPage(visitor);
    },
    leave,
    async close() {
      try {
        await leave();
      } finally {
        await stop();
      }
    },
  };
}

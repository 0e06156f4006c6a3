import { type ChildProcess, spawn } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { findWebKit } from "../../../scripts/test/webkit.ts";
import { freePort } from "../service/server.ts";

/** A small client of W3C WebDriver, with what the tests in WebKit need of it. */

type Send = <T>(method: string, path: string, body?: object) => Promise<T>;

/** Keys that are no letters, as the protocol writes them. */
const KEYS = { Tab: "\uE004", Enter: "\uE007", Escape: "\uE00C" } as const;

/** Milliseconds that anything on a page may take. */
const PATIENCE = 60_000;

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
  element?.scrollIntoView({ block: "nearest", behavior: "instant" });
  const { left = 0, top = 0, width = 0, height = 0 } = element?.getBoundingClientRect() ?? {};
  if (!width || !height || (element as HTMLButtonElement).disabled) return null;
  return { x: Math.round(left + width / 2), y: Math.round(top + height / 2) };
}

/** A visitor's page. */
export class WebKitPage {
  readonly #send: Send;

  constructor(send: Send) {
    this.#send = send;
  }

  goto = (url: string) => this.#send<void>("POST", "/url", { url });

  /** Calls the function in the page, with arguments that JSON can carry. @throws Error when it throws there */
  async evaluate<A extends unknown[], R>(ask: (...args: A) => R | Promise<R>, ...args: A): Promise<R> {
    const script = `const done = arguments[arguments.length - 1];
(async () => (${ask})(...[...arguments].slice(0, -1)))()
  .then((value) => done({ value }), (error) => done({ error: String(error) }));`;
    const { value, error } = await this.#send<{ value: R; error?: string }>("POST", "/execute/async", { script, args });
    if (error) throw new Error(error);
    return value;
  }

  /** Asks until the answer is no longer falsy. @throws Error with the question after a minute */
  async until<A extends unknown[], R>(ask: (...args: A) => R, ...args: A): Promise<NonNullable<Awaited<R>>> {
    for (const end = Date.now() + PATIENCE; Date.now() < end; await sleep(100)) {
      const answer = await this.evaluate<A, R>(ask, ...args);
      if (answer) return answer as NonNullable<Awaited<R>>;
    }
    throw new Error(`never so: ${ask} of ${JSON.stringify(args)}`);
  }

  /** Waits until a part of the widget can be seen. @returns where its middle is */
  sees = (part: string) => this.until(middleOf, part);

  /** Waits until no such part can be seen. */
  misses = (part: string): Promise<unknown> =>
    this.until(new Function("part", `${middleOf}; return !middleOf(part);`) as (part: string) => boolean, part);

  /** Presses the mouse where the part is, once it stays where it is. */
  async click(part: string): Promise<void> {
    let before = await this.until(middleOf, part);
    for (let at = await this.until(middleOf, part); at.x !== before.x || at.y !== before.y; ) {
      before = at;
      at = await this.until(middleOf, part);
    }
    const button = [
      { type: "pointerDown", button: 0 },
      { type: "pointerUp", button: 0 },
    ];
    const actions = [{ type: "pointerMove", duration: 0, origin: "viewport", ...before }, ...button];
    await this.#send("POST", "/actions", { actions: [{ type: "pointer", id: "mouse", actions }] });
  }

  /** Presses keys, one after the other. */
  press = (...keys: (keyof typeof KEYS)[]) => this.#type(keys.map((key) => KEYS[key]));
  /** Types into what has the focus. */
  type = (text: string) => this.#type([...text]);

  #type(values: string[]): Promise<void> {
    const actions = values.flatMap((value) => [
      { type: "keyDown", value },
      { type: "keyUp", value },
    ]);
    return this.#send("POST", "/actions", { actions: [{ type: "key", id: "keyboard", actions }] });
  }
}

export interface WebKitBrowser {
  /** A browser of its own for this visitor, with nothing remembered. */
  visit(url: string): Promise<WebKitPage>;
  /** Ends the visitors' browsers. */
  leave(): Promise<void>;
  close(): Promise<void>;
}

/** Starts a display that nobody looks at. @returns its name */
async function startDisplay(path: string): Promise<{ process: ChildProcess; name: string }> {
  const args = ["-displayfd", "3", "-screen", "0", "1280x900x24", "-nolisten", "tcp"];
  const display = spawn(path, args, { stdio: ["ignore", "ignore", "ignore", "pipe"] });
  const number = await new Promise<string>((done, fail) => {
    display.stdio[3]?.once("data", (chunk: Buffer) => done(String(chunk).trim()));
    display.once("exit", (code) => fail(new Error(`Xvfb ended with ${code}`)));
  });
  return { process: display, name: `:${number}` };
}

/** @throws Error when there is no WebKit: `npm test` installs one on Debian */
export async function launchWebKit(): Promise<WebKitBrowser> {
  const found = findWebKit();
  if (!found) throw new Error("no WebKit found: run `npm test` once");
  const display = await startDisplay(found.display);
  const port = await freePort();
  const driver = spawn(found.driver, [`--port=${port}`], {
    stdio: "ignore",
    env: { ...process.env, DISPLAY: display.name },
  });
  const ended = new Promise((done) => driver.once("exit", done));
  const send: Send = async (method, path, body) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      ...(method === "POST" && { body: JSON.stringify(body ?? {}) }),
    });
    const { value } = (await response.json()) as { value: { error?: string; message?: string } };
    if (!response.ok) throw new Error(`${method} ${path}: ${value.error} ${value.message}`);
    // biome-ignore lint/suspicious/noExplicitAny: the protocol's answer to what was asked
    return value as any;
  };
  for (const end = Date.now() + PATIENCE; ; await sleep(100)) {
    const ready = await send<{ ready: boolean }>("GET", "/status").catch(() => null);
    if (ready) break;
    if (Date.now() > end || driver.exitCode !== null) throw new Error("WebKitWebDriver does not answer");
  }
  // Each page's microphone is a made one, that beeps; sound needs no visitor's leave beyond the click.
  const args = ["--automation", "--enable-mock-capture-devices=1", "--enable-media-stream=1"];
  const capabilities = { alwaysMatch: { "webkitgtk:browserOptions": { binary: found.browser, args } } };
  const sessions: string[] = [];
  const leave = async () => {
    for (const session of sessions.splice(0)) await send("DELETE", session);
  };
  return {
    async visit(url) {
      const { sessionId } = await send<{ sessionId: string }>("POST", "/session", { capabilities });
      const session = `/session/${sessionId}`;
      sessions.push(session);
      await send("POST", `${session}/timeouts`, { script: PATIENCE });
      const page = new WebKitPage((method, path, body) => send(method, session + path, body));
      await page.goto(url);
      return page;
    },
    leave,
    async close() {
      await leave();
      driver.kill("SIGTERM");
      await ended;
      display.process.removeAllListeners("exit");
      display.process.kill("SIGTERM");
    },
  };
}

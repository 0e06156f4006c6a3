import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Browser, chromium, type Page } from "playwright-core";
import { findChrome, installChrome } from "../test/chrome.ts";
import { WITHOUT_OVERHEAD } from "../test/chrome-features.ts";

/** "When do you open tomorrow?", spoken. */
const SENTENCE = join(import.meta.dirname, "../../tests/fixtures/speech/opening-hours.wav");
const STEP_MS = 45_000;
/** What the browser may need to begin, milliseconds. */
const START_MS = 120_000;

export interface Message {
  role: string;
  text: string;
  final: boolean;
}

/** A visitor of the doctor's own: a real browser with the real widget. */
export class Visit {
  readonly page: Page;
  readonly #browser: Browser;

  private constructor(browser: Browser, page: Page) {
    this.#browser = browser;
    this.page = page;
  }

  static async begin(origin: string, key: string, say: (line: string) => void): Promise<Visit> {
    const executablePath = (await findChrome()) ?? (await installChrome(say));
    const args = [WITHOUT_OVERHEAD, "--disable-background-networking", "--autoplay-policy=no-user-gesture-required"];
    if (process.getuid?.() === 0) args.push("--no-sandbox");
    // As visitors' browsers are: Playwright would turn the back/forward cache off.
    const ignoreDefaultArgs = ["--disable-back-forward-cache"];
    const browser = await chromium.launch({ executablePath, args, ignoreDefaultArgs, timeout: START_MS });
    const page = await browser.newPage({ reducedMotion: "reduce" });
    await page.addInitScript({ path: join(import.meta.dirname, "page.js") });
    // A page of the service itself: browsers let no page of unknown origin connect to this machine.
    await page.goto(`${origin}/healthz`);
    await page.addScriptTag({ url: `${origin}/voice-widget.js`, type: "module" });
    await page.evaluate(
      `document.body.append(Object.assign(document.createElement("voice-widget"), { apiKey: ${JSON.stringify(key)} }))`,
    );
    await page.waitForFunction("customElements.get('voice-widget') !== undefined");
    return new Visit(browser, page);
  }

  /** Waits until the expression is true in the page, where `doctor` is its record. @throws Error that says why it never was */
  async until(expression: string, what: string): Promise<void> {
    const failed = "doctor.errors.length > 0 || doctor.statuses.at(-1)?.status === 'error'";
    // Judged where it was seen: a moment later the agent may be speaking again.
    const outcome = await this.page
      .waitForFunction(`(${expression}) ? "happened" : (${failed}) && "failed"`, undefined, { timeout: STEP_MS })
      .catch(() => {
        throw new Error(`${what} did not happen within ${STEP_MS / 1_000} seconds`);
      });
    if ((await outcome.jsonValue()) === "failed") {
      const errors = await this.page.evaluate(
        "doctor.errors.map(({ code, message }) => code + ': ' + message).join('; ')",
      );
      throw new Error(String(errors || "the call broke off"));
    }
  }

  call = (method: string, ...args: unknown[]) =>
    this.page.evaluate(`document.querySelector("voice-widget").${method}(...${JSON.stringify(args)})`);

  speak = () => this.page.evaluate(`doctor.say("${readFileSync(SENTENCE).toString("base64")}")`);

  messages = () => this.page.evaluate("[...doctor.messages.values()]") as Promise<Message[]>;

  close = () => this.#browser.close();
}

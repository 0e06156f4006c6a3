import type { Page } from "playwright-core";
// For the element's place in HTMLElementTagNameMap.
import type {} from "../../../widget/define.ts";
import type { Message } from "../../../widget/session/state.ts";

/** The widget on a page, by what a visitor sees and what a site's script hears. */
export class Widget {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  /** A control by its public part name. */
  part = (name: string) => this.page.locator(`voice-widget [part~="${name}"]`);
  status = () => this.page.evaluate(() => document.querySelector("voice-widget")?.getAttribute("data-status"));
  /** The visible messages, oldest first. */
  messages = (): Promise<readonly Message[]> =>
    this.page.evaluate(() => document.querySelector("voice-widget")?.transcript ?? []);

  /** Opens the panel and presses the button that starts a call. */
  async startCall(): Promise<void> {
    await this.part("launcher").click();
    await this.part("start").click();
  }

  /** Types and sends; in a call the composer is behind its key. */
  async write(text: string): Promise<void> {
    await this.part("input").waitFor({ state: "attached" });
    if (!(await this.part("input").isVisible())) await this.part("keyboard").click();
    await this.part("input").fill(text);
    await this.part("send").click();
  }

  /** Shows the sound settings in a call, where the menu leads to them. */
  async openCallSettings(): Promise<void> {
    await this.part("more").click();
    await this.part("settings-toggle").click();
    await this.part("settings").waitFor();
  }

  /** Waits until the conversation has one of these statuses. */
  async reaches(...statuses: string[]): Promise<void> {
    const reached = this.page.waitForFunction(
      (wanted) => wanted.includes(document.querySelector("voice-widget")?.dataset.status ?? ""),
      statuses,
    );
    await this.#explained(reached, `it never was ${statuses.join(" or ")}`);
  }

  /** Waits for a whole message of this role with this text in it. */
  async hears(role: "user" | "agent", text: string): Promise<void> {
    const heard = this.page.waitForFunction(
      ([wantedRole, wantedText]) =>
        document
          .querySelector("voice-widget")
          ?.transcript.some(({ role, final, text }) => role === wantedRole && final && text.includes(wantedText)),
      [role, text] as const,
    );
    await this.#explained(heard, `the ${role} never said "${text}"`);
  }

  /** @throws Error that says what is shown instead */
  async #explained(waiting: Promise<unknown>, missing: string): Promise<void> {
    try {
      await waiting;
    } catch (error) {
      const notices = await this.part("notice").allInnerTexts();
      const there = { status: await this.status(), notices, messages: await this.messages() };
      throw new Error(`${missing}; there is ${JSON.stringify(there)}`, { cause: error });
    }
  }

  sessionId = () => this.page.evaluate(() => document.querySelector("voice-widget")?.session?.session_id ?? null);
}

/** How Firefox reports a socket that is closed while it still connects: as it does a fault of a script. */
const GIVEN_UP = /^(Error: )?Firefox can’t establish a connection to the server at ws/;

/** Hints of the widget for the site's owner, and errors that it caused. Begin before the page loads. */
export function listen(page: Page): { warnings: string[]; faults: string[] } {
  const heard = { warnings: [] as string[], faults: [] as string[] };
  page.on("console", (message) => {
    if (message.text().startsWith("[voice-widget]")) heard.warnings.push(message.text());
  });
  page.on("pageerror", (error) => {
    if (!GIVEN_UP.test(String(error))) heard.faults.push(String(error));
  });
  return heard;
}

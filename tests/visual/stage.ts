import type { Browser, Page } from "playwright-core";
import type { FrameToPage } from "../../shared/live.ts";
import type { EndReason } from "../../shared/session.ts";
import type {} from "../../widget/define.ts";
import { conversationOwner } from "../../widget/persistence/conversation-owner.ts";
import { savedConversationKey } from "../../widget/persistence/saved-conversation-key.ts";
import { reduce, type SessionAction } from "../../widget/session/reduce.ts";
import { conversationOf } from "../../widget/session/selectors.ts";
import { IDLE, type SessionState } from "../../widget/session/state.ts";
import { atRest } from "../harness/browser/axe.ts";
import { Widget } from "../harness/browser/widget-page.ts";
import type { LookName } from "./looks.ts";
import type { Act, ShotState } from "./states.ts";
import { keyOf, lookOf, type ShotSite, stateOf } from "./website.ts";

declare global {
  interface Window {
    /** The newest conversation of stand-in.js. */
    stage?: { ended: Promise<EndReason>; input: number; show(state: SessionState): void };
  }
}

/** Runs in the page, before its scripts: the same devices on every machine. */
function nameDevices(): void {
  const device = (kind: MediaDeviceKind, label: string) => ({ kind, label, deviceId: label, groupId: "", toJSON() {} });
  navigator.mediaDevices.enumerateDevices = async () => [
    device("audioinput", "Built-in microphone"),
    device("audioinput", "Headset of the meeting room on the third floor (Bluetooth)"),
    device("audiooutput", "Built-in speakers"),
  ];
}

/** Pictures of owners, wider and higher than they are shown; any other does not load. */
const PICTURES: Readonly<Record<string, readonly [number, number]>> = {
  "/wide.svg": [4000, 700],
  "/large.svg": [4000, 4000],
};
const picture = (width: number, height: number) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="#8a4b1f"/><circle cx="50%" cy="50%" r="${height / 3}" fill="#fff"/></svg>`;

export interface StageOptions {
  /** With the motion that visitors see who have not asked for less. */
  moving?: boolean;
  /** Pixels of the screen for one of CSS. */
  scale?: number;
}

/** Until a state is shown, on a busy machine. What is waited for in the page has no end of its own. */
const LONGEST_MS = 60_000;

/** One window with one look, in which the widget is shown in one state after the other. */
export class Stage {
  readonly page: Page;
  readonly widget: Widget;
  readonly look: LookName;

  /** What the live socket brings of a person as it is opened. */
  #live: readonly FrameToPage[] = [];
  /** What the panel loads when it needs it. */
  readonly #chunks: readonly string[];

  private constructor(page: Page, look: LookName, chunks: readonly string[]) {
    this.page = page;
    this.look = look;
    this.#chunks = chunks;
    this.widget = new Widget(page);
  }

  static async open(
    browser: Browser,
    site: ShotSite,
    look: LookName,
    { moving, scale }: StageOptions = {},
  ): Promise<Stage> {
    const { theme, window } = lookOf(look);
    const context = await browser.newContext({
      colorScheme: theme,
      reducedMotion: moving ? "no-preference" : "reduce",
      timezoneId: "UTC",
      ...window,
      ...(scale && { deviceScaleFactor: scale }),
    });
    context.setDefaultTimeout(LONGEST_MS);
    const page = await context.newPage();
    await page.addInitScript(nameDevices);
    const stage = new Stage(page, look, site.chunks);
    await page.routeWebSocket(/\/live$/, (socket) => {
      for (const frame of stage.#live) socket.send(JSON.stringify(frame));
    });
    await page.route("https://pictures.example/*", (route) => {
      const size = PICTURES[new URL(route.request().url()).pathname];
      return size ? route.fulfill({ contentType: "image/svg+xml", body: picture(...size) }) : route.abort();
    });
    await page.goto(`${site.origin}/${theme === "dark" ? "?dark" : ""}`);
    await page.waitForFunction(() => customElements.get("voice-widget"));
    return stage;
  }

  /** Puts a new widget into the place of the one before it. */
  async show(name: string): Promise<void> {
    const state = stateOf(this.look, name);
    if (!state) throw new Error(`there is no state "${name}"`);
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<never>((_, fail) => {
      timer = setTimeout(() => fail(new Error("it did not come")), LONGEST_MS);
    });
    try {
      await Promise.race([this.#show(name, state), late]);
    } catch (error) {
      throw new Error(`${name} in ${this.look}: ${(error as Error).message}`, { cause: error });
    } finally {
      clearTimeout(timer);
    }
  }

  async #show(name: string, state: ShotState): Promise<void> {
    const { theme, locale } = lookOf(this.look);
    const key = keyOf(this.look, name);
    this.#live = state.live ?? [];
    await this.page.mouse.move(0, 0);
    await this.page.evaluate(place, {
      attributes: { "api-key": key, theme, locale, ...state.attributes },
      inside: state.inside ?? "",
      beside: state.beside ?? "",
      saved: state.saved ? ([savedConversationKey(key), leftBehind(state.saved)] as const) : null,
    });
    // Where the visitor might still be asked, a silent microphone is waited for.
    if (state.silent) await this.page.context().grantPermissions(["microphone"]);
    else await this.page.context().clearPermissions();
    if (!state.closed && !state.saved && state.attributes?.placement !== "inline") await this.#open();
    await this.#perform(state);
    for (const act of state.acts ?? []) await this.#act(act);
    if (state.rival) await this.#rival(state.facts ?? [], state.rival, { "api-key": key, theme, locale });
    await this.#settle();
  }

  /** Of a large window only the corner that the widget is in. */
  async picture(name: string, path: string): Promise<void> {
    const large = (this.page.viewportSize()?.width ?? 0) > 1000;
    const clip =
      large && !stateOf(this.look, name)?.wide && (await this.page.evaluate(around, { width: 460, height: 720 }));
    await this.page.screenshot({ path, animations: "disabled", ...(clip && { clip }) });
  }

  /** Shows nothing. */
  clear = () => this.page.evaluate(clear);

  close = () => this.page.context().close();

  async #open(): Promise<void> {
    await this.page.evaluate(() => document.querySelector("voice-widget")?.open());
    await this.widget.part("panel").waitFor();
  }

  /** The conversation, by the facts that the state is made of. */
  async #perform({ facts = [], after, silent }: ShotState): Promise<void> {
    const [first] = facts;
    if (first?.type !== "started") return;
    await this.page.evaluate(
      async ([input, wanted, loudness]) => {
        document.querySelector("voice-widget")?.start({ input });
        while (!window.stage) await new Promise(requestAnimationFrame);
        window.stage.input = loudness;
        window.stage.show(wanted);
      },
      [first.input, facts.reduce(reduce, IDLE), silent ? 0 : 0.4] as const,
    );
    if (!after) return;
    await this.widget.part("notice").waitFor();
    for (const steps of after.map((_, index) => [...facts, ...after.slice(0, index + 1)]))
      await this.page.evaluate(
        async (wanted) => {
          window.stage?.show(wanted);
          await new Promise(requestAnimationFrame);
        },
        steps.reduce(reduce, IDLE),
      );
  }

  /** Another widget in the other corner begins a call, which ends the first one's. */
  async #rival(
    own: readonly SessionAction[],
    facts: readonly SessionAction[],
    attributes: Readonly<Record<string, string>>,
  ): Promise<void> {
    await this.page.evaluate(
      async ([given, mine, theirs]) => {
        const { stage } = window;
        delete window.stage;
        const other = document.createElement("voice-widget");
        for (const [name, value] of Object.entries(given)) other.setAttribute(name, value);
        other.setAttribute("placement", "bottom-left");
        document.body.append(other);
        other.open();
        other.start({ input: "voice" });
        const newest = () => window.stage;
        while (!newest()) await new Promise(requestAnimationFrame);
        newest()?.show(theirs);
        await stage?.ended;
        stage?.show(mine);
      },
      [attributes, [...own, OVER].reduce(reduce, IDLE), facts.reduce(reduce, IDLE)] as const,
    );
  }

  async #act(act: Act): Promise<void> {
    const part = (name: string) => {
      const [own, count] = name.split(":");
      return this.widget.part(own as string).nth(Number(count ?? 1) - 1);
    };
    if ("press" in act) {
      await part(act.press).click();
      // What comes to stand under the pointer is not pointed at.
      await this.page.mouse.move(0, 0);
    } else if ("hover" in act) await part(act.hover).hover();
    else if ("focus" in act) await part(act.focus).focus();
    else if ("fill" in act) await part(act.fill).fill(act.with);
    else if ("scrollUp" in act) await part(act.scrollUp).evaluate((list) => list.scrollTo({ top: 0 }));
    else if ("pressOutside" in act) await this.page.locator(act.pressOutside).click();
    else
      await part(act.see)
        .filter({ hasText: act.saying ?? "" })
        .waitFor();
  }

  /** Until nothing is on its way any more: no view that a chunk brings, and nothing that moves. */
  async #settle(): Promise<void> {
    if (await this.page.evaluate(drawn)) {
      // As text: what runs the tests would put an import of its own into a function.
      await this.page.evaluate(
        `Promise.all(${JSON.stringify(this.#chunks)}.map((file) => import(file))).then(() => {})`,
      );
      await this.page.evaluate(drawn);
    }
    await atRest(this.page);
    await this.page.evaluate(() => new Promise(requestAnimationFrame));
  }
}

const OVER: SessionAction = { type: "ended", reason: "completed" };

/** As widget/persistence/saved-conversation.ts leaves it. */
const leftBehind = (facts: readonly SessionAction[]) => ({
  open: true,
  session_id: "ses_1",
  session_secret: "saved-by-the-tab",
  owner: conversationOwner(undefined, undefined),
  input: conversationOf(facts.reduce(reduce, IDLE))?.input,
  transcript: facts.reduce(reduce, IDLE).transcript,
});

interface Placed {
  attributes: Record<string, string>;
  inside: string;
  beside: string;
  /** In the tab's storage: its name, and what it is. */
  saved: readonly [string, object] | null;
}

/** Runs in the page. */
function clear(): void {
  for (const old of document.querySelectorAll("voice-widget, .beside")) old.remove();
}

/** Runs in the page. */
async function place({ attributes, inside, beside, saved }: Placed): Promise<void> {
  for (const old of document.querySelectorAll("voice-widget, .beside")) old.remove();
  localStorage.clear();
  sessionStorage.clear();
  if (saved) sessionStorage.setItem(saved[0], JSON.stringify({ ...saved[1], at: Date.now() }));
  delete window.stage;
  const other = document.createElement("div");
  other.className = "beside";
  other.innerHTML = beside;
  document.querySelector("main")?.append(other);
  const widget = document.createElement("voice-widget");
  for (const [name, value] of Object.entries(attributes)) widget.setAttribute(name, value);
  widget.innerHTML = inside;
  const known = new Promise<unknown>((done) => {
    widget.addEventListener("voice-widget:ready", done, { once: true });
    widget.addEventListener("voice-widget:error", done, { once: true });
  });
  const inline = attributes.placement === "inline";
  document.querySelector(inline ? "main" : "body")?.append(widget);
  await known;
}

/** Runs in the page: waits until the panel is drawn. @returns whether there is one */
async function drawn(): Promise<boolean> {
  // The widget has asked the same before, and waits for the answer: whether the visitor is still to be asked.
  await navigator.permissions.query({ name: "microphone" as PermissionName });
  const panel = document.querySelector("voice-widget")?.shadowRoot?.querySelector("voice-widget-panel");
  await (panel as { updateComplete?: Promise<unknown> } | null | undefined)?.updateComplete;
  return Boolean(panel);
}

/** Runs in the page: the part of the window of this size that the widget is in. */
function around({ width, height }: { width: number; height: number }) {
  // The element's own box is out of sight.
  const widget = document.querySelector("voice-widget")?.shadowRoot?.querySelector(".root");
  const { left, right, top, bottom } = widget?.getBoundingClientRect() ?? new DOMRect();
  const within = (middle: number, size: number, whole: number) =>
    Math.max(0, Math.min(middle - size / 2, whole - size));
  return {
    x: within((left + right) / 2, width, innerWidth),
    y: within((top + bottom) / 2, height, innerHeight),
    width: Math.min(width, innerWidth),
    height: Math.min(height, innerHeight),
  };
}

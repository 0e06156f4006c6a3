import { asRecord, isText, ownWord } from "./config/overlay.ts";
import { oddTokens, readTokens } from "./config/read-tokens.ts";
import { isKept } from "./controllers/kept.ts";
import { mayCount, pageAddress, sendEvents } from "./element/analytics.ts";
import { Attendance } from "./element/attendance.ts";
import { homeOrigin, loadChunk } from "./element/chunks.ts";
import { ConfigSource } from "./element/config-source.ts";
import { ENGLISH_LABEL, Launcher } from "./element/launcher.ts";
import { LiveElement } from "./element/live-element.ts";
import { hintOwner, warnOwner } from "./element/owner-hint.ts";
import {
  type Placement,
  type Preload,
  type RawSettings,
  readSettings,
  type Settings,
  type Theme,
} from "./element/settings.ts";
import { addStyles } from "./element/shadow.ts";
import { nonceOf } from "./element/snippet.ts";
import { TokenSheet } from "./element/token-sheet.ts";
import { triggerFor } from "./element/trigger.ts";
import { pickLocale } from "./i18n/locales.ts";
import type { Happening } from "./parts/events.ts";
import type { Shell } from "./parts/shell.ts";
import type { InputMode, Message, SessionInfo, Status } from "./session/state.ts";
import type { ToolHandler } from "./session/voice-session.ts";
import { shellStyles } from "./styles/shell.ts";

/** When nothing can be loaded: a word that no language module is needed for. */
const FAILED = "⚠ ↻";

/** Milliseconds until a service that is down is asked again. */
const RETRY_DELAY = 30_000;

/** Milliseconds that the element may be out of the document, as when the page moves it, before its call ends. */
const TEARDOWN_DELAY = 250;

type Method = "open" | "close" | "start" | "end" | "mute" | "interrupt" | "sendText" | "sendContext" | "registerTool";
type Call = { [Name in Method]: [Name, ...Parameters<VoiceWidgetElement[Name]>] }[Method];

/**
 * A voice agent for a website: the launcher, the owner's settings, and the door to what loads on the click.
 *
 * @fires voice-widget:ready - The owner's settings are applied.
 * @fires voice-widget:open - Cancelable.
 * @fires voice-widget:close
 * @fires voice-widget:start - `{input}`; cancelable.
 * @fires voice-widget:status - `{status}`
 * @fires voice-widget:session - `{session_id, agent_id}`
 * @fires voice-widget:message - `{id, role, text, final}`
 * @fires voice-widget:tool - `{name, arguments}`
 * @fires voice-widget:error - `{code, message}`
 * @fires voice-widget:end - `{reason}`
 * @slot launcher - Instead of the launcher's mark and label.
 * @slot header - Instead of the panel's picture and title.
 * @slot footer - Instead of the panel's footer.
 * @csspart launcher - The button that opens the panel.
 * @csspart launcher-end - The button beside it that ends a conversation behind the closed panel.
 * @csspart greeting - The greeting beside the launcher.
 * @csspart greeting-text - Its text, a button that opens the panel.
 * @csspart greeting-close - The button that dismisses the greeting.
 * @csspart panel - The dialog, or the inline area.
 * @csspart header - The panel's head.
 * @csspart close - The button that hides the panel.
 * @csspart status - The line that says what the agent does.
 * @csspart transcript - What was said.
 * @csspart message-user - A message of the visitor.
 * @csspart message-agent - A message of the agent.
 * @csspart link - A link in a message, the footer or a notice.
 * @csspart start - The button that starts a call.
 * @csspart agent-picker - The choice of an agent.
 * @csspart composer - The text field with its buttons.
 * @csspart input - The text field.
 * @csspart send - The button that sends.
 * @csspart voice - The button that goes on by voice.
 * @csspart mute - The button that mutes the microphone.
 * @csspart talk - The button of push-to-talk.
 * @csspart pause - The button that lets both sides rest, or goes on.
 * @csspart interrupt - The button that stops the agent's speech.
 * @csspart end - The button that ends the conversation.
 * @csspart settings-toggle - The button that shows devices and volume.
 * @csspart settings - Devices and volume.
 * @csspart notice - What is wrong, and what to do.
 * @csspart retry - The button that tries again.
 * @csspart type-instead - The button that goes on without a microphone.
 * @csspart dismiss - The button that puts a notice away.
 * @csspart footer - The line below the composer.
 * @csspart consent - The question for consent.
 * @csspart agree - The button that agrees.
 * @csspart decline - The button that declines.
 * @csspart copy - The button that copies the transcript.
 * @csspart star - A star of the rating.
 * @csspart comment - The comment on the rating.
 * @csspart comment-send - The button that sends the comment.
 * @cssprop --voice-widget-* - One for each design token.
 */
export class VoiceWidgetElement extends LiveElement implements RawSettings {
  /** The project's public key, `svc_pk_…`. */
  declare apiKey: string | null;
  /** Where the service is; else where the script came from. */
  declare baseUrl: string | null;
  /** The agent to talk to; else the key's, the visitor's choice, or the first. */
  declare agentId: number | string | null;
  /** `provider_a` or `provider_b` overrides the agent's own provider. */
  declare model: string | null;
  /** Overrides the agent's voice. */
  declare voice: string | null;
  /** Facts about the visitor that the agent sees at the start: at most 50 pairs, 8 KiB; JSON in the attribute. */
  declare context: Readonly<Record<string, unknown>> | string | null;
  /** Your id of a signed-in visitor, at most 128 characters; goes together with `userHash`. */
  declare userId: string | null;
  /** HMAC-SHA256 of `userId` under the project's identity secret, hex, computed on your server. */
  declare userHash: string | null;
  /** The language of the widget's own texts; else the page's, then the browser's. */
  declare locale: string | null;
  /** Light, dark, or as the visitor's system has it. */
  declare theme: Theme | null;
  /** The corner of the window, or `inline` where the element stands. */
  declare placement: Placement | null;
  /** When the panel loads: on the click, as the pointer or the focus comes, when the page is idle, or at once. */
  declare preload: Preload | null;
  /** Shows connection, events and a self-check beside the widget. */
  declare debug: boolean | string | null;
  /**
   * For a page whose script may run before this one: `(widget.calls ??= []).push(["sendText", "Hello"])`. A method's name
   * and its arguments; called at once when the element is there already.
   */
  declare calls: { push(call: Call): void };

  readonly #launcher = new Launcher();
  readonly #root = document.createElement("div");
  readonly #shadow = this.attachShadow({ mode: "open" });
  #tokens: TokenSheet | null = null;
  readonly #dark = matchMedia("(prefers-color-scheme: dark)");
  readonly #facts = new ConfigSource(() => this.#configArrived());
  #settings: Settings | null = null;
  #isOpen = false;
  #ready = false;
  /** When the launcher was first shown, unix milliseconds; null once that has been counted. */
  #shownAt: number | null = Date.now();
  /** Runs while the service is down. */
  #retry = 0;
  /** Where the focus goes back to. */
  #opener: HTMLElement | null = null;
  #greeted = false;
  readonly #attendance = new Attendance(this.#shell(), () => this.#attended());

  constructor() {
    super();
    const { root, button } = this.#launcher;
    this.#root.className = "root";
    this.#root.append(root);
    this.#shadow.append(this.#root);
    button.addEventListener("click", () => (this.#isOpen ? this.close() : this.open()));
    for (const intent of ["pointerenter", "focus"]) {
      button.addEventListener(intent, () => this.#settings?.preload !== "none" && this.#attendance.load());
    }
    this.#root.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || event.isComposing || !this.#isOpen) return;
      event.stopPropagation();
      this.close();
    });
  }

  get #attendant() {
    return this.#attendance.attendant;
  }

  /** `idle`, `connecting`, `listening`, `thinking`, `speaking`, `ended` or `error`. */
  get status(): Status {
    return this.#attendant?.state.status ?? "idle";
  }

  /** What was said, in the order of the conversation. */
  get transcript(): readonly Message[] {
    return this.#attendant?.state.transcript ?? [];
  }

  /** The conversation's `session_id`, `agent_id` and `agent_name`. */
  get session(): SessionInfo | null {
    return this.#attendant?.session ?? null;
  }

  /** Shows the panel. */
  open(): void {
    if (this.#isOpen || this.#settings?.placement === "inline" || !this.#tell({ type: "open", detail: null }, true)) {
      return;
    }
    this.#isOpen = true;
    this.#attendance.load();
    this.#askAgain();
    this.requestUpdate();
  }

  /** Hides the panel; a call goes on. */
  close(): void {
    if (!this.#isOpen) return;
    const inside = this.shadowRoot?.activeElement;
    this.#isOpen = false;
    this.update();
    this.#tell({ type: "close", detail: null });
    const opener = this.#opener?.isConnected ? this.#opener : this.#launcher.button;
    this.#opener = null;
    if (inside) this.#attendant?.panel.updateComplete.then(() => opener.focus());
  }

  /** Begins a conversation, by voice where the owner's settings allow it. Call it from a click. */
  start(options: { input?: InputMode } = {}): void {
    this.#attendance.call((attendant) => attendant.start(options.input));
  }

  /** Ends the conversation. */
  end(): void {
    this.#attendant?.end();
  }

  /** Silences the microphone, or opens it again. */
  mute(on = true): void {
    this.#attendant?.mute(on);
  }

  /** Stops the agent's speech. */
  interrupt(): void {
    this.#attendant?.interrupt();
  }

  /** Says something by typing; without a conversation it begins one that asks for no microphone. */
  sendText(text: string): void {
    this.#attendance.call((attendant) => attendant.sendText(text));
  }

  /** Tells the agent new facts about the visitor; before a conversation they join `context`. */
  sendContext(pairs: Readonly<Record<string, unknown>>): void {
    this.#attendance.keep((attendant) => attendant.sendContext(pairs));
  }

  /** Runs `handler` whenever the agent calls the tool `name`. Answers with the function that takes it off again. */
  registerTool(name: string, handler: ToolHandler): () => void {
    let remove = () => {};
    let wanted = true;
    this.#attendance.keep((attendant) => {
      if (wanted) remove = attendant.registerTool(name, handler);
    });
    return () => {
      wanted = false;
      remove();
    };
  }

  override connectedCallback(): void {
    this.#tokens ??= new TokenSheet(this.#addStyles(shellStyles), this.#root);
    super.connectedCallback();
    const early = this.calls;
    this.calls = {
      push: ([name, ...rest]) => (this[name] as (...rest: unknown[]) => unknown)?.apply(this, rest),
    };
    if (Array.isArray(early)) for (const call of early) this.calls.push(call);
    document.addEventListener("click", this.#triggered);
    addEventListener("pagehide", this.#left);
    addEventListener("online", this.#askAgain);
    this.#dark.addEventListener("change", this.#restyle);
    // A stylesheet of the page that comes late may set custom properties.
    addEventListener("load", this.#restyle, { once: true });
  }

  disconnectedCallback(): void {
    document.removeEventListener("click", this.#triggered);
    removeEventListener("pagehide", this.#left);
    removeEventListener("online", this.#askAgain);
    this.#dark.removeEventListener("change", this.#restyle);
    setTimeout(() => {
      if (this.isConnected) return;
      this.#isOpen = false;
      this.#attendance.giveUp();
      this.#attendant?.end(true);
    }, TEARDOWN_DELAY);
  }

  protected override update(): void {
    const before = this.#settings;
    const settings = this.#readSettings();
    const { apiKey, baseUrl, debug, placement, preload, theme } = settings;
    this.#settings = settings;
    this.dataset.placement = placement;
    if (before?.apiKey !== apiKey || before.baseUrl !== baseUrl) this.#loadConfig();
    else if (before.theme !== theme) this.#restyle();
    if (before?.preload !== preload || before.placement !== placement) {
      if (placement === "inline" || preload === "eager" || isKept(apiKey)) this.#attendance.load();
      else if (preload === "idle") (globalThis.requestIdleCallback ?? setTimeout)(() => this.#attendance.load());
    }
    if (debug !== (before?.debug ?? false)) {
      loadChunk("debug").then(
        ({ inspect }) => inspect(this.#shell(), debug),
        () => {},
      );
    }
    this.#drawLauncher();
    this.#attendant?.draw();
  }

  #readSettings(): Settings {
    return readSettings(this, homeOrigin(), hintOwner);
  }

  #addStyles(css: string): CSSStyleSheet {
    return addStyles(this.#shadow, css, nonceOf(this));
  }

  readonly #triggered = (event: Event) => {
    const trigger = triggerFor(this, event);
    if (!trigger) return;
    this.open();
    if (this.#isOpen) this.#opener = trigger;
    else if (this.#settings?.placement === "inline") this.scrollIntoView({ block: "nearest" });
  };

  /** A page view in which nobody opened the panel is counted at its end; else the attendant counts it. */
  readonly #left = () => {
    if (this.#attendant || !this.#shownAt || !this.#settings) return;
    if (!this.#facts.fresh || !mayCount(this.#ownersLook)) return;
    sendEvents(this.#settings, [{ name: "impression", at: this.#shownAt, page: pageAddress() }]);
    this.#shownAt = null;
  };

  readonly #restyle = () => {
    const theme = this.#settings?.theme;
    const dark = theme === "dark" || (theme === "auto" && this.#dark.matches);
    this.#tokens?.apply(this, readTokens(this.#ownersLook.designTokens), dark);
  };

  /** What the page asks for goes before what the browser does. */
  get #wishes() {
    const { lang } = this.closest<HTMLElement>("[lang]") ?? document.documentElement;
    return [this.#settings?.locale, lang, ...navigator.languages];
  }

  get #ownersLook() {
    return asRecord(asRecord(this.#facts.answer).widget_config);
  }

  #drawLauncher(): void {
    const { status } = this;
    const wishes = this.#wishes;
    const { answer, trouble } = this.#facts;
    const labels = asRecord(asRecord(answer).launcher_labels);
    const { locale, tags } = pickLocale(wishes, Object.keys(labels));
    const word = ownWord(this.#ownersLook.copy, tags, "launcher") ?? labels[locale];
    const label = isText(word) ? word : /^en/i.test(wishes.find(Boolean) ?? "") ? ENGLISH_LABEL : "";
    const failed = this.#attendance.failed || trouble;
    this.dataset.status = status;
    this.#root.lang = locale;
    this.toggleAttribute("data-wait", !(label || answer || trouble));
    this.#launcher.render({
      label,
      notice: this.#attendant?.callNotice ?? (failed ? FAILED : null),
      expanded: this.#isOpen,
      busy: this.#attendance.loading && this.#isOpen,
      status: failed ? "failed" : status,
    });
  }

  #loadConfig(): void {
    if (!this.#settings) return;
    void this.#facts.load(this.#settings.baseUrl, this.#settings.apiKey);
    this.#restyle();
  }

  /** A service that was down, or a page that was offline, is so no longer. */
  readonly #askAgain = () => {
    if (this.isConnected && this.#facts.trouble) this.#loadConfig();
  };

  #configArrived(): void {
    const { trouble } = this.#facts;
    const { designTokens, features } = this.#ownersLook;
    this.#restyle();
    this.requestUpdate();
    clearTimeout(this.#retry);
    if (trouble) {
      if (!this.#retry) {
        this.#tell({ type: "error", detail: { code: trouble, message: "The settings could not be read." } });
      }
      // The words for it, on the launcher too, come with the panel.
      this.#attendance.load();
      this.#retry = setTimeout(this.#askAgain, RETRY_DELAY);
      return;
    }
    this.#retry = 0;
    if (!this.#ready) {
      this.#ready = true;
      this.#tell({ type: "ready", detail: null });
    }
    const odd = oddTokens(designTokens);
    if (odd[0]) hintOwner("tokens", odd.join(", "));
    if (asRecord(features).greetingBubble === true) this.#greet();
  }

  /** Only where the owner wants it: its code is loaded for it, so it costs other pages nothing. */
  #greet(): void {
    if (this.#greeted || this.#isOpen || this.#settings?.placement === "inline") return;
    this.#greeted = true;
    loadChunk("bubble").then(
      ({ greet }) => greet(this.#shell()),
      () => {},
    );
  }

  /** Answers whether the page let it happen. */
  #tell({ type, detail }: Happening, cancelable = false): boolean {
    if (type === "status") this.dataset.status = detail.status;
    const event = new CustomEvent(`voice-widget:${type}`, { detail, cancelable, bubbles: true, composed: true });
    return this.dispatchEvent(event);
  }

  #attended(): void {
    const { attendant, failed } = this.#attendance;
    if (attendant) {
      this.#root.append(attendant.panel);
    } else if (failed) {
      this.#tell({ type: "error", detail: { code: "unreachable", message: "The panel could not be loaded." } });
      this.close();
    }
    this.update();
  }

  #shell(): Shell {
    const element = this;
    return {
      host: this,
      facts: this.#facts,
      dock: this.#launcher.root,
      pageAddress,
      hint: warnOwner,
      get isOpen() {
        return element.#isOpen;
      },
      get wishes() {
        return element.#wishes;
      },
      get service() {
        return element.#readSettings();
      },
      get nonce() {
        return nonceOf(element);
      },
      addStyles: (css) => {
        this.#addStyles(css);
      },
      takeImpression: () => {
        const at = this.#shownAt;
        this.#shownAt = null;
        return at;
      },
      sendEvents: (events) => sendEvents(this.#readSettings(), events),
      reloadConfig: () => {
        this.#loadConfig();
        this.requestUpdate();
      },
      tell: (happening, cancelable) => this.#tell(happening, cancelable),
      redraw: () => this.requestUpdate(),
      loadEngine: () => loadChunk("engine"),
    };
  }
}

import { asRecord, isText } from "./config/overlay.ts";
import { readTokens } from "./config/read-tokens.ts";
import { mayCount, pageAddress, sendEvents } from "./element/analytics.ts";
import { Attendance } from "./element/attendance.ts";
import { homeOrigin, loadChunk } from "./element/chunks.ts";
import { ConfigSource } from "./element/config-source.ts";
import { icon, Launcher } from "./element/launcher.ts";
import { LiveElement } from "./element/live-element.ts";
import { hintOwner, warnOwner } from "./element/owner-hint.ts";
import { type RawSettings, readSettings, type Settings } from "./element/settings.ts";
import { addStyles } from "./element/shadow.ts";
import { nonceOf } from "./element/snippet.ts";
import { TokenSheet } from "./element/token-sheet.ts";
import { triggerFor } from "./element/trigger.ts";
import { LAUNCHER_LABELS, type Locale, pickLocale } from "./i18n/locales.ts";
import type { Happening } from "./parts/events.ts";
import type { Shell } from "./parts/shell.ts";
import type { InputMode, Message, SessionInfo, Status } from "./session/state.ts";
import type { ToolHandler } from "./session/voice-session.ts";
import { shellStyles } from "./styles/shell.ts";

/** When the panel could not be loaded: a word that no language module is needed for. */
const FAILED = "⚠ ↻";

/** Milliseconds that the element may be out of the document, as when the page moves it, before its call ends. */
const TEARDOWN_DELAY = 250;

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
 * @csspart launcher, launcher-end
 * @csspart panel, header, transcript, composer and each button of the panel
 * @cssprop --voice-widget-* - One for each design token.
 */
export class VoiceWidgetElement extends LiveElement implements RawSettings {
  declare apiKey: string | null;
  declare baseUrl: string | null;
  declare agentId: number | string | null;
  declare model: string | null;
  declare voice: string | null;
  declare context: Readonly<Record<string, unknown>> | string | null;
  declare userId: string | null;
  declare userHash: string | null;
  declare locale: string | null;
  declare theme: string | null;
  declare placement: string | null;
  declare preload: string | null;
  declare debug: boolean | string | null;

  readonly #launcher = new Launcher();
  readonly #root = document.createElement("div");
  readonly #shadow = this.attachShadow({ mode: "open" });
  #tokens: TokenSheet | null = null;
  readonly #dark = matchMedia("(prefers-color-scheme: dark)");
  readonly #facts = new ConfigSource(() => this.#configArrived());
  #settings: Settings | null = null;
  #language: Locale = "en";
  #isOpen = false;
  #ready = false;
  /** When the launcher was first shown, unix milliseconds; null once that has been counted. */
  #shownAt: number | null = Date.now();
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
    for (const intent of ["pointerenter", "pointerdown", "focus"]) {
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
    if (this.#facts.trouble) this.#loadConfig();
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

  end(): void {
    this.#attendant?.end();
  }

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

  /** Answers with the function that takes the tool off again. */
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
    document.addEventListener("click", this.#triggered);
    addEventListener("pagehide", this.#left);
    this.#dark.addEventListener("change", this.#restyle);
    // A stylesheet of the page that comes late may set custom properties.
    if (document.readyState !== "complete") addEventListener("load", this.#restyle, { once: true });
  }

  disconnectedCallback(): void {
    document.removeEventListener("click", this.#triggered);
    removeEventListener("pagehide", this.#left);
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
    const settings = readSettings(this, homeOrigin(), hintOwner);
    const { apiKey, baseUrl, debug, placement, preload, theme } = settings;
    this.#settings = settings;
    this.#language = pickLocale([settings.locale, document.documentElement.lang, ...navigator.languages]);
    this.dataset.placement = placement;
    if (before?.apiKey !== apiKey || before.baseUrl !== baseUrl) this.#loadConfig();
    else if (before.theme !== theme) this.#restyle();
    if (before?.preload !== preload || before.placement !== placement) {
      if (placement === "inline" || preload === "eager") this.#attendance.load();
      else if (preload === "idle") (globalThis.requestIdleCallback ?? setTimeout)(() => this.#attendance.load());
    }
    if (debug && !before?.debug) {
      loadChunk("debug").then(
        ({ inspect }) => inspect(this, settings),
        () => {},
      );
    }
    this.#drawLauncher();
    this.#attendant?.draw();
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
    const { apiKey, baseUrl } = this.#settings;
    sendEvents(baseUrl, apiKey, [{ name: "impression", at: this.#shownAt, page: pageAddress() }]);
    this.#shownAt = null;
  };

  readonly #restyle = () => {
    const theme = this.#settings?.theme;
    const dark = theme === "dark" || (theme === "auto" && this.#dark.matches);
    this.#tokens?.apply(this, readTokens(this.#ownersLook.designTokens), dark);
  };

  get #ownersLook() {
    return asRecord(asRecord(this.#facts.answer).widget_config);
  }

  #drawLauncher(): void {
    const { status } = this;
    const label = asRecord(this.#ownersLook.copy).launcher;
    const { failed } = this.#attendance;
    this.dataset.status = status;
    this.#root.lang = this.#language;
    this.#launcher.render({
      label: isText(label) ? label : LAUNCHER_LABELS[this.#language],
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

  #configArrived(): void {
    this.#restyle();
    this.requestUpdate();
    const { trouble } = this.#facts;
    if (trouble) {
      this.#tell({ type: "error", detail: { code: trouble, message: "The settings could not be read." } });
    } else if (!this.#ready) {
      this.#ready = true;
      this.#tell({ type: "ready", detail: null });
    }
    if (this.#facts.fresh && asRecord(this.#ownersLook.features).greetingBubble === true) this.#greet();
  }

  /** Only where the owner wants it: its code is loaded for it, so it costs other pages nothing. */
  #greet(): void {
    if (this.#greeted || this.#isOpen || this.#settings?.placement === "inline") return;
    this.#greeted = true;
    loadChunk("bubble").then(
      ({ greet }) => greet(this.#shell(), this),
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
      facts: this.#facts,
      get isOpen() {
        return element.#isOpen;
      },
      get placement() {
        return element.#settings?.placement ?? "";
      },
      get language() {
        return element.#language;
      },
      get raw() {
        return element.raw;
      },
      get service() {
        return readSettings(element, homeOrigin(), hintOwner);
      },
      get nonce() {
        return nonceOf(element);
      },
      dock: this.#launcher.root,
      icon,
      addStyles: (css) => {
        this.#addStyles(css);
      },
      takeImpression: () => {
        const at = this.#shownAt;
        this.#shownAt = null;
        return at;
      },
      pageAddress,
      sendEvents: (events) => {
        const { apiKey, baseUrl } = readSettings(element, homeOrigin(), hintOwner);
        sendEvents(baseUrl, apiKey, events);
      },
      hasContent: (slot) => Array.from(this.children).some((child) => child.slot === slot),
      open: () => this.open(),
      close: () => this.close(),
      reloadConfig: () => {
        this.#loadConfig();
        this.requestUpdate();
      },
      setContext: (pairs) => {
        this.context = pairs;
      },
      tell: (happening, cancelable) => this.#tell(happening, cancelable),
      redraw: () => this.requestUpdate(),
      hint: warnOwner,
      loadEngine: () => loadChunk("engine"),
    };
  }
}

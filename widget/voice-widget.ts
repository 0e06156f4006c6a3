import type { PropertyDeclarations, PropertyValues } from "@lit/reactive-element";
import { ReactiveElement } from "@lit/reactive-element";
import { Conversation } from "./controllers/conversation.ts";
import { homeOrigin, loadEngine } from "./element/chunks.ts";
import { ConfigSource } from "./element/config-source.ts";
import { type Happening, happenings, type VoiceWidgetEvents } from "./element/events.ts";
import { Launcher } from "./element/launcher.ts";
import { hintOwner } from "./element/owner-hint.ts";
import { PanelHolder } from "./element/panel-holder.ts";
import { type RawSettings, readSettings, type Settings } from "./element/settings.ts";
import { TokenSheet } from "./element/token-sheet.ts";
import { visitorId } from "./element/visitor-id.ts";
import type { SessionErrorCode } from "./errors.ts";
import { LAUNCHER_TEXTS, pickLocale } from "./i18n/locales.ts";
import type { VoiceWidgetPanel } from "./parts/panel.ts";
import type { PanelRequest } from "./parts/request.ts";
import { type InputMode, isOpen, type Message, type SessionInfo, type Status } from "./session/state.ts";
import type { ToolHandler, VoiceSessionOptions } from "./session/voice-session.ts";
import { shellStyles } from "./styles/shell.ts";

/** Milliseconds that the element may be out of the document, as when the page moves it, before its call ends. */
const TEARDOWN_DELAY = 250;

/** A start that waits for the visitor's consent. */
interface Wish {
  input: InputMode;
  text?: string;
}

/**
 * A voice agent for a website.
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
export class VoiceWidgetElement extends ReactiveElement implements RawSettings {
  static override styles = shellStyles;
  static override properties: PropertyDeclarations = {
    apiKey: { attribute: "api-key" },
    baseUrl: { attribute: "base-url" },
    agentId: { attribute: "agent-id" },
    model: {},
    voice: {},
    context: {},
    userId: { attribute: "user-id" },
    userHash: { attribute: "user-hash" },
    locale: {},
    theme: {},
    // The stylesheet reads it from the attribute.
    placement: { reflect: true },
    preload: {},
    debug: { type: Boolean },
  };

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
  declare debug: boolean;

  readonly #launcher = new Launcher();
  readonly #dark = matchMedia("(prefers-color-scheme: dark)");
  readonly #config = new ConfigSource(() => this.#configArrived());
  readonly #conversation = new Conversation({
    loadEngine,
    options: () => (this.#config.fresh ? this.#options() : this.#config.settled.then(() => this.#options())),
    changed: (before, after) => {
      for (const happening of happenings(before, after)) this.#tell(happening);
      if (after.status === "error") hintOwner(`${after.error.code}: ${after.error.message}`);
      this.requestUpdate();
    },
  });
  readonly #holder = new PanelHolder(
    (request) => this.#answer(request),
    () => this.requestUpdate(),
  );
  #settings: Settings = readSettings({}, "", () => {});
  #root: HTMLElement | null = null;
  #tokens: TokenSheet | null = null;
  #isOpen = false;
  #ready = false;
  #chosenAgent: number | null = null;
  #agreed = false;
  #wish: Wish | null = null;

  /** `idle`, `connecting`, `listening`, `thinking`, `speaking`, `ended` or `error`. */
  get status(): Status {
    return this.#conversation.state.status;
  }

  /** What was said, in the order of the conversation. */
  get transcript(): readonly Message[] {
    return this.#conversation.state.transcript;
  }

  get session(): SessionInfo | null {
    const { state } = this.#conversation;
    return "session" in state ? state.session : null;
  }

  /** Shows the panel. */
  open(): void {
    if (this.#isOpen || this.#settings.placement === "inline") return;
    if (!this.#tell({ type: "open", detail: null }, true)) return;
    this.#isOpen = true;
    this.#prepare();
    if (this.#config.trouble) this.#loadConfig();
    this.requestUpdate();
  }

  /** Hides the panel; a call goes on. */
  close(): void {
    if (!this.#isOpen) return;
    const focused = this.renderRoot.contains((this.renderRoot as ShadowRoot).activeElement);
    this.#isOpen = false;
    this.requestUpdate();
    this.#tell({ type: "close", detail: null });
    if (focused) this.updateComplete.then(() => this.#launcher.button.focus());
  }

  /** Begins a conversation, by voice where the owner's settings allow it. Call it from a click. */
  start(options: { input?: InputMode } = {}): void {
    this.#start({ input: options.input ?? (this.#features.voice ? "voice" : "text") });
  }

  end(): void {
    this.#wish = null;
    this.#conversation.end();
  }

  mute(on = true): void {
    this.#conversation.mute(on);
  }

  /** Stops the agent's speech. */
  interrupt(): void {
    this.#conversation.interrupt();
  }

  /** Says something by typing; without a conversation it begins one that asks for no microphone. */
  sendText(text: string): void {
    if (!text.trim()) return;
    if (isOpen(this.#conversation.state)) this.#conversation.sendText(text);
    else this.#start({ input: "text", text });
  }

  /** Tells the agent new facts about the visitor; before a conversation they join `context`. */
  sendContext(pairs: Readonly<Record<string, unknown>>): void {
    if (isOpen(this.#conversation.state)) this.#conversation.sendContext(pairs);
    else this.context = { ...this.#settings.context, ...pairs };
  }

  /** Answers with the function that takes the tool off again. */
  registerTool(name: string, handler: ToolHandler): () => void {
    return this.#conversation.registerTool(name, handler);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#dark.addEventListener("change", this.#restyle);
    // A stylesheet of the page that comes late may set custom properties.
    if (document.readyState !== "complete") addEventListener("load", this.#restyle, { once: true });
    this.dataset.status = this.status;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#dark.removeEventListener("change", this.#restyle);
    setTimeout(() => {
      if (this.isConnected) return;
      this.#isOpen = false;
      this.#conversation.end("visitor_left");
    }, TEARDOWN_DELAY);
  }

  protected override createRenderRoot(): HTMLElement | DocumentFragment {
    const shadow = super.createRenderRoot() as ShadowRoot;
    const root = document.createElement("div");
    root.className = "root";
    root.append(this.#launcher.root);
    shadow.append(root);
    this.#root = root;
    this.#tokens = new TokenSheet(shadow, root);
    const { button, end } = this.#launcher;
    button.addEventListener("click", () => (this.#isOpen ? this.close() : this.open()));
    end.addEventListener("click", () => this.end());
    for (const intent of ["pointerenter", "pointerdown", "focus"]) {
      button.addEventListener(intent, () => {
        if (this.#settings.preload !== "none") this.#prepare();
      });
    }
    root.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || event.isComposing || !this.#isOpen) return;
      event.stopPropagation();
      this.close();
    });
    return shadow;
  }

  protected override willUpdate(changed: PropertyValues): void {
    const before = this.#settings;
    this.#settings = readSettings(this, homeOrigin(), hintOwner);
    const { apiKey, baseUrl, placement, preload } = this.#settings;
    if (!this.hasUpdated || before.apiKey !== apiKey || before.baseUrl !== baseUrl) this.#loadConfig();
    if (!this.hasUpdated || changed.has("preload") || changed.has("placement")) {
      if (placement === "inline" || preload === "eager") this.#prepare();
      else if (preload === "idle") (globalThis.requestIdleCallback ?? setTimeout)(() => this.#prepare());
    }
    if (!this.hasUpdated || changed.has("theme")) this.#style();
  }

  protected override updated(): void {
    const page = document.documentElement.lang;
    this.#holder.language = pickLocale([this.#settings.locale, page, ...navigator.languages]);
    this.dataset.status = this.status;
    this.#drawLauncher();
    this.#drawPanel();
  }

  get #features() {
    return this.#config.config.widget_config.features;
  }

  readonly #restyle = () => this.#style();

  #style(): void {
    const { theme } = this.#settings;
    const dark = theme === "dark" || (theme === "auto" && this.#dark.matches);
    this.#tokens?.apply(this, this.#config.config.widget_config.designTokens, dark);
  }

  #loadConfig(): void {
    void this.#config.load(this.#settings.baseUrl, this.#settings.apiKey);
    this.#style();
  }

  #configArrived(): void {
    this.#style();
    this.requestUpdate();
    const { trouble } = this.#config;
    if (trouble) this.#tell({ type: "error", detail: { code: trouble, message: "The settings could not be read." } });
    else if (!this.#ready) {
      this.#ready = true;
      this.#tell({ type: "ready", detail: null });
    }
  }

  /** The agent of the page, of the key, of the visitor's choice, or the first. */
  get #agentId(): number | null {
    const { agents, agent_id } = this.#config.config;
    return this.#settings.agentId ?? agent_id ?? this.#chosenAgent ?? agents[0]?.id ?? null;
  }

  #options(): VoiceSessionOptions | SessionErrorCode {
    const { apiKey, baseUrl, model, voice, context, userId, userHash } = this.#settings;
    const agentId = this.#agentId;
    if (agentId === null) return this.#config.trouble ?? "agent_unavailable";
    const visitor = userId ? {} : { visitorId: visitorId() };
    return { apiKey, baseUrl, agentId, model, voice, context, userId, userHash, ...visitor };
  }

  #start(wish: Wish): void {
    if (isOpen(this.#conversation.state)) return;
    if (this.#features.consent && !this.#agreed) {
      this.#wish = wish;
      this.open();
      this.requestUpdate();
      return;
    }
    if (!this.#tell({ type: "start", detail: { input: wish.input } }, true)) return;
    if (this.#config.trouble) this.#loadConfig();
    this.#prepare();
    // Who writes first wants an answer, not a greeting.
    this.#conversation.start(wish.input, wish.text === undefined ? undefined : "");
    if (wish.text !== undefined) this.#conversation.sendText(wish.text);
  }

  /** Loads what a click will need. */
  #prepare(): void {
    this.#conversation.preload();
    this.#holder.load();
  }

  #drawLauncher(): void {
    const { language, messages, failed, loading } = this.#holder;
    const { status } = this;
    const { copy } = this.#config.config.widget_config;
    const texts = LAUNCHER_TEXTS[language];
    const call = isOpen(this.#conversation.state) ? (status as "listening") : null;
    this.#root?.setAttribute("lang", language);
    this.#launcher.render({
      label: copy.launcher ?? texts.launcher,
      notice: (call && (copy[call] ?? messages?.[call])) ?? (failed ? texts.failed : null),
      endLabel: call && (copy.endCall ?? messages?.endCall ?? null),
      expanded: this.#isOpen && !failed,
      busy: loading && this.#isOpen,
      status: failed ? "failed" : status,
    });
  }

  #drawPanel(): void {
    const { panel, messages, language } = this.#holder;
    if (!panel || !messages) return;
    const { config, trouble } = this.#config;
    const inline = this.#settings.placement === "inline";
    const agentChoice = this.#settings.agentId === null && config.agent_id === null;
    Object.assign(panel, {
      inline,
      open: this.#isOpen || inline,
      locale: language,
      messages,
      config,
      trouble,
      agentId: this.#agentId,
      agentChoice,
      askConsent: this.#wish !== null,
      state: this.#conversation.state,
    } satisfies Partial<VoiceWidgetPanel>);
    if (panel.parentNode) return;
    panel.levels = () => this.#conversation.levels();
    this.#root?.append(panel);
  }

  #answer(request: PanelRequest): void {
    const conversation = this.#conversation;
    switch (request.type) {
      case "close":
        this.close();
        break;
      case "start":
        this.start({ input: request.input });
        break;
      case "end":
        this.end();
        break;
      case "mute":
        conversation.mute(request.muted);
        break;
      case "interrupt":
        conversation.interrupt();
        break;
      case "send":
        this.sendText(request.text);
        break;
      case "rate":
        conversation.feedback(request.rating);
        break;
      case "play_sound":
        conversation.resumeAudio();
        break;
      case "reload":
        this.#loadConfig();
        this.requestUpdate();
        break;
      case "choose_agent":
        this.#chosenAgent = request.agentId;
        this.requestUpdate();
        break;
      case "consent":
        this.#consented(request.agreed);
        break;
      default:
        request satisfies never;
    }
  }

  #consented(agreed: boolean): void {
    const wish = this.#wish;
    this.#wish = null;
    this.#agreed ||= agreed;
    this.requestUpdate();
    if (agreed && wish) this.#start(wish);
  }

  /** Answers whether the page let it happen. */
  #tell({ type, detail }: Happening, cancelable = false): boolean {
    const name: keyof VoiceWidgetEvents = `voice-widget:${type}`;
    if (this.debug) console.debug(`[voice-widget] ${type}`, detail);
    if (type === "status") this.dataset.status = detail.status;
    return this.dispatchEvent(new CustomEvent(name, { detail, cancelable, bubbles: true, composed: true }));
  }
}

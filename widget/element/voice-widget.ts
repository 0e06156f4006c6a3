import { homeOrigin, loadChunk } from "#chunks";
import { mayCountImpression, pageAddress, sendEvents } from "../analytics/send-events.ts";
import { asRecord, isText, ownWord } from "../config/overlay.ts";
import { invalidTokens, readTokens } from "../config/read-tokens.ts";
import { pickLocale } from "../i18n/locales.ts";
import type { WidgetEvent } from "../panel/widget-events.ts";
import type { WidgetHost } from "../panel/widget-host.ts";
import { hasSavedConversation } from "../persistence/saved-conversation-key.ts";
import type { InputMode, Message, SessionInfo, Status } from "../session/state.ts";
import type { ToolHandler } from "../session/voice-session.ts";
import { addStyles } from "./add-styles.ts";
import { BaseElement } from "./base-element.ts";
import { ConfigLoader } from "./config-loader.ts";
import {
  type ElementOptions,
  type Placement,
  type Preload,
  type RawElementOptions,
  readElementOptions,
  type Theme,
} from "./element-options.ts";
import { shellStyles } from "./host-styles.ts";
import { ENGLISH_LABEL, Launcher } from "./launcher.ts";
import { triggerFor } from "./open-trigger.ts";
import { hintOwner, warnOwner } from "./owner-hint.ts";
import { PanelLoader } from "./panel-loader.ts";
import { nonceOf } from "./snippet.ts";
import { TokenSheet } from "./token-sheet.ts";

/** When nothing can be loaded: a word that no language module is needed for. */
const FAILED = "⚠ ↻";

/** Milliseconds until a service that is down is asked again. */
const RETRY_DELAY = 30_000;

/** Milliseconds that the element may be out of the document, as when the page moves it, before its call ends. */
const TEARDOWN_DELAY = 250;

type Method = "open" | "close" | "start" | "end" | "mute" | "interrupt" | "sendText" | "sendContext" | "registerTool";
type MethodCall = { [Name in Method]: [Name, ...Parameters<VoiceWidgetElement[Name]>] }[Method];

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
export class VoiceWidgetElement extends BaseElement implements RawElementOptions {
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
  declare calls: { push(call: MethodCall): void };

  readonly #launcher = new Launcher();
  readonly #root = document.createElement("div");
  readonly #shadow = this.attachShadow({ mode: "open" });
  #tokens: TokenSheet | null = null;
  readonly #dark = matchMedia("(prefers-color-scheme: dark)");
  readonly #config = new ConfigLoader(() => this.#configArrived());
  #options: ElementOptions | null = null;
  #isOpen = false;
  #ready = false;
  /** When the launcher was first shown, unix milliseconds; null once that has been counted. */
  #shownAt: number | null = Date.now();
  /** Runs while the service is down. */
  #retry = 0;
  /** Where the focus goes back to. */
  #opener: HTMLElement | null = null;
  #greeted = false;
  readonly #panelLoader = new PanelLoader(this.#widgetHost(), () => this.#panelLoaded());

  constructor() {
    super();
    const { root, button } = this.#launcher;
    this.#root.className = "root";
    this.#root.append(root);
    this.#shadow.append(this.#root);
    button.addEventListener("click", () => (this.#isOpen ? this.close() : this.open()));
    for (const intent of ["pointerenter", "focus"]) {
      button.addEventListener(intent, () => this.#options?.preload !== "none" && this.#panelLoader.load());
    }
    this.#root.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || event.isComposing || !this.#isOpen) return;
      event.stopPropagation();
      this.close();
    });
  }

  get #controller() {
    return this.#panelLoader.controller;
  }

  /** `idle`, `connecting`, `listening`, `thinking`, `speaking`, `ended` or `error`. */
  get status(): Status {
    return this.#controller?.state.status ?? "idle";
  }

  /** What was said, in the order of the conversation. */
  get transcript(): readonly Message[] {
    return this.#controller?.state.transcript ?? [];
  }

  /** The conversation's `session_id`, `agent_id` and `agent_name`. */
  get session(): SessionInfo | null {
    return this.#controller?.session ?? null;
  }

  /** Shows the panel. */
  open(): void {
    if (this.#isOpen || this.#options?.placement === "inline" || !this.#emit({ type: "open", detail: null }, true)) {
      return;
    }
    this.#isOpen = true;
    this.#panelLoader.load();
    this.#retryConfig();
    this.requestUpdate();
  }

  /** Hides the panel; a call goes on. */
  close(): void {
    if (!this.#isOpen) return;
    const inside = this.shadowRoot?.activeElement;
    this.#isOpen = false;
    this.update();
    this.#emit({ type: "close", detail: null });
    const opener = this.#opener?.isConnected ? this.#opener : this.#launcher.button;
    this.#opener = null;
    if (inside) this.#controller?.panel.updateComplete.then(() => opener.focus());
  }

  /** Begins a conversation, by voice where the owner's settings allow it. Call it from a click. */
  start(options: { input?: InputMode } = {}): void {
    this.#panelLoader.call((controller) => controller.start(options.input));
  }

  /** Ends the conversation. */
  end(): void {
    this.#controller?.end();
  }

  /** Silences the microphone, or opens it again. */
  mute(on = true): void {
    this.#controller?.mute(on);
  }

  /** Stops the agent's speech. */
  interrupt(): void {
    this.#controller?.interrupt();
  }

  /** Says something by typing; without a conversation it begins one that asks for no microphone. */
  sendText(text: string): void {
    this.#panelLoader.call((controller) => controller.sendText(text));
  }

  /** Tells the agent new facts about the visitor; before a conversation they join `context`. */
  sendContext(pairs: Readonly<Record<string, unknown>>): void {
    this.#panelLoader.whenLoaded((controller) => controller.sendContext(pairs));
  }

  /** Runs `handler` whenever the agent calls the tool `name`. Answers with the function that takes it off again. */
  registerTool(name: string, handler: ToolHandler): () => void {
    let remove = () => {};
    let wanted = true;
    this.#panelLoader.whenLoaded((controller) => {
      if (wanted) remove = controller.registerTool(name, handler);
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
    document.addEventListener("click", this.#triggerClicked);
    addEventListener("pagehide", this.#pageHidden);
    addEventListener("online", this.#retryConfig);
    this.#dark.addEventListener("change", this.#applyTokens);
    // A stylesheet of the page that comes late may set custom properties.
    addEventListener("load", this.#applyTokens, { once: true });
  }

  disconnectedCallback(): void {
    document.removeEventListener("click", this.#triggerClicked);
    removeEventListener("pagehide", this.#pageHidden);
    removeEventListener("online", this.#retryConfig);
    this.#dark.removeEventListener("change", this.#applyTokens);
    setTimeout(() => {
      if (this.isConnected) return;
      this.#isOpen = false;
      this.#panelLoader.dropCalls();
      this.#controller?.end(true);
    }, TEARDOWN_DELAY);
  }

  protected override update(): void {
    const before = this.#options;
    const settings = this.#readOptions();
    const { apiKey, baseUrl, debug, placement, preload, theme } = settings;
    this.#options = settings;
    this.dataset.placement = placement;
    if (before?.apiKey !== apiKey || before.baseUrl !== baseUrl) this.#loadConfig();
    else if (before.theme !== theme) this.#applyTokens();
    if (before?.preload !== preload || before.placement !== placement) {
      if (placement === "inline" || preload === "eager" || hasSavedConversation(apiKey)) this.#panelLoader.load();
      else if (preload === "idle") (globalThis.requestIdleCallback ?? setTimeout)(() => this.#panelLoader.load());
    }
    if (debug !== (before?.debug ?? false)) {
      loadChunk("debug").then(
        ({ inspect }) => inspect(this.#widgetHost(), debug),
        () => {},
      );
    }
    this.#drawLauncher();
    this.#controller?.draw();
  }

  #readOptions(): ElementOptions {
    return readElementOptions(this, homeOrigin(), hintOwner);
  }

  #addStyles(css: string): CSSStyleSheet {
    return addStyles(this.#shadow, css, nonceOf(this));
  }

  readonly #triggerClicked = (event: Event) => {
    const trigger = triggerFor(this, event);
    if (!trigger) return;
    this.open();
    if (this.#isOpen) this.#opener = trigger;
    else if (this.#options?.placement === "inline") this.scrollIntoView({ block: "nearest" });
  };

  /** A page view in which nobody opened the panel is counted at its end; else the panel controller counts it. */
  readonly #pageHidden = () => {
    if (this.#controller || !this.#shownAt || !this.#options) return;
    if (!this.#config.fresh || !mayCountImpression(this.#widgetConfig)) return;
    sendEvents(this.#options, [{ name: "impression", at: this.#shownAt, page: pageAddress() }]);
    this.#shownAt = null;
  };

  readonly #applyTokens = () => {
    const theme = this.#options?.theme;
    const dark = theme === "dark" || (theme === "auto" && this.#dark.matches);
    this.#tokens?.apply(this, readTokens(this.#widgetConfig.designTokens), dark);
  };

  /** What the page asks for goes before what the browser does. */
  get #preferredLocales() {
    const { lang } = this.closest<HTMLElement>("[lang]") ?? document.documentElement;
    return [this.#options?.locale, lang, ...navigator.languages];
  }

  get #widgetConfig() {
    return asRecord(asRecord(this.#config.answer).widget_config);
  }

  #drawLauncher(): void {
    const { status } = this;
    const preferred = this.#preferredLocales;
    const { answer, trouble } = this.#config;
    const labels = asRecord(asRecord(answer).launcher_labels);
    const { locale, tags } = pickLocale(preferred, Object.keys(labels));
    const word = ownWord(this.#widgetConfig.copy, tags, "launcher") ?? labels[locale];
    const label = isText(word) ? word : /^en/i.test(preferred.find(Boolean) ?? "") ? ENGLISH_LABEL : "";
    const failed = this.#panelLoader.failed || trouble;
    this.dataset.status = status;
    this.#root.lang = locale;
    this.toggleAttribute("data-wait", !(label || answer || trouble));
    this.#launcher.render({
      label,
      notice: this.#controller?.callNotice ?? (failed ? FAILED : null),
      expanded: this.#isOpen,
      busy: this.#panelLoader.loading && this.#isOpen,
      status: failed ? "failed" : status,
    });
  }

  #loadConfig(): void {
    if (!this.#options) return;
    void this.#config.load(this.#options.baseUrl, this.#options.apiKey);
    this.#applyTokens();
  }

  /** A service that was down, or a page that was offline, is so no longer. */
  readonly #retryConfig = () => {
    if (this.isConnected && this.#config.trouble) this.#loadConfig();
  };

  #configArrived(): void {
    const { trouble } = this.#config;
    const { designTokens, features } = this.#widgetConfig;
    this.#applyTokens();
    this.requestUpdate();
    clearTimeout(this.#retry);
    if (trouble) {
      if (!this.#retry) {
        this.#emit({ type: "error", detail: { code: trouble, message: "The settings could not be read." } });
      }
      // The words for it, on the launcher too, come with the panel.
      this.#panelLoader.load();
      this.#retry = setTimeout(this.#retryConfig, RETRY_DELAY);
      return;
    }
    this.#retry = 0;
    if (!this.#ready) {
      this.#ready = true;
      this.#emit({ type: "ready", detail: null });
    }
    const invalid = invalidTokens(designTokens);
    if (invalid[0]) hintOwner("tokens", invalid.join(", "));
    if (asRecord(features).greetingBubble === true) this.#showGreeting();
  }

  /** Only where the owner wants it: its code is loaded for it, so it costs other pages nothing. */
  #showGreeting(): void {
    if (this.#greeted || this.#isOpen || this.#options?.placement === "inline") return;
    this.#greeted = true;
    loadChunk("greeting").then(
      ({ greet }) => greet(this.#widgetHost()),
      () => {},
    );
  }

  /** Answers whether the page let it happen. */
  #emit({ type, detail }: WidgetEvent, cancelable = false): boolean {
    if (type === "status") this.dataset.status = detail.status;
    const event = new CustomEvent(`voice-widget:${type}`, { detail, cancelable, bubbles: true, composed: true });
    return this.dispatchEvent(event);
  }

  #panelLoaded(): void {
    const { controller, failed } = this.#panelLoader;
    if (controller) {
      this.#root.append(controller.panel);
    } else if (failed) {
      this.#emit({ type: "error", detail: { code: "unreachable", message: "The panel could not be loaded." } });
      this.close();
    }
    this.update();
  }

  #widgetHost(): WidgetHost {
    const element = this;
    return {
      element: this,
      config: this.#config,
      dock: this.#launcher.root,
      pageAddress,
      hint: warnOwner,
      get isOpen() {
        return element.#isOpen;
      },
      get preferredLocales() {
        return element.#preferredLocales;
      },
      get service() {
        return element.#readOptions();
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
      sendEvents: (events) => sendEvents(this.#readOptions(), events),
      reloadConfig: () => {
        this.#loadConfig();
        this.requestUpdate();
      },
      emit: (happening, cancelable) => this.#emit(happening, cancelable),
      requestUpdate: () => this.requestUpdate(),
      loadEngine: () => loadChunk("engine"),
    };
  }
}

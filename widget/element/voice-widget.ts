// Long: the words on every event, slot, part and property stand here, from where the documentation is made.
import { type Chunks, homeOrigin, loadChunk } from "#chunks";
import { mayCountImpression, pageAddress, sendEvents } from "../analytics/send-events.ts";
import { asRecord } from "../config/overlay.ts";
import type { SessionErrorCode } from "../errors.ts";
import type { WidgetEvent } from "../panel/widget-events.ts";
import type { WidgetHost } from "../panel/widget-host.ts";
import { hasSavedConversation } from "../persistence/saved-conversation-key.ts";
import type { SessionCommand } from "../session/commands.ts";
import type { InputMode, Message, SessionInfo, Status } from "../session/state.ts";
import { registerTool, type ToolRegistry } from "../session/tool-registry.ts";
import type { ToolHandler } from "../session/tools.ts";
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
import { hostStyles } from "./host-styles.ts";
import { Launcher } from "./launcher.ts";
import { launcherLabel, preferredLocales } from "./launcher-label.ts";
import { LauncherTheme } from "./launcher-theme.ts";
import { triggerFor } from "./open-trigger.ts";
import { hintOwner, warnOwner } from "./owner-hint.ts";
import { PanelLoader } from "./panel-loader.ts";
import { nonceOf } from "./snippet.ts";

/** When nothing can be loaded: a word that no language module is needed for. */
const FAILED = "⚠ ↻";

/** Milliseconds that the element may be out of the document, as when the page moves it, before its call ends. */
const TEARDOWN_DELAY = 250;

const whenIdle = (work: () => unknown) => void (globalThis.requestIdleCallback ?? setTimeout)(work);

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
 * @csspart sources - The list of pages that an answer was taken from.
 * @csspart starters - The questions that are offered before the first message.
 * @csspart starter - One of them.
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
 * @csspart more - The button behind which everything else of a call is, besides mute and end.
 * @csspart interrupt - The button that stops the agent's speech.
 * @csspart jump - The button that goes to the newest message.
 * @csspart choose-microphone - The button that has the browser name the microphones, before a call.
 * @csspart end - The button that ends the conversation.
 * @csspart settings-toggle - The button that shows devices and volume.
 * @csspart settings - Devices and volume.
 * @csspart notice - What is wrong, and what to do.
 * @csspart retry - The button that tries again.
 * @csspart type-instead - The button that goes on without a microphone.
 * @csspart dismiss - The button that puts a notice away.
 * @csspart footer - The line below the composer.
 * @csspart contact-form - The form for a visitor's name and address.
 * @csspart contact-send - The button that sends it.
 * @csspart contact-cancel - The button that takes it away.
 * @csspart contact-sent - The thanks for it.
 * @csspart closed - The notice outside of opening hours.
 * @csspart queue - The visitor's place in the line for a voice line.
 * @csspart queue-wait - The button that lines up.
 * @csspart queue-start - The button that starts the call when it is the visitor's turn.
 * @csspart queue-leave - The button that leaves the line.
 * @csspart queue-contact - The button that offers the contact form instead.
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

  readonly #shadow = this.attachShadow({ mode: "open" });
  readonly #root = document.createElement("div");
  readonly #launcher = new Launcher();
  /** What the page asked of the conversation before the panel, and with it the queue of commands, was loaded. */
  #early: SessionCommand[] = [];
  readonly #tools: ToolRegistry = new Map();
  /** When the launcher was first shown, unix milliseconds; null once that has been counted. */
  readonly #impression: { at: number | null } = { at: Date.now() };
  /** Read anew at each use, for the page may have changed an attribute in this very turn. */
  readonly #readOptions = (): ElementOptions => readElementOptions(this, homeOrigin(), hintOwner);
  readonly #preferredLocales = () => preferredLocales(this, this.#options?.locale);
  readonly #config = new ConfigLoader(this, (first) => this.#configArrived(first));
  readonly #panel = new PanelLoader(this.#host(), () => this.#panelSettled());
  #theme: LauncherTheme | null = null;
  #options: ElementOptions | null = null;
  #connection = new AbortController();
  #isOpen = false;
  #ready = false;
  /** Where the focus goes back to. */
  #opener: HTMLElement | null = null;

  constructor() {
    super();
    const { root, button } = this.#launcher;
    this.#root.className = "root";
    this.#root.append(root);
    this.#shadow.append(this.#root);
    button.addEventListener("click", () => (this.#isOpen ? this.close() : this.open()));
    for (const intent of ["pointerenter", "focus"]) {
      button.addEventListener(intent, () => this.#options?.preload !== "none" && this.#panel.load());
    }
    this.#root.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || event.isComposing || !this.#isOpen) return;
      event.stopPropagation();
      this.close();
    });
  }

  get #state() {
    return this.#panel.controller?.session.state;
  }

  /** `idle`, `connecting`, `listening`, `thinking`, `speaking`, `ended` or `error`. */
  get status(): Status {
    return this.#state?.status ?? "idle";
  }

  /** What was said, in the order of the conversation. */
  get transcript(): readonly Message[] {
    return this.#state?.transcript ?? [];
  }

  /** The conversation's `session_id`, `agent_id` and `agent_name`. */
  get session(): SessionInfo | null {
    return this.#panel.controller?.session.info ?? null;
  }

  /** Shows the panel. */
  open(): void {
    if (this.#isOpen || this.#options?.placement === "inline" || !this.#emit({ type: "open", detail: null }, true)) {
      return;
    }
    this.#isOpen = true;
    this.#panel.load();
    this.#config.retry();
    this.requestUpdate();
  }

  /** Hides the panel; a call goes on. */
  close(): void {
    if (!this.#isOpen) return;
    const inside = this.#shadow.activeElement;
    this.#isOpen = false;
    this.update();
    this.#emit({ type: "close", detail: null });
    const target = this.#opener?.isConnected ? this.#opener : this.#launcher.button;
    this.#opener = null;
    if (inside) this.#panel.controller?.panel.updateComplete.then(() => target.focus());
  }

  /** Begins a conversation, by voice where the owner's settings allow it. Call it from a click. */
  start(options: { input?: InputMode } = {}): void {
    this.#begin({ type: "start", input: options.input });
  }

  /** Ends the conversation. */
  end(): void {
    this.#dispatch({ type: "end", reason: "completed" });
  }

  /** Silences the microphone, or opens it again. */
  mute(on = true): void {
    this.#dispatch({ type: "mute", muted: on });
  }

  /** Stops the agent's speech. */
  interrupt(): void {
    this.#dispatch({ type: "interrupt" });
  }

  /** Says something by typing; without a conversation it begins one that asks for no microphone. */
  sendText(text: string): void {
    this.#begin({ type: "send_text", text });
  }

  /** Tells the agent new facts about the visitor; before a conversation they join `context`. */
  sendContext(pairs: Readonly<Record<string, unknown>>): void {
    this.#dispatch({ type: "send_context", pairs });
  }

  /** Runs `handler` whenever the agent calls the tool `name`. Answers with the function that takes it off again. */
  registerTool(name: string, handler: ToolHandler): () => void {
    return registerTool(this.#tools, name, handler);
  }

  override connectedCallback(): void {
    this.#connection = new AbortController();
    const until = { signal: this.#connection.signal };
    this.#theme ??= new LauncherTheme(this.#addStyles(hostStyles));
    super.connectedCallback();
    const early = this.calls;
    this.calls = {
      push: ([name, ...rest]) => (this[name] as (...rest: unknown[]) => unknown)?.apply(this, rest),
    };
    if (Array.isArray(early)) for (const call of early) this.calls.push(call);
    document.addEventListener("click", (event) => this.#pageClicked(event), until);
    addEventListener("pagehide", () => this.#pageHidden(), until);
    addEventListener("online", () => this.#config.retry(), until);
    this.#theme.watch(() => this.#applyTheme(), until);
  }

  disconnectedCallback(): void {
    this.#connection.abort();
    setTimeout(() => {
      if (this.isConnected) return;
      this.#isOpen = false;
      this.#dropEarly();
      this.#panel.controller?.dispatch({ type: "end", reason: "visitor_left" });
    }, TEARDOWN_DELAY);
  }

  protected override update(): void {
    const before = this.#options;
    const options = this.#readOptions();
    const { apiKey, baseUrl, debug, placement, preload, theme } = options;
    this.#options = options;
    this.dataset.placement = placement;
    if (before?.apiKey !== apiKey || before.baseUrl !== baseUrl) this.#loadConfig();
    else if (before.theme !== theme) this.#applyTheme();
    if (before?.preload !== preload || before.placement !== placement) {
      if (placement === "inline" || preload === "eager") this.#panel.load();
      // A browser's storage takes long to open: it waits until the launcher is drawn.
      else whenIdle(() => (preload === "idle" || hasSavedConversation(apiKey)) && this.#panel.load());
    }
    if (debug !== (before?.debug ?? false)) {
      this.#use("debug", ({ inspect }) => inspect(this.#host(), debug));
    }
    if (this.#panel.controller) this.#panel.controller.draw();
    else this.#drawLauncher();
  }

  #loadConfig(): void {
    if (!this.#options) return;
    this.#config.load(this.#options);
    this.#applyTheme();
  }

  #applyTheme(): void {
    this.#theme?.apply(this.#options?.theme ?? "", this.#config.answer);
    this.#panel.controller?.theme.apply();
  }

  /** Loads what a conversation needs, and asks for one. */
  #begin(command: SessionCommand): void {
    this.#dispatch(command);
    this.#panel.load();
  }

  #dispatch(command: SessionCommand): void {
    if (this.#panel.controller) this.#panel.controller.dispatch(command);
    else this.#early.push(command);
  }

  /** Nothing begins any more that was asked for. Facts about the visitor wait for their conversation. */
  #dropEarly(): void {
    this.#early = this.#early.filter(({ type }) => type === "send_context");
  }

  #addStyles(css: string): CSSStyleSheet {
    return addStyles(this.#shadow, css, nonceOf(this));
  }

  get #widgetConfig() {
    return asRecord(asRecord(this.#config.answer).widget_config);
  }

  #pageClicked(event: Event): void {
    const trigger = triggerFor(this, event);
    if (!trigger) return;
    this.open();
    if (this.#isOpen) this.#opener = trigger;
    else if (this.#options?.placement === "inline") this.scrollIntoView({ block: "nearest" });
  }

  /** A page view in which nobody opened the panel is counted at its end; else the panel counts it. */
  #pageHidden(): void {
    const { at } = this.#impression;
    if (!at || !this.#options || !this.#config.fresh || !mayCountImpression(this.#widgetConfig)) return;
    sendEvents(this.#options, [{ name: "impression", at, page: pageAddress() }]);
    this.#impression.at = null;
  }

  #drawLauncher(): void {
    const { status } = this;
    const { answer, trouble } = this.#config;
    const { label, locale } = launcherLabel(answer, this.#preferredLocales());
    const failed = this.#panel.failed || trouble;
    this.dataset.status = status;
    this.#root.lang = locale;
    const { open, closed } = asRecord(asRecord(answer).hours);
    const hidden = !open && closed === "hide" && status === "idle";
    const panelShown = this.#isOpen || this.#options?.placement === "inline";
    this.toggleAttribute("data-wait", !panelShown && (hidden || !(label || answer || trouble)));
    this.#launcher.render({
      label,
      notice: this.#panel.controller?.notice ?? (failed ? FAILED : null),
      expanded: this.#isOpen,
      busy: this.#panel.busy && this.#isOpen,
      status: failed ? "failed" : status,
    });
  }

  #configArrived(first: boolean): void {
    const { trouble } = this.#config;
    const { features } = this.#widgetConfig;
    this.#applyTheme();
    this.requestUpdate();
    if (trouble) {
      if (first) this.#emitError(trouble, "settings");
      // The words for it, on the launcher too, come with the panel.
      this.#panel.load();
      return;
    }
    if (!this.#ready) {
      this.#ready = true;
      this.#emit({ type: "ready", detail: null });
    }
    // Its code is loaded only where the owner wants it, so it costs other pages nothing.
    if (asRecord(features).greetingBubble === true) this.#use("greeting", ({ greet }) => greet(this.#host()));
  }

  /** What the page does without, where it cannot be loaded. */
  #use<Name extends "greeting" | "debug">(name: Name, use: (chunk: Chunks[Name]) => unknown): void {
    loadChunk(name).then(use, () => {});
  }

  /** Answers whether the page let it happen. */
  #emit({ type, detail }: WidgetEvent, cancelable = false): boolean {
    if (type === "status") this.dataset.status = detail.status;
    const event = new CustomEvent(`voice-widget:${type}`, { detail, cancelable, bubbles: true, composed: true });
    return this.dispatchEvent(event);
  }

  #emitError(code: SessionErrorCode, what: string): void {
    this.#emit({ type: "error", detail: { code, message: `The ${what} could not be loaded.` } });
  }

  #panelSettled(): void {
    const { controller } = this.#panel;
    if (controller) {
      this.#root.append(controller.panel);
    } else {
      this.#dropEarly();
      this.#emitError("unreachable", "panel");
      this.close();
    }
    this.update();
    controller?.session.load();
  }

  #host(): WidgetHost {
    return {
      element: this,
      early: () => this.#early,
      tools: this.#tools,
      config: this.#config,
      dock: this.#launcher.root,
      page: pageAddress,
      hint: hintOwner,
      warn: warnOwner,
      isOpen: () => this.#isOpen,
      locales: this.#preferredLocales,
      service: this.#readOptions,
      nonce: () => nonceOf(this),
      theme: () => this.#theme as LauncherTheme,
      addStyles: (css) => this.#addStyles(css),
      impression: this.#impression,
      sendEvents,
      reloadConfig: () => {
        this.#loadConfig();
        this.requestUpdate();
      },
      emit: (event, cancelable) => this.#emit(event, cancelable),
      draw: () => this.#drawLauncher(),
    };
  }
}

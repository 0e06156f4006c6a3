import type { Features } from "../../shared/config.ts";
import { LOCALES, type Locale } from "../../shared/languages.ts";
import { countedEvents, EventCounter } from "../analytics/event-counter.ts";
import { type PageOptions, readPageOptions } from "../config/page-options.ts";
import { type PageConfig, readConfig } from "../config/read-config.ts";
import type { SessionErrorCode } from "../errors.ts";
import { loadMessages } from "../i18n/load-messages.ts";
import { type LocaleChoice, pickLocale } from "../i18n/locales.ts";
import type { PanelMessages } from "../i18n/messages.ts";
import { loadAgentChoice, saveAgentChoice } from "../persistence/agent-choice.ts";
import { loadPreferences, type Preferences, savePreferences } from "../persistence/preferences.ts";
import { hasSavedConversation } from "../persistence/saved-conversation-key.ts";
import { ensureVisitorId, loadVisitorId } from "../persistence/visitor-id.ts";
import { openOf } from "../session/selectors.ts";
import type { InputMode, SessionInfo, SessionState } from "../session/state.ts";
import type { ToolHandler, VoiceSessionOptions } from "../session/voice-session.ts";
import { DeferredSession } from "./deferred-session.ts";
import type { ExclusiveSpeaker } from "./exclusive-speaker.ts";
import type { LauncherEndButton } from "./launcher-end-button.ts";
import { conversationViews, loadConversationViews } from "./load-conversation-views.ts";
import type { VoiceWidgetPanel } from "./panel.ts";
import { PANEL_REQUEST, type PanelRequest } from "./panel-request.ts";
import { textsOf } from "./view-model.ts";
import { statusText } from "./views/status-line.ts";
import { eventsBetween } from "./widget-events.ts";
import type { WidgetHost } from "./widget-host.ts";

/** A start that waits for the visitor's consent. */
interface PendingStart {
  input: InputMode;
  text?: string;
}

/**
 * Everything of `<voice-widget>` that a page needs only after the click: it lets the conversation and the panel know
 * of each other, and tells the page.
 */
export class PanelController {
  readonly panel: VoiceWidgetPanel;
  readonly #host: WidgetHost;
  readonly #conversation: DeferredSession;
  #launcherEndButton: LauncherEndButton | null = null;
  #exclusiveSpeaker: ExclusiveSpeaker | null = null;
  readonly #counter: EventCounter;
  #wasOpen = false;
  #preferences = loadPreferences();
  #localeChoice: LocaleChoice<Locale>;
  #messages: PanelMessages;
  #readAnswer: unknown = null;
  #pageConfig = readConfig(null, []);
  #chosenAgent = loadAgentChoice();
  #agreed = false;
  #pendingStart: PendingStart | null = null;
  #prepared = false;
  /** Whether the call that runs has been told of push-to-talk. */
  #pushToTalk = false;
  /** Whether what asks for consent could not be loaded. */
  #consentUnavailable = false;

  constructor(shell: WidgetHost, reading: LocaleChoice<Locale>, messages: PanelMessages) {
    this.#host = shell;
    this.#localeChoice = reading;
    this.#messages = messages;
    this.#conversation = new DeferredSession({
      loadEngine: () => shell.loadEngine(),
      options: () =>
        shell.config.fresh ? this.#sessionOptions() : shell.config.settled.then(() => this.#sessionOptions()),
      changed: (before, after) => {
        for (const happening of eventsBetween(before, after)) shell.emit(happening);
        for (const counted of countedEvents(before, after)) this.#counter.count(counted);
        if (after.status === "error" && before !== after) shell.hint(`${after.error.code}: ${after.error.message}`);
        shell.requestUpdate();
      },
    });
    this.#counter = new EventCounter({
      permission: () => this.#mayCount(),
      page: shell.pageAddress,
      visitorId: loadVisitorId,
      send: shell.sendEvents,
    });
    addEventListener("pagehide", ({ persisted }) => {
      this.#counter.leave(true);
      // Before the conversation hears that the page goes. One that is kept for "back" keeps it itself.
      if (!persisted) conversationViews?.saveConversation(shell.service.apiKey, this.state, shell.isOpen);
    });
    if (hasSavedConversation(shell.service.apiKey))
      void loadConversationViews().then(() => this.#restoreConversation());
    document.addEventListener("visibilitychange", () => document.hidden && this.#counter.leave(false));
    const shownAt = shell.takeImpression();
    if (shownAt) this.#counter.count({ name: "impression" }, shownAt);
    this.panel = document.createElement("voice-widget-panel") as VoiceWidgetPanel;
    this.panel.levels = () => this.#conversation.levels();
    this.panel.connection = () => this.#conversation.connection;
    this.panel.addEventListener(PANEL_REQUEST, (event) =>
      this.#handleRequest((event as CustomEvent<PanelRequest>).detail),
    );
  }

  get state(): SessionState {
    return this.#conversation.state;
  }

  get session(): SessionInfo | null {
    return "session" in this.state ? this.state.session : null;
  }

  /** What the launcher says of a call behind the closed panel, or of why there can be none. */
  get callNotice(): string | null {
    const conversation = openOf(this.state);
    const { trouble } = this.#host.config;
    if (!conversation) return trouble && this.#messages.errors[trouble].title;
    const texts = textsOf(this.#messages, this.#config.copy);
    return statusText(this.state, texts, texts.muted) || null;
  }

  /** Loads the voice engine ahead of a start. */
  preload(): void {
    this.#conversation.preload();
  }

  start(input: InputMode = this.#features.voice ? "voice" : "text"): void {
    this.#start({ input });
  }

  end(visitorLeft = false): void {
    this.#pendingStart = null;
    this.#conversation.end(visitorLeft ? "visitor_left" : "completed");
    this.#host.requestUpdate();
  }

  mute(on: boolean): void {
    this.#conversation.mute(on);
  }

  pause(on: boolean): void {
    this.#conversation.pause(on);
  }

  interrupt(): void {
    this.#conversation.interrupt();
  }

  sendText(text: string): void {
    if (!text.trim()) return;
    if (openOf(this.state)) this.#conversation.sendText(text);
    else this.#start({ input: "text", text });
  }

  sendContext(pairs: Readonly<Record<string, unknown>>): void {
    if (openOf(this.state)) this.#conversation.sendContext(pairs);
    else this.#host.element.context = { ...this.#pageOptions.context, ...pairs };
  }

  registerTool(name: string, handler: ToolHandler): () => void {
    return this.#conversation.registerTool(name, handler);
  }

  draw(): void {
    const { config: facts, element, isOpen, preferredLocales: wishes } = this.#host;
    const placement = element.dataset.placement ?? "";
    this.#setLocales(pickLocale(wishes, LOCALES));
    if (isOpen !== this.#wasOpen) {
      this.#wasOpen = isOpen;
      this.#counter.count({ name: isOpen ? "open" : "close" });
    }
    if ((isOpen || placement === "inline") && !this.#prepared) this.#prepareConversation();
    this.#muteToTalk();
    this.#forwardSlots();
    const inline = placement === "inline";
    const config = this.#config;
    this.panel.dataset.placement = placement;
    Object.assign(this.panel, {
      inline,
      open: isOpen || inline,
      messages: this.#messages,
      config: { ...config, features: this.#features },
      trouble: this.#consentUnavailable ? "unreachable" : facts.trouble,
      agentId: this.#agentId,
      agentChoice: this.#mayChoose,
      askConsent: this.#pendingStart !== null && conversationViews !== null,
      preferences: this.#preferences,
      state: this.state,
    } satisfies Partial<VoiceWidgetPanel>);
    const conversation = openOf(this.state);
    const texts = textsOf(this.#messages, config.copy);
    if (conversationViews) {
      this.#launcherEndButton ??= new conversationViews.LauncherEndButton(this.#host, () => this.end());
      conversationViews.hintInvalidSettings(this.#host);
      this.#exclusiveSpeaker ??= new conversationViews.ExclusiveSpeaker(this.#host, () => this.end());
    }
    this.#exclusiveSpeaker?.update(conversation);
    this.#launcherEndButton?.render(conversation && (conversation.input === "voice" ? texts.endCall : texts.endChat));
  }

  /** What is needed before a conversation is loaded while the visitor still reads. */
  #prepareConversation(): void {
    const { agents, features } = this.#config;
    if (!features.consent && !(this.#mayChoose && agents.length > 1)) return;
    this.#prepared = true;
    this.#loadConversationViews();
  }

  /** Push-to-talk begins silent, also where the owner's settings, or the visitor's choice, come in the middle of a call. */
  #muteToTalk(): void {
    const speaks = openOf(this.state)?.input === "voice";
    const holds = speaks && this.#features.pushToTalk;
    if (speaks && holds !== this.#pushToTalk) this.mute(holds);
    this.#pushToTalk = holds;
  }

  get #mayChoose(): boolean {
    return this.#pageOptions.agentId === null && this.#config.agent_id === null;
  }

  get #pageOptions(): PageOptions {
    return readPageOptions(this.#host.element, this.#host.hint);
  }

  /** Read once for each answer and language. */
  get #config(): PageConfig {
    const { answer } = this.#host.config;
    if (answer !== this.#readAnswer) {
      this.#readAnswer = answer;
      this.#pageConfig = readConfig(answer, this.#localeChoice.tags);
    }
    return this.#pageConfig;
  }

  /** The page may change its language at any time. */
  #setLocales(choice: LocaleChoice<Locale>): void {
    const before = this.#localeChoice;
    if (String(choice.tags) === String(before.tags)) return;
    this.#localeChoice = choice;
    this.#readAnswer = null;
    this.#pageConfig = readConfig(null, []);
    if (choice.locale !== before.locale) void this.#loadMessages(choice.locale);
  }

  /** The owner's, with the visitor's own way to talk where they may choose. */
  get #features(): Features {
    const { features } = this.#config;
    const pushToTalk = features.talkModeChoice ? this.#preferences.pushToTalk : undefined;
    return pushToTalk === undefined ? features : { ...features, pushToTalk };
  }

  /** A cached answer may be older than the owner's word on it. */
  #mayCount(): "yes" | "no" | "later" {
    if (!this.#host.config.fresh) return "later";
    if (!this.#features.analytics) return "no";
    return this.#features.consent && !this.#agreed ? "later" : "yes";
  }

  /** What the page puts into the element's slots goes on into the panel's; an empty slot would hide our own content. */
  #forwardSlots(): void {
    for (const name of ["header", "footer"]) {
      const forwarded = this.panel.querySelector(`slot[name="${name}"]`);
      const wanted = Array.from(this.#host.element.children).some((child) => child.slot === name);
      if (wanted && !forwarded) {
        const slot = document.createElement("slot");
        slot.slot = slot.name = name;
        this.panel.append(slot);
      } else if (!wanted) {
        forwarded?.remove();
      }
    }
  }

  async #loadMessages(locale: Locale): Promise<void> {
    const messages = await loadMessages(locale);
    if (locale !== this.#localeChoice.locale) return;
    this.#messages = messages;
    this.#host.requestUpdate();
  }

  /** The agent of the page, of the key, of the visitor's choice, or the first. */
  get #agentId(): number | null {
    const { agents, agent_id } = this.#config;
    const chosen = agents.find(({ id }) => id === this.#chosenAgent) ?? agents[0];
    return this.#pageOptions.agentId ?? agent_id ?? chosen?.id ?? null;
  }

  #sessionOptions(): VoiceSessionOptions | SessionErrorCode {
    const { service, config: facts } = this.#host;
    const agentId = this.#agentId;
    const pageOptions = this.#pageOptions;
    if (agentId === null) return facts.trouble ?? "agent_unavailable";
    const { provider, connection } = this.#config.agents.find(({ id }) => id === agentId) ?? {};
    return {
      ...service,
      ...pageOptions,
      agentId,
      locale: this.#localeChoice.tags[0],
      sound: this.#preferences,
      provider,
      connection,
      ...(!pageOptions.userId && { visitorId: ensureVisitorId() }),
    };
  }

  /** The conversation that a reload or another page cut off stands here again; the next start goes on with it. */
  #restoreConversation(): void {
    const saved = conversationViews?.takeSavedConversation(this.#host.service.apiKey);
    if (!saved || this.state.status !== "idle") return;
    // Else there had been none.
    this.#agreed = true;
    this.#conversation.restore(saved);
    if (saved.open) this.#host.element.open();
  }

  #start(start: PendingStart): void {
    const conversation = openOf(this.state);
    if (conversation) {
      if (start.input === "voice" && conversation.input === "text") {
        this.#conversation.speak();
      }
      return;
    }
    if (this.#features.consent && !this.#agreed) {
      this.#pendingStart = start;
      this.#host.element.open();
      this.#loadConversationViews();
      return;
    }
    if (!this.#host.emit({ type: "start", detail: { input: start.input } }, true)) return;
    this.#counter.count({ name: "start", properties: { input: start.input } });
    if (this.#host.config.trouble) this.#host.reloadConfig();
    this.#loadConversationViews();
    // Who writes first wants an answer, not a greeting, and reads it: no sound surprises them, nor is its code loaded.
    const writes = start.text !== undefined;
    this.#conversation.start(start.input, writes || !this.#features.voice, writes ? "" : undefined);
    if (start.text !== undefined) this.#conversation.sendText(start.text);
  }

  /** Who cannot be asked for consent is told that we cannot be reached. */
  #loadConversationViews(): void {
    void loadConversationViews().then((there) => {
      this.#consentUnavailable = !there && this.#pendingStart !== null;
      if (this.#consentUnavailable) this.#pendingStart = null;
      this.panel.requestUpdate();
      this.#host.requestUpdate();
    });
  }

  /** Answers what the panel asks for. */
  #handleRequest(request: PanelRequest): void {
    switch (request.type) {
      case "close":
        this.#host.element.close();
        break;
      case "start":
        this.start(request.input);
        break;
      case "end":
        this.end();
        break;
      case "mute":
        this.mute(request.muted);
        break;
      case "pause":
        this.pause(request.paused);
        break;
      case "interrupt":
        this.interrupt();
        break;
      case "typing":
        this.#conversation.typing();
        break;
      case "send":
        this.sendText(request.text);
        break;
      case "rate":
        this.#conversation.feedback(request.rating, request.text);
        // The comment belongs to an opinion that has been counted.
        if (!request.text) this.#counter.count({ name: "feedback", properties: { rating: request.rating } });
        break;
      case "play_sound":
        this.#conversation.resumeAudio();
        break;
      case "prefer":
        this.#setPreferences(request.preferences);
        break;
      case "settings":
        break;
      case "reload":
        this.#consentUnavailable = false;
        this.#host.reloadConfig();
        break;
      case "choose_agent":
        this.#chosenAgent = request.agentId;
        saveAgentChoice(request.agentId);
        this.#host.requestUpdate();
        break;
      case "consent":
        this.#consentAnswered(request.agreed);
        break;
      default:
        request satisfies never;
    }
  }

  #setPreferences(preferences: Preferences): void {
    this.#preferences = preferences;
    savePreferences(preferences);
    this.#conversation.setSound(preferences);
    this.#host.requestUpdate();
  }

  #consentAnswered(agreed: boolean): void {
    const pending = this.#pendingStart;
    this.#pendingStart = null;
    this.#agreed ||= agreed;
    this.#host.requestUpdate();
    if (agreed && pending) this.#start(pending);
  }
}

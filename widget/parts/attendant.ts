import type { Features } from "../../shared/config.ts";
import { LOCALES, type Locale } from "../../shared/languages.ts";
import { type PageOptions, readPageOptions } from "../config/page-options.ts";
import { type PageConfig, readConfig } from "../config/read-config.ts";
import { recallAgent, rememberAgent } from "../controllers/agent-choice.ts";
import { Conversation } from "../controllers/conversation.ts";
import { isKept } from "../controllers/kept.ts";
import { type Preferences, recallPreferences, rememberPreferences } from "../controllers/preferences.ts";
import { knownVisitorId, visitorId } from "../controllers/visitor-id.ts";
import type { SessionErrorCode } from "../errors.ts";
import { loadMessages } from "../i18n/load.ts";
import { pickLocale, type Reading } from "../i18n/locales.ts";
import type { FirstMessages } from "../i18n/messages.ts";
import type { InputMode, SessionInfo, SessionState } from "../session/state.ts";
import type { ToolHandler, VoiceSessionOptions } from "../session/voice-session.ts";
import { Counter, countedOf } from "./analytics.ts";
import { happenings } from "./events.ts";
import type { LauncherEnd } from "./launcher-end.ts";
import { later, loadLater } from "./load-later.ts";
import type { Manners } from "./manners.ts";
import type { VoiceWidgetPanel } from "./panel.ts";
import { PANEL_REQUEST, type PanelRequest } from "./request.ts";
import type { Shell } from "./shell.ts";
import { statusText } from "./status-line.ts";
import { openOf, textsOf } from "./view-model.ts";

/** A start that waits for the visitor's consent. */
interface Wish {
  input: InputMode;
  text?: string;
}

/**
 * Everything of `<voice-widget>` that a page needs only after the click: it lets the conversation and the panel know
 * of each other, and tells the page.
 */
export class Attendant {
  readonly panel: VoiceWidgetPanel;
  readonly #shell: Shell;
  readonly #conversation: Conversation;
  #launcherEnd: LauncherEnd | null = null;
  #manners: Manners | null = null;
  readonly #counter: Counter;
  #wasOpen = false;
  #preferences = recallPreferences();
  #reading: Reading<Locale>;
  #messages: FirstMessages;
  #answered: unknown = null;
  #read = readConfig(null, []);
  #chosenAgent = recallAgent();
  #agreed = false;
  #wish: Wish | null = null;
  #prepared = false;
  /** Whether the call that runs has been told of push-to-talk. */
  #holds = false;
  /** Whether what asks for consent could not be loaded. */
  #unasked = false;

  constructor(shell: Shell, reading: Reading<Locale>, messages: FirstMessages) {
    this.#shell = shell;
    this.#reading = reading;
    this.#messages = messages;
    this.#conversation = new Conversation({
      loadEngine: () => shell.loadEngine(),
      options: () =>
        shell.facts.fresh ? this.#sessionOptions() : shell.facts.settled.then(() => this.#sessionOptions()),
      changed: (before, after) => {
        for (const happening of happenings(before, after)) shell.tell(happening);
        for (const counted of countedOf(before, after)) this.#counter.count(counted);
        if (after.status === "error" && before !== after) shell.hint(`${after.error.code}: ${after.error.message}`);
        shell.redraw();
      },
    });
    this.#counter = new Counter({
      permission: () => this.#mayCount(),
      page: shell.pageAddress,
      visitorId: knownVisitorId,
      send: shell.sendEvents,
    });
    addEventListener("pagehide", ({ persisted }) => {
      this.#counter.leave(true);
      // Before the conversation hears that the page goes. One that is kept for "back" keeps it itself.
      if (!persisted) later?.keep(shell.service.apiKey, this.state, shell.isOpen);
    });
    if (isKept(shell.service.apiKey)) void loadLater().then(() => this.#recall());
    document.addEventListener("visibilitychange", () => document.hidden && this.#counter.leave(false));
    const shownAt = shell.takeImpression();
    if (shownAt) this.#counter.count({ name: "impression" }, shownAt);
    this.panel = document.createElement("voice-widget-panel") as VoiceWidgetPanel;
    this.panel.levels = () => this.#conversation.levels();
    this.panel.line = () => this.#conversation.line;
    this.panel.addEventListener(PANEL_REQUEST, (event) => this.#answer((event as CustomEvent<PanelRequest>).detail));
  }

  get state(): SessionState {
    return this.#conversation.state;
  }

  get session(): SessionInfo | null {
    return "session" in this.state ? this.state.session : null;
  }

  /** What the launcher says of a call behind the closed panel, or of why there can be none. */
  get callNotice(): string | null {
    const open = openOf(this.state);
    const { trouble } = this.#shell.facts;
    if (!open) return trouble && this.#messages.errors[trouble].title;
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
    this.#wish = null;
    this.#conversation.end(visitorLeft ? "visitor_left" : "completed");
    this.#shell.redraw();
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
    else this.#shell.host.context = { ...this.#pageOptions.context, ...pairs };
  }

  registerTool(name: string, handler: ToolHandler): () => void {
    return this.#conversation.registerTool(name, handler);
  }

  draw(): void {
    const { facts, host, isOpen, wishes } = this.#shell;
    const placement = host.dataset.placement ?? "";
    this.#listen(pickLocale(wishes, LOCALES));
    if (isOpen !== this.#wasOpen) {
      this.#wasOpen = isOpen;
      this.#counter.count({ name: isOpen ? "open" : "close" });
    }
    if ((isOpen || placement === "inline") && !this.#prepared) this.#prepare();
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
      trouble: this.#unasked ? "unreachable" : facts.trouble,
      agentId: this.#agentId,
      agentChoice: this.#mayChoose,
      askConsent: this.#wish !== null && later !== null,
      preferences: this.#preferences,
      state: this.state,
    } satisfies Partial<VoiceWidgetPanel>);
    const open = openOf(this.state);
    const texts = textsOf(this.#messages, config.copy);
    if (later) {
      this.#launcherEnd ??= new later.LauncherEnd(this.#shell, () => this.end());
      later.hintOddSettings(this.#shell);
      this.#manners ??= new later.Manners(this.#shell, () => this.end());
    }
    this.#manners?.see(open);
    this.#launcherEnd?.render(open && (open.input === "voice" ? texts.endCall : texts.endChat));
  }

  /** What is needed before a conversation is loaded while the visitor still reads. */
  #prepare(): void {
    const { agents, features } = this.#config;
    if (!features.consent && !(this.#mayChoose && agents.length > 1)) return;
    this.#prepared = true;
    this.#bringLater();
  }

  /** Push-to-talk begins silent, also where the owner's settings, or the visitor's choice, come in the middle of a call. */
  #muteToTalk(): void {
    const speaks = openOf(this.state)?.input === "voice";
    const holds = speaks && this.#features.pushToTalk;
    if (speaks && holds !== this.#holds) this.mute(holds);
    this.#holds = holds;
  }

  get #mayChoose(): boolean {
    return this.#pageOptions.agentId === null && this.#config.agent_id === null;
  }

  get #pageOptions(): PageOptions {
    return readPageOptions(this.#shell.host, this.#shell.hint);
  }

  /** Read once for each answer and language. */
  get #config(): PageConfig {
    const { answer } = this.#shell.facts;
    if (answer !== this.#answered) {
      this.#answered = answer;
      this.#read = readConfig(answer, this.#reading.tags);
    }
    return this.#read;
  }

  /** The page may change its language at any time. */
  #listen(reading: Reading<Locale>): void {
    const before = this.#reading;
    if (String(reading.tags) === String(before.tags)) return;
    this.#reading = reading;
    this.#answered = null;
    this.#read = readConfig(null, []);
    if (reading.locale !== before.locale) void this.#translate(reading.locale);
  }

  /** The owner's, with the visitor's own way to talk where they may choose. */
  get #features(): Features {
    const { features } = this.#config;
    const pushToTalk = features.talkModeChoice ? this.#preferences.pushToTalk : undefined;
    return pushToTalk === undefined ? features : { ...features, pushToTalk };
  }

  /** A cached answer may be older than the owner's word on it. */
  #mayCount(): "yes" | "no" | "later" {
    if (!this.#shell.facts.fresh) return "later";
    if (!this.#features.analytics) return "no";
    return this.#features.consent && !this.#agreed ? "later" : "yes";
  }

  /** What the page puts into the element's slots goes on into the panel's; an empty slot would hide our own content. */
  #forwardSlots(): void {
    for (const name of ["header", "footer"]) {
      const forwarded = this.panel.querySelector(`slot[name="${name}"]`);
      const wanted = Array.from(this.#shell.host.children).some((child) => child.slot === name);
      if (wanted && !forwarded) {
        const slot = document.createElement("slot");
        slot.slot = slot.name = name;
        this.panel.append(slot);
      } else if (!wanted) {
        forwarded?.remove();
      }
    }
  }

  async #translate(locale: Locale): Promise<void> {
    const messages = await loadMessages(locale);
    if (locale !== this.#reading.locale) return;
    this.#messages = messages;
    this.#shell.redraw();
  }

  /** The agent of the page, of the key, of the visitor's choice, or the first. */
  get #agentId(): number | null {
    const { agents, agent_id } = this.#config;
    const chosen = agents.find(({ id }) => id === this.#chosenAgent) ?? agents[0];
    return this.#pageOptions.agentId ?? agent_id ?? chosen?.id ?? null;
  }

  #sessionOptions(): VoiceSessionOptions | SessionErrorCode {
    const { service, facts } = this.#shell;
    const agentId = this.#agentId;
    const pageOptions = this.#pageOptions;
    if (agentId === null) return facts.trouble ?? "agent_unavailable";
    const { provider, connection } = this.#config.agents.find(({ id }) => id === agentId) ?? {};
    return {
      ...service,
      ...pageOptions,
      agentId,
      sound: this.#preferences,
      provider,
      connection,
      ...(!pageOptions.userId && { visitorId: visitorId() }),
    };
  }

  /** The conversation that a reload or another page cut off stands here again; the next start goes on with it. */
  #recall(): void {
    const kept = later?.recall(this.#shell.service.apiKey);
    if (!kept || this.state.status !== "idle") return;
    // Else there had been none.
    this.#agreed = true;
    this.#conversation.recall(kept);
    if (kept.open) this.#shell.host.open();
  }

  #start(wish: Wish): void {
    const open = openOf(this.state);
    if (open) {
      if (wish.input === "voice" && open.input === "text") {
        this.#conversation.speak();
      }
      return;
    }
    if (this.#features.consent && !this.#agreed) {
      this.#wish = wish;
      this.#shell.host.open();
      this.#bringLater();
      return;
    }
    if (!this.#shell.tell({ type: "start", detail: { input: wish.input } }, true)) return;
    this.#counter.count({ name: "start", properties: { input: wish.input } });
    if (this.#shell.facts.trouble) this.#shell.reloadConfig();
    this.#bringLater();
    // Who writes first wants an answer, not a greeting, and reads it: no sound surprises them, nor is its code loaded.
    const writes = wish.text !== undefined;
    this.#conversation.start(wish.input, writes || !this.#features.voice, writes ? "" : undefined);
    if (wish.text !== undefined) this.#conversation.sendText(wish.text);
  }

  /** Who cannot be asked for consent is told that we cannot be reached. */
  #bringLater(): void {
    void loadLater().then((there) => {
      this.#unasked = !there && this.#wish !== null;
      if (this.#unasked) this.#wish = null;
      this.panel.requestUpdate();
      this.#shell.redraw();
    });
  }

  /** Answers what the panel asks for. */
  #answer(request: PanelRequest): void {
    switch (request.type) {
      case "close":
        this.#shell.host.close();
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
        this.#prefer(request.preferences);
        break;
      case "settings":
        break;
      case "reload":
        this.#unasked = false;
        this.#shell.reloadConfig();
        break;
      case "choose_agent":
        this.#chosenAgent = request.agentId;
        rememberAgent(request.agentId);
        this.#shell.redraw();
        break;
      case "consent":
        this.#consented(request.agreed);
        break;
      default:
        request satisfies never;
    }
  }

  #prefer(preferences: Preferences): void {
    this.#preferences = preferences;
    rememberPreferences(preferences);
    this.#conversation.setSound(preferences);
    this.#shell.redraw();
  }

  #consented(agreed: boolean): void {
    const wish = this.#wish;
    this.#wish = null;
    this.#agreed ||= agreed;
    this.#shell.redraw();
    if (agreed && wish) this.#start(wish);
  }
}

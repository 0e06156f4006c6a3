import { type PageOptions, readPageOptions } from "../config/page-options.ts";
import { type PageConfig, readConfig } from "../config/read-config.ts";
import { Conversation } from "../controllers/conversation.ts";
import { recallSound, rememberSound } from "../controllers/sound-choice.ts";
import { knownVisitorId, visitorId } from "../controllers/visitor-id.ts";
import type { SessionErrorCode } from "../errors.ts";
import { loadMessages } from "../i18n/load.ts";
import type { Locale } from "../i18n/locales.ts";
import type { Messages } from "../i18n/messages.ts";
import type { InputMode, SessionInfo, SessionState } from "../session/state.ts";
import type { ToolHandler, VoiceSessionOptions } from "../session/voice-session.ts";
import { Counter, countedOf } from "./analytics.ts";
import { happenings } from "./events.ts";
import type { LauncherEnd } from "./launcher-end.ts";
import { later, loadLater } from "./load-later.ts";
import type { VoiceWidgetPanel } from "./panel.ts";
import { PANEL_REQUEST, type PanelRequest } from "./request.ts";
import type { Shell } from "./shell.ts";
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
  readonly #counter: Counter;
  #wasOpen = false;
  #sound = recallSound();
  #language: Locale;
  #messages: Messages;
  #answered: unknown = null;
  #read = readConfig(null);
  #chosenAgent: number | null = null;
  #agreed = false;
  #wish: Wish | null = null;

  constructor(shell: Shell, language: Locale, messages: Messages) {
    this.#shell = shell;
    this.#language = language;
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
    addEventListener("pagehide", () => this.#counter.leave(true));
    document.addEventListener("visibilitychange", () => document.hidden && this.#counter.leave(false));
    const shownAt = shell.takeImpression();
    if (shownAt) this.#counter.count({ name: "impression" }, shownAt);
    this.panel = document.createElement("voice-widget-panel") as VoiceWidgetPanel;
    this.panel.levels = () => this.#conversation.levels();
    this.panel.addEventListener(PANEL_REQUEST, (event) => this.#answer((event as CustomEvent<PanelRequest>).detail));
  }

  get state(): SessionState {
    return this.#conversation.state;
  }

  get session(): SessionInfo | null {
    return "session" in this.state ? this.state.session : null;
  }

  /** What the launcher says of a call behind the closed panel. */
  get callNotice(): string | null {
    const open = openOf(this.state);
    return open && textsOf(this.#messages, this.#config.copy)[open.status];
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
    else this.#shell.setContext({ ...this.#pageOptions.context, ...pairs });
  }

  registerTool(name: string, handler: ToolHandler): () => void {
    return this.#conversation.registerTool(name, handler);
  }

  draw(): void {
    const { facts, placement, isOpen, language } = this.#shell;
    if (language !== this.#language) void this.#translate(language);
    if (isOpen !== this.#wasOpen) {
      this.#wasOpen = isOpen;
      this.#counter.count({ name: isOpen ? "open" : "close" });
    }
    this.#forwardSlots();
    const inline = placement === "inline";
    const config = this.#config;
    this.panel.dataset.placement = placement;
    Object.assign(this.panel, {
      inline,
      open: isOpen || inline,
      locale: this.#language,
      messages: this.#messages,
      config,
      trouble: facts.trouble,
      agentId: this.#agentId,
      agentChoice: this.#pageOptions.agentId === null && config.agent_id === null,
      askConsent: this.#wish !== null,
      sound: this.#sound,
      state: this.state,
    } satisfies Partial<VoiceWidgetPanel>);
    const open = openOf(this.state);
    const texts = textsOf(this.#messages, config.copy);
    if (later) this.#launcherEnd ??= new later.LauncherEnd(this.#shell, () => this.end());
    this.#launcherEnd?.render(open && (open.input === "voice" ? texts.endCall : texts.endChat));
  }

  get #pageOptions(): PageOptions {
    return readPageOptions(this.#shell.raw, this.#shell.hint);
  }

  /** Read once for each answer. */
  get #config(): PageConfig {
    const { answer } = this.#shell.facts;
    if (answer !== this.#answered) {
      this.#answered = answer;
      this.#read = readConfig(answer);
    }
    return this.#read;
  }

  get #features() {
    return this.#config.features;
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
      const wanted = this.#shell.hasContent(name);
      if (wanted && !forwarded) {
        const slot = document.createElement("slot");
        slot.slot = slot.name = name;
        this.panel.append(slot);
      } else if (!wanted) {
        forwarded?.remove();
      }
    }
  }

  async #translate(language: Locale): Promise<void> {
    this.#language = language;
    const messages = await loadMessages(language);
    if (language !== this.#language) return;
    this.#messages = messages;
    this.#shell.redraw();
  }

  /** The agent of the page, of the key, of the visitor's choice, or the first. */
  get #agentId(): number | null {
    const { agents, agent_id } = this.#config;
    return this.#pageOptions.agentId ?? agent_id ?? this.#chosenAgent ?? agents[0]?.id ?? null;
  }

  #sessionOptions(): VoiceSessionOptions | SessionErrorCode {
    const { service, facts } = this.#shell;
    const agentId = this.#agentId;
    const pageOptions = this.#pageOptions;
    if (agentId === null) return facts.trouble ?? "agent_unavailable";
    const provider = this.#config.agents.find(({ id }) => id === agentId)?.provider;
    return {
      ...service,
      ...pageOptions,
      agentId,
      sound: this.#sound,
      provider,
      ...(!pageOptions.userId && { visitorId: visitorId() }),
    };
  }

  #start(wish: Wish): void {
    const open = openOf(this.state);
    if (open) {
      if (wish.input === "voice" && open.input === "text") {
        this.#conversation.speak();
        this.mute(this.#features.pushToTalk);
      }
      return;
    }
    if (this.#features.consent && !this.#agreed) {
      this.#wish = wish;
      this.#shell.open();
      this.#shell.redraw();
      return;
    }
    if (!this.#shell.tell({ type: "start", detail: { input: wish.input } }, true)) return;
    this.#counter.count({ name: "start", properties: { input: wish.input } });
    if (this.#shell.facts.trouble) this.#shell.reloadConfig();
    // Who writes first wants an answer, not a greeting.
    void loadLater().then(() => {
      this.panel.requestUpdate();
      this.#shell.redraw();
    });
    this.#conversation.start(wish.input, wish.text === undefined ? undefined : "");
    if (wish.text !== undefined) this.#conversation.sendText(wish.text);
    if (wish.input === "voice" && this.#features.pushToTalk) this.mute(true);
  }

  /** Answers what the panel asks for. */
  #answer(request: PanelRequest): void {
    switch (request.type) {
      case "close":
        this.#shell.close();
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
      case "sound":
        this.#sound = request.sound;
        rememberSound(request.sound);
        this.#conversation.setSound(request.sound);
        this.#shell.redraw();
        break;
      case "settings":
        break;
      case "reload":
        this.#shell.reloadConfig();
        break;
      case "choose_agent":
        this.#chosenAgent = request.agentId;
        this.#shell.redraw();
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
    this.#shell.redraw();
    if (agreed && wish) this.#start(wish);
  }
}

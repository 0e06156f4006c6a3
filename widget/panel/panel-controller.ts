// Long: joins session, queue, settings and panel, and does none of their work.

import { composes } from "../../shared/composes.ts";
import { COLLECT_CONTACT_TOOL } from "../../shared/tool-names.ts";
import { countedEvents, EventCounter } from "../analytics/event-counter.ts";
import { isClosed } from "../config/read-config.ts";
import { toJson } from "../json.ts";
import { loadVisitorId } from "../persistence/visitor-id.ts";
import { CommandQueue } from "../session/command-queue.ts";
import { ElementSession } from "../session/element-session.ts";
import type { Admission, WantedStart } from "../session/element-session-host.ts";
import { conversationOf, inCall, liveOf } from "../session/selectors.ts";
import { SessionEngine } from "../session/session-engine.ts";
import type { SessionState } from "../session/state.ts";
import type { ContactAndQueue } from "./contact-and-queue/contact-and-queue.ts";
import { ConversationAcrossPages } from "./conversation-across-pages.ts";
import { type ConversationService, conversationServices } from "./conversation-services.ts";
import { errorText } from "./error-text.ts";
import { forgetOtherTab, mayTalkElsewhere } from "./exclusive-speaker.ts";
import { forwardSlots } from "./forward-slots.ts";
import { insideEvents, listenInside } from "./inside-events.ts";
import { LazyChunk } from "./lazy-chunk.ts";
import { agentPickerChunk, consentChunk, hasStarters, startersChunk } from "./lazy-views.ts";
import { isPageHidden } from "./page-hidden.ts";
import type { VoiceWidgetPanel } from "./panel.ts";
import type { PanelCommand } from "./panel-command.ts";
import type { PanelLanguage } from "./panel-language.ts";
import { PanelSettings } from "./panel-settings.ts";
import { PanelTheme } from "./panel-theme.ts";
import { launcherSheets } from "./styles.ts";
import { textsOf } from "./view-model.ts";
import { statusText } from "./views/status-line.ts";
import { warnOwner } from "./warn-owner.ts";
import { eventsBetween } from "./widget-events.ts";
import type { WidgetHost } from "./widget-host.ts";

/** For when an agent asks for a contact, outside of opening hours, and while all voice lines are busy. */
const contactAndQueueChunk = new LazyChunk(() => import("./contact-and-queue/contact-and-queue.ts"));

/** Where visitors may ask for a person, and once one watches, or speaks to the visitor or to the agent. */
const personChunk = new LazyChunk(() => import("./person/person.ts"));

const otherTabChunk = new LazyChunk(() => import("./other-tab.ts"));

/** Part of the service's error text. */
const OUTSIDE_HOURS = "Outside of opening hours";

/** The part of `<voice-widget>` that is needed only after the click: session, settings, panel and what joins them. */
export class PanelController {
  readonly panel: VoiceWidgetPanel;
  readonly session: ElementSession;
  readonly theme: PanelTheme;
  /** Called at the window, before the page's own handlers. */
  readonly keepInside: (event: Event) => void;
  readonly #queue: CommandQueue;
  readonly #host: WidgetHost;
  readonly #language: PanelLanguage;
  readonly #settings: PanelSettings;
  readonly #counter: EventCounter;
  #agreed = false;
  #wasOpen = false;
  /** The user who was signed in when the panel was last drawn. */
  #userId: string | undefined;
  #prepared = false;
  /** Whether the page was told that the owner's settings could not be loaded. */
  #configFailed = false;
  /** Whether push-to-talk has been applied to the running call. */
  #pushToTalk = false;
  /** What a conversation changes on the page around it. */
  readonly #services: ConversationService[];
  readonly #pages: ConversationAcrossPages;
  /** Whether the code that asks for consent could not be loaded. */
  #consentUnavailable = false;
  /** Null until its code is loaded. */
  #contactAndQueue: ContactAndQueue | null = null;

  readonly #followPerson = () => {
    personChunk.get(this.#followPerson)?.followPerson(this.panel, this.#settings);
  };

  constructor(host: WidgetHost, language: PanelLanguage) {
    this.#host = host;
    this.#language = language;
    this.theme = new PanelTheme(host);
    this.#settings = new PanelSettings(host);
    this.#settings.readFor(language.tags);
    this.#queue = new CommandQueue(host.pending, ({ what, most }) => {
      host.hint("too_long", what, most);
      host.emit({ type: "error", detail: { code: "too_long", message: `${what}: at most ${most}` } });
    });
    this.session = new ElementSession({
      queue: this.#queue,
      engine: new SessionEngine(this.#queue, host.tools),
      settings: () => this.#settings.known(),
      admit: (start) => this.#admit(start),
      asksFirst: () => this.#asksFirst(),
      defaultInput: () => (this.#settings.features.voice ? "voice" : "text"),
      options: (start) => this.#settings.sessionOptions(start),
      askPerson: this.#followPerson,
      addContext: (pairs) => {
        const excess = this.#settings.addContext(pairs);
        if (excess) this.#queue.refuse(excess);
      },
    });
    this.#counter = new EventCounter({
      permission: () => this.#mayCount(),
      page: host.page,
      visitorId: loadVisitorId,
      send: (events) => host.sendEvents(host.service(), toJson(events)),
    });
    const { impression } = host;
    if (impression.at) this.#counter.count({ name: "impression" }, impression.at);
    impression.at = null;
    for (const one of launcherSheets) host.addStyles(one);
    this.panel = document.createElement("voice-widget-panel") as VoiceWidgetPanel;
    for (const root of [host.element.shadowRoot, this.panel.renderRoot])
      root?.addEventListener("keydown", (pressed) => {
        const event = pressed as KeyboardEvent;
        if (event.key !== "Escape" || composes(event) || !host.isOpen()) return;
        event.stopPropagation();
        host.element.close();
      });
    this.keepInside = insideEvents(host.element);
    try {
      // The page may zoom later, as its own buttons for larger text do: nothing else tells.
      new ResizeObserver(() => host.element.requestUpdate()).observe(host.element, { box: "device-pixel-content-box" });
    } catch {
      // Safari has no such box.
    }
    this.panel.connect(this.session, this.dispatch, host.addStyles);
    this.#services = conversationServices(
      host,
      this,
      () => this.#texts,
      () => this.#settings.features,
    );
    const update = () => {
      if (this.#settings.agent?.person || liveOf(this.session.state)?.answered?.heartbeat_seconds) this.#followPerson();
    };
    this.#services.push({ update });
    // A tool of that name that the page registered stays.
    if (!host.tools.has(COLLECT_CONTACT_TOOL)) host.tools.set(COLLECT_CONTACT_TOOL, () => this.#askForContact());
    this.session.subscribe((after, before) => this.#sessionChanged(after, before));
    this.#pages = new ConversationAcrossPages(host, this.session, this.#settings, this.dispatch);
  }

  /** The launcher's text about a call behind the closed panel, what waits there, or why no call is possible. */
  get notice(): string | null {
    const { state, resumable } = this.session;
    const { configError } = this.#settings;
    if (!conversationOf(state))
      return configError
        ? (errorText(this.#language.messages, configError, this.#host.draw)?.title ?? null)
        : (this.#contactAndQueue?.turn(this.#texts) ?? (resumable && this.#texts.resume));
    return statusText(state, this.#texts) || null;
  }

  /** Takes commands of page and visitor. */
  readonly dispatch = (command: PanelCommand): void => {
    switch (command.type) {
      case "close":
        this.#host.element.close();
        break;
      case "choose_agent":
        this.#settings.chosenAgent = command.agentId;
        this.draw();
        break;
      case "consent":
        this.#agreed ||= command.agreed;
        this.session.answerConsent(command.agreed);
        break;
      case "set_preferences":
        this.#settings.setPreferences(command.preferences);
        this.#queue.push({ type: "set_sound", sound: command.preferences });
        this.draw();
        break;
      case "start_with_ticket":
        this.#settings.ticket = command.ticket;
        this.#queue.push({ type: "start", input: command.input });
        break;
      case "reload":
        this.#consentUnavailable = false;
        this.#host.reloadConfig();
        break;
      case "rate":
        // A comment belongs to a rating that has been counted already.
        if (!command.text) this.#counter.count({ name: "feedback", properties: { rating: command.rating } });
        this.#queue.push(command);
        break;
      default:
        this.#queue.push(command);
    }
  };

  /** Gives the panel what it shows, but for the conversation's state: the panel subscribes to that itself. */
  draw(): void {
    this.#forgetFormerUser();
    const { config, element } = this.#host;
    const isOpen = this.#host.isOpen();
    this.#language.setLocales([this.#settings.preferences.language, ...this.#host.locales()]);
    this.#settings.readFor(this.#language.tags);
    const placement = element.dataset.placement ?? "";
    const inline = placement === "inline";
    const open = isOpen || inline;
    if (isOpen !== this.#wasOpen) {
      this.#wasOpen = isOpen;
      if (!isOpen) this.#returnFocus();
      this.#counter.count({ name: isOpen ? "open" : "close" });
      // The page may have changed its colours meanwhile.
      this.theme.apply();
    }
    if (open && !this.#prepared && this.#settings.features.consent) this.#loadConsent();
    const { configError } = this.#settings;
    if (configError && !this.#configFailed)
      this.#host.emit({ type: "error", detail: { code: configError, message: "The settings could not be loaded." } });
    // A further try says nothing until it has ended.
    if (configError || config.fresh) this.#configFailed = !!configError;
    this.#muteToTalk();
    forwardSlots(element, this.panel);
    this.panel.dataset.placement = placement;
    this.panel.show({
      inline,
      open,
      messages: this.#language.messages,
      locale: this.#settings.locale,
      config: { ...this.#settings.config, features: this.#settings.features },
      configError: this.#consentUnavailable ? "unreachable" : configError,
      agentId: this.#settings.agentId,
      choice: this.#settings.choice,
      preferences: this.#settings.preferences,
      service: this.#host.service(),
    });
    if (open && isClosed(this.#settings.config.hours)) void this.#showContactAndQueue();
    this.#updateServices();
    this.#host.draw();
  }

  /** Shows the visitor where a widget is that is part of the page. */
  reveal(): void {
    if (this.panel.inline) this.#host.element.scrollIntoView({ block: "nearest" });
  }

  /** Gives the focus back to what has opened the panel, where it was inside. */
  #returnFocus(): void {
    const { element, dock, opener } = this.#host;
    this.#host.opener = undefined;
    if (!element.shadowRoot?.activeElement) return;
    const target = opener?.isConnected ? opener : dock.querySelector<HTMLElement>(".launcher");
    this.panel.updateComplete.then(() => target?.focus());
  }

  get #texts() {
    return textsOf(this.#language.messages, this.#settings.config.copy);
  }

  #sessionChanged(after: SessionState, before: SessionState): void {
    this.#muteToTalk();
    this.#updateServices();
    for (const counted of countedEvents(before, after)) this.#counter.count(counted);
    if (after.status === "error" && before !== after) {
      const { code, message } = after.error;
      // Perhaps by the page: its policy, or what it has in place of the browser's.
      if (code === "unreachable" || code === "connection_lost" || code === "vendor_failed")
        this.#host.hint("failed", code, message);
      else warnOwner(`${code}: ${message}`);
      if (code === "lines_busy") void this.#showContactAndQueue();
      // It has closed since the settings were read.
      if (message.includes(OUTSIDE_HOURS)) this.#host.reloadConfig();
    }
    this.#host.draw();
    // Last: a listener of the page may send another command meanwhile.
    for (const event of eventsBetween(before, after)) this.#host.emit(event);
  }

  /** Whether a conversation may begin. */
  #admit({ input }: WantedStart): Admission {
    if (this.#settings.features.consent && !this.#agreed) {
      this.#host.element.open();
      this.#loadConsent();
      return "wait";
    }
    if (input === "voice" && this.#asksFirst()) return "no";
    if (!this.#host.emit({ type: "start", detail: { input } }, true)) return "no";
    this.#counter.count({ name: "start", properties: { input } });
    return "yes";
  }

  /** Asks before another tab's call is taken over. @returns whether it asks */
  #asksFirst(): boolean {
    if (!mayTalkElsewhere()) return false;
    this.#host.element.open();
    const talkHere = () => {
      forgetOtherTab();
      this.#queue.push({ type: "start", input: "voice" });
    };
    void otherTabChunk.load().then((chunk) => (chunk ? chunk.askOtherTab(this.panel, talkHere) : talkHere()));
    return true;
  }

  /** The agent's built-in tool: shows the contact form in the transcript. */
  async #askForContact(): Promise<string> {
    const shown = await this.#showContactAndQueue();
    this.#host.element.open();
    return shown?.showForm() ?? "The form could not be loaded.";
  }

  /** Contact form, opening hours and queue, shown when no call is possible. */
  async #showContactAndQueue(): Promise<ContactAndQueue | null> {
    const chunk = await contactAndQueueChunk.load();
    if (!chunk) return null;
    this.#contactAndQueue ??= new chunk.ContactAndQueue({
      panel: this.panel,
      service: () => this.#host.service(),
      agentId: () => this.#settings.agentId,
      sessionId: () => this.session.info?.session_id ?? null,
      dispatch: this.dispatch,
      turnChanged: () => this.#host.draw(),
    });
    this.panel.showContactAndQueue(this.#contactAndQueue, chunk.contactAndQueueStyles);
    return this.#contactAndQueue;
  }

  /**
   * Loads the view that asks for consent while the visitor still reads. If it cannot be loaded, the panel says that the
   * service cannot be reached.
   */
  #loadConsent(): void {
    this.#prepared = true;
    void consentChunk.load().then((chunk) => {
      this.#consentUnavailable = !chunk && this.session.asksConsent;
      if (this.#consentUnavailable) this.session.answerConsent(false);
      this.panel.requestUpdate();
      this.draw();
    });
  }

  #updateServices(): void {
    for (const service of this.#services) service.update();
  }

  /** Mutes the microphone when push-to-talk begins, also where settings or the visitor's choice change during a call. */
  #muteToTalk(): void {
    const speaks = inCall(this.session.state);
    const pushToTalk = speaks && this.#settings.features.pushToTalk;
    const changed = speaks && pushToTalk !== this.#pushToTalk;
    this.#pushToTalk = pushToTalk;
    if (changed) this.#queue.push({ type: "mute", muted: pushToTalk });
  }

  /** Only the service's own answer says whether the owner lets us count. */
  #mayCount(): "yes" | "no" | "later" {
    const { analytics, consent } = this.#settings.features;
    if (!this.#host.config.fresh) return "later";
    if (!analytics) return "no";
    return consent && !this.#agreed ? "later" : "yes";
  }

  /** Drops the conversation when the user signs out or changes. Signing in keeps it. */
  #forgetFormerUser(): void {
    const { userId } = this.#settings.pageOptions;
    const before = this.#userId;
    this.#userId = userId;
    if (!before || before === userId) return;
    this.session.forget();
    for (const field of this.panel.renderRoot.querySelectorAll("textarea")) field.value = "";
  }

  /** Resolves once all is loaded, or cannot be, that the panel shows before a conversation and that has a chunk of its own. */
  async loadFirstView(): Promise<void> {
    await this.#host.config.settled;
    const { agent, choice } = this.#settings;
    await Promise.all([hasStarters(agent) && startersChunk.load(), choice.length > 1 && agentPickerChunk.load()]);
  }

  /** Whether one runs, or can be continued. */
  get hasConversation(): boolean {
    return this.session.state.status !== "idle" || this.session.resumable !== null;
  }

  /**
   * Runs queued commands and restores a conversation that a reload or another page cut off. Listens to page and document
   * only until the element is taken away: else they would keep it, with all that was said.
   */
  begin(signal: AbortSignal): void {
    listenInside(this.keepInside, signal);
    addEventListener("online", () => this.#host.config.retry(), { signal });
    addEventListener("pagehide", () => this.#counter.leave(true), { signal });
    document.addEventListener("visibilitychange", () => isPageHidden() && this.#counter.leave(false), { signal });
    for (const service of this.#services) service.listen?.(signal);
    this.#pages.listen(signal);
    this.session.load();
    this.#pages.resume();
  }
}

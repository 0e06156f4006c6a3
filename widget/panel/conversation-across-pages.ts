import { conversationOwner } from "../persistence/conversation-owner.ts";
import { dropSavedConversation, saveConversation } from "../persistence/saved-conversation.ts";
import { hasSavedConversation } from "../persistence/saved-conversation-key.ts";
import type { ElementSession } from "../session/element-session.ts";
import { LazyChunk } from "./lazy-chunk.ts";
import { isPageHidden } from "./page-hidden.ts";
import type { Dispatch } from "./panel-command.ts";
import type { PanelSettings } from "./panel-settings.ts";
import type { WidgetHost } from "./widget-host.ts";

/** Few pages find a conversation. Where one is saved already, it is loaded before the panel is shown. */
export const savedConversationChunk = new LazyChunk(() => import("./resume-conversation.ts"));

/**
 * Hands the conversation from page to page of this tab, whatever way the visitor goes. A page that is left ends its session
 * and saves what was said, also one that the browser keeps for "back"; the page that is shown next takes it, also one that
 * was kept. A conversation that was shown and not continued is handed on.
 */
export class ConversationAcrossPages {
  readonly #host: WidgetHost;
  readonly #session: ElementSession;
  readonly #settings: PanelSettings;
  readonly #dispatch: Dispatch;
  /** The conversation was left to another page: it is no longer this one's. */
  #left = false;
  /** The page came back; the one before it may still be saving, in another process. */
  #cameBack = false;
  /** A saved conversation waits for the code that reads it. */
  #reads = false;

  constructor(host: WidgetHost, session: ElementSession, settings: PanelSettings, dispatch: Dispatch) {
    this.#host = host;
    this.#session = session;
    this.#settings = settings;
    this.#dispatch = dispatch;
    session.subscribe(({ status }) => {
      if (status === "ended") this.#drop();
      if (this.#settings.features.acrossSubdomains) this.#takeOrHandOn();
    });
  }

  /** Until the signal aborts. */
  listen(signal: AbortSignal): void {
    // In capture: before the session learns that the page goes, and ends.
    addEventListener("pagehide", () => this.#leave(), { signal, capture: true });
    addEventListener("pageshow", ({ persisted }) => persisted && this.#comeBack(), { signal });
    addEventListener("storage", () => this.#cameBack && this.resume(), { signal });
    // A hidden page may be discarded without another word.
    document.addEventListener("visibilitychange", () => (isPageHidden() ? this.#save() : this.#drop()), { signal });
  }

  /** Shows what another page has left to this one, to the visitor whose conversation it is. */
  resume(): void {
    if (this.#session.state.status === "idle" && hasSavedConversation(this.#host.service().apiKey))
      this.#takeOrHandOn();
  }

  #takeOrHandOn(): void {
    const chunk = savedConversationChunk.get(() => this.#takeOrHandOn());
    this.#reads = !chunk;
    if (chunk?.resumeConversation(this.#host, this.#session, this.#dispatch, this.#settings)) this.#cameBack = false;
  }

  #save(): boolean {
    const { resumable } = this.#session;
    if (!resumable) return false;
    const { userId, visitorId } = this.#settings.startedBy;
    saveConversation(this.#host.service().apiKey, {
      ...resumable,
      open: this.#host.isOpen(),
      goesOn: this.#settings.features.acrossPages,
      owner: resumable.owner ?? conversationOwner(userId, visitorId),
    });
    return true;
  }

  /** The page was only hidden, or has ended it: no other page goes on with it. */
  #drop(): void {
    if (this.#left || (this.#reads && this.#session.state.status === "idle")) return;
    dropSavedConversation(this.#host.service().apiKey);
  }

  #leave(): void {
    // What was not heard is marked, in what is saved and in what is reported.
    this.#dispatch({ type: "interrupt" });
    this.#left = this.#save();
    this.#cameBack = false;
  }

  #comeBack(): void {
    if (this.#left) this.#session.forget();
    this.#left = false;
    this.#cameBack = true;
    this.resume();
  }
}

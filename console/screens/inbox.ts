import { html, nothing } from "lit";
import { keyed } from "lit/directives/keyed.js";
import { repeat } from "lit/directives/repeat.js";
import type { Whoami } from "../../shared/operators.ts";
import { Unsaved } from "../controllers/unsaved.ts";
import type { Composer } from "../inbox/composer.ts";
import { InboxController } from "../inbox/inbox-controller.ts";
import type { Connection } from "../inbox/inbox-model.ts";
import { availability, inboxOptions } from "../inbox/inbox-options.ts";
import { KeepAnswer, personAnswer } from "../inbox/keep-answer.ts";
import { nothingChosen, reader, standingOf } from "../inbox/reader.ts";
import { neighbour, sessionGroups } from "../inbox/session-groups.ts";
import { sessionList } from "../inbox/session-list.ts";
import { SHORTCUTS_IN_WORDS, shortcutOf } from "../inbox/shortcuts.ts";
import { Confirm } from "../parts/confirm.ts";
import { pageHead } from "../parts/page.ts";
import { parse, to } from "../router.ts";
import { ProjectView } from "../view.ts";

const CONNECTION_NOTES: Partial<Record<Connection, string>> = {
  offline:
    "The inbox is offline and tries to connect again. You see nothing new until then, and what you type stays here.",
  over: "This site is gone, so its inbox is closed.",
};

/**
 * Conversations as they run: who waits for a person, and stepping in.
 * @fires waiting - CustomEvent<number>, how many visitors wait for a person
 */
export class Inbox extends ProjectView {
  static override properties = { me: { attribute: false }, item: {} };
  declare me: Whoami;
  /** The id of the session that the address names. */
  declare item: string | null;
  readonly #inbox = new InboxController(this);
  #waiting = 0;
  /** The reply was asked for before the conversation was joined. */
  #replying = false;
  /** What the address was made to name last. */
  #addressed: { session_id: string | undefined } | undefined;
  #clock: number | undefined;

  constructor() {
    super();
    new Unsaved(this, () => [...this.#inbox.state.drafts.values()].some((text) => text.trim() !== ""));
  }

  override connectedCallback(): void {
    super.connectedCallback();
    document.addEventListener("keydown", this.#key);
    document.addEventListener("pointerdown", this.#unlock);
    document.addEventListener("keydown", this.#unlock);
    this.#clock = window.setInterval(() => this.#waiting > 0 && this.requestUpdate(), 1000);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    document.removeEventListener("keydown", this.#key);
    document.removeEventListener("pointerdown", this.#unlock);
    document.removeEventListener("keydown", this.#unlock);
    clearInterval(this.#clock);
    this.#tell(0);
  }

  override willUpdate(changed: Map<string, unknown>): void {
    if (!changed.has("item")) return;
    this.#addressed = undefined;
    if (this.item) this.#inbox.dispatch({ type: "choose", session_id: this.item });
  }

  override updated(): void {
    const { chosen, sessions } = this.#inbox.state;
    this.#tell(sessionGroups(sessions).waiting.length);
    this.#address(chosen?.session_id);
    if (this.#replying && chosen && this.#inbox.isMine(chosen.session_id)) {
      this.#replying = false;
      this.#focusMessage();
    }
  }

  /**
   * Has the address name the conversation; not a new screen, so nothing of the browser's history. Only as another one is chosen:
   * a link that was just clicked stands in the address before anything is told of it, and would be lost.
   */
  #address(session_id: string | undefined): void {
    if (this.#addressed && this.#addressed.session_id === session_id) return;
    this.#addressed = { session_id };
    const { route } = parse(location.hash);
    if (route.screen === "project" && route.tab === "inbox" && route.id === this.projectId)
      history.replaceState(null, "", to.project(this.projectId, "inbox", session_id));
  }

  override render() {
    const inbox = this.#inbox;
    const { state } = inbox;
    const { chosen, connection } = state;
    const note = CONNECTION_NOTES[connection];
    return html`
      ${pageHead({
        title: "Inbox",
        actions: inbox.mayWrite ? availability(inbox) : nothing,
        text: inbox.mayWrite ? undefined : "You may read along: your role cannot write to visitors.",
      })}
      <div class="inbox-connection" role="status">${note ? html`<p class="note warn">${note}</p>` : nothing}</div>
      <div class="inbox ${chosen ? "reading" : ""}">
        <section class="inbox-list" aria-label="Conversations">
          ${sessionList({
            state,
            now: Date.now(),
            isMine: (id) => inbox.isMine(id),
            choose: (session_id) => this.#choose(session_id),
          })}
        </section>
        <section class="card inbox-reader" aria-label="Conversation">
          ${
            chosen
              ? keyed(
                  chosen.session_id,
                  reader({
                    api: this.api,
                    inbox,
                    project_id: this.projectId,
                    chosen,
                    close: () => this.#choose(null),
                    reply: () => this.#reply(),
                    end: () => void this.#end(),
                    keep: () => void this.#keep(),
                  }),
                )
              : nothingChosen()
          }
        </section>
      </div>
      ${
        inbox.kept.shortcuts
          ? html`<p class="hint inbox-keys">
              ${SHORTCUTS_IN_WORDS.map(([keys, what]) => html`<span><kbd>${keys}</kbd> ${what}</span>`)}
            </p>`
          : nothing
      }
      ${inboxOptions(inbox, this, () => this.requestUpdate())}
      <div class="visually-hidden" role="log" aria-label="News">
        ${repeat(
          state.news,
          ({ id }) => id,
          ({ text }) => html`<p>${text}</p>`,
        )}
      </div>
    `;
  }

  #choose(session_id: string | null): void {
    this.#replying = false;
    this.#inbox.dispatch({ type: "choose", session_id });
  }

  #tell(waiting: number): void {
    if (waiting === this.#waiting) return;
    this.#waiting = waiting;
    this.dispatchEvent(new CustomEvent("waiting", { detail: waiting, bubbles: true }));
  }

  /** To the field for the visitor; joins first where nobody has the conversation. */
  #reply(): void {
    const { chosen, sessions } = this.#inbox.state;
    if (!chosen || !this.#inbox.mayWrite) return;
    const standing = standingOf(this.#inbox, sessions.get(chosen.session_id));
    if (standing === "mine") this.#focusMessage();
    if (standing !== "free" && standing !== "elsewhere") return;
    this.#replying = true;
    this.#inbox.join(chosen.session_id);
  }

  #focusMessage(): void {
    this.querySelector<Composer>("vc-composer")?.updateComplete.then(() =>
      this.querySelector<Composer>("vc-composer")?.focus(),
    );
  }

  async #end(): Promise<void> {
    const { chosen, sessions } = this.#inbox.state;
    if (!chosen || !this.#inbox.mayWrite) return;
    if (standingOf(this.#inbox, sessions.get(chosen.session_id)) === "ended") return;
    const done = await Confirm.ask({
      title: "End this conversation?",
      text: "It ends for the visitor at once. It cannot be gone on with.",
      verb: "End conversation",
      danger: true,
      run: async () => {
        await this.api.post(`/sessions/${encodeURIComponent(chosen.session_id)}/end`);
      },
    });
    if (done) this.notice("Conversation ended");
  }

  async #keep(): Promise<void> {
    const { chosen } = this.#inbox.state;
    const draft = chosen?.shown && this.#inbox.mayWrite ? personAnswer(chosen.shown.transcript) : null;
    if (draft && (await KeepAnswer.ask(this.api, this.projectId, draft))) this.notice("Answer kept");
  }

  readonly #unlock = () => {
    if (this.#inbox.kept.sound) this.#inbox.alerts.unlock();
  };

  readonly #key = (event: KeyboardEvent) => {
    const shortcut = this.#inbox.kept.shortcuts ? shortcutOf(event) : null;
    if (!shortcut) return;
    event.preventDefault();
    const { sessions, chosen } = this.#inbox.state;
    switch (shortcut) {
      case "next":
      case "previous":
        this.#choose(neighbour(sessions, chosen?.session_id ?? null, shortcut === "next" ? 1 : -1));
        return;
      case "reply":
        this.#reply();
        return;
      case "end":
        void this.#end();
        return;
      case "keep":
        void this.#keep();
        return;
    }
  };
}

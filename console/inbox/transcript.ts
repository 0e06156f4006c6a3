import { html, nothing } from "lit";
import { timelineList } from "../parts/timeline.ts";
import { View } from "../view.ts";
import type { Chosen, Outgoing } from "./inbox-model.ts";

/** How far from its end a list still counts as being read there, pixels. */
const NEAR_END = 60;

/** The conversation that is read, as it grows. It stays at its end while somebody reads there. */
export class Transcript extends View {
  static override properties = {
    shown: { attribute: false },
    outgoing: { attribute: false },
    typing: { type: Boolean },
    read: { type: Boolean },
  };
  declare shown: NonNullable<Chosen["shown"]>;
  /** Own lines on their way. */
  declare outgoing: readonly Outgoing[];
  /** Whether the visitor types. */
  declare typing: boolean;
  /** Whether the visitor has read the newest line of a person. */
  declare read: boolean;
  #atEnd = true;

  override updated(): void {
    const box = this.querySelector(".inbox-lines");
    if (box && this.#atEnd) box.scrollTop = box.scrollHeight;
  }

  override render() {
    const { shown } = this;
    const silent = shown.transcript.length === 0 && shown.events.length === 0;
    return html`<div class="inbox-lines" role="region" aria-label="What was said" tabindex="0" @scroll=${this.#scrolled}>
      ${silent ? html`<p class="muted">Nothing was said yet.</p>` : timelineList(shown)}
      ${
        this.outgoing.length > 0
          ? html`<ul class="timeline">
              ${this.outgoing.map(
                ({ text, unsure }) => html`<li class="said person outgoing">
                  <small><b>You</b> ${unsure ? "not sent yet" : "on its way…"}</small>
                  <p dir="auto">${text}</p>
                </li>`,
              )}
            </ul>`
          : nothing
      }
      ${this.typing ? html`<p class="muted inbox-presence">The visitor is typing…</p>` : nothing}
      ${this.read && !this.typing ? html`<p class="muted inbox-presence">Read by the visitor</p>` : nothing}
    </div>`;
  }

  readonly #scrolled = ({ currentTarget }: Event) => {
    const { scrollHeight, scrollTop, clientHeight } = currentTarget as HTMLElement;
    this.#atEnd = scrollHeight - scrollTop - clientHeight < NEAR_END;
  };
}

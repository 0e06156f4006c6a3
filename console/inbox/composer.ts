import { html, nothing } from "lit";
import { live } from "lit/directives/live.js";
import { composes } from "../../shared/composes.ts";
import { View } from "../view.ts";
import type { LineKind } from "./inbox-model.ts";

const TEXTS: Record<LineKind, { label: string; placeholder: string; send: string; hint: string }> = {
  message: {
    label: "To the visitor",
    placeholder: "Write to the visitor",
    send: "Send",
    hint: "The visitor reads this beside your name.",
  },
  whisper: {
    label: "Tell the agent",
    placeholder: "Offer a replacement, it is under warranty",
    send: "Tell the agent",
    hint: "The visitor does not see it. The agent takes it into account in what it says next.",
  },
};

/**
 * The field for a line to the visitor or to the agent.
 * @fires typed - CustomEvent<string>, with the whole text
 * @fires say - when it should be sent
 */
export class Composer extends View {
  static override properties = { kind: {}, text: {}, refusal: {}, offline: { type: Boolean } };
  declare kind: LineKind;
  declare text: string;
  /** Why the last line was not taken; empty where it was. */
  declare refusal: string;
  declare offline: boolean;

  override focus(): void {
    this.querySelector("textarea")?.focus();
  }

  override render() {
    const { label, placeholder, send, hint } = TEXTS[this.kind];
    const id = `inbox-${this.kind}`;
    return html`<form class="inbox-composer ${this.kind}" @submit=${this.#submit}>
      <div class="field">
        <label for=${id}>${label}</label>
        <textarea
          id=${id}
          rows="2"
          placeholder=${placeholder}
          dir="auto"
          .value=${live(this.text)}
          aria-describedby="${id}-hint ${id}-refusal"
          aria-invalid=${this.refusal ? "true" : nothing}
          @input=${({ target }: InputEvent) => this.#fire("typed", (target as HTMLTextAreaElement).value)}
          @keydown=${this.#key}
        ></textarea>
        <div class="faults" id="${id}-refusal" role="alert">${this.refusal}</div>
      </div>
      <div class="inbox-send">
        <p class="hint" id="${id}-hint">${this.offline ? "You are offline: what you type stays here until the connection is back." : hint}</p>
        <button class=${this.kind === "message" ? "primary" : ""} ?disabled=${this.offline || this.text.trim() === ""}>
          ${send}
        </button>
      </div>
    </form>`;
  }

  readonly #submit = (event: SubmitEvent) => {
    event.preventDefault();
    this.#fire("say");
  };

  readonly #key = (event: KeyboardEvent) => {
    if (composes(event)) return;
    if (event.key === "Escape") (event.target as HTMLElement).blur();
    if (event.key !== "Enter" || !(event.metaKey || event.ctrlKey)) return;
    event.preventDefault();
    if (!this.offline) this.#fire("say");
  };

  #fire(name: "typed" | "say", detail = ""): void {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }
}

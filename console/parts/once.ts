import { html, nothing } from "lit";
import { Unsaved } from "../controllers/unsaved.ts";
import { View } from "../view.ts";
import { modal } from "./modal.ts";

/** What was just made. */
export interface OnceShown {
  title: string;
  /** What to do with it, in a sentence. */
  text: unknown;
  /** The value itself, with its name, e.g. "snippet". */
  label: string;
  value: string;
  /** Name of the file that it is downloaded as. */
  file: string;
  /** More of the same: the key alone, a pinned snippet. */
  more?: readonly { summary: string; text: string; label: string; value: string }[];
  /** What to do once it is lost. */
  lost: string;
  /** It stands elsewhere, too: nobody is asked before it is closed. */
  again?: boolean;
  /** What can be done with it at once, e.g. a test call. */
  then?: unknown;
}

/**
 * The dialog of a value that was just made. Where the server never shows that again, Escape and Done ask first, unless it was
 * copied or downloaded.
 * @fires done - when it was closed
 */
export class Once extends View {
  static override properties = { shown: { attribute: false }, taken: { state: true }, asking: { state: true } };
  declare shown: OnceShown;
  declare taken: boolean;
  /** Somebody wants to close it without having the value. */
  declare asking: boolean;

  constructor() {
    super();
    new Unsaved(this, () => !this.#safe);
    this.taken = false;
    this.asking = false;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    document.addEventListener("keydown", this.#key);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    document.removeEventListener("keydown", this.#key);
  }

  override render() {
    const { title, text, label, value, file, more = [], lost, then } = this.shown;
    return html`<dialog
      class="once"
      closedby="none"
      aria-labelledby="once-title"
      @cancel=${(event: Event) => {
        event.preventDefault();
        this.#leave();
      }}
      @taken=${() => {
        this.taken = true;
        this.asking = false;
      }}
      ${modal(() => this.dispatchEvent(new CustomEvent("done")))}
    >
      <div class="form">
        <h2 id="once-title">${title}</h2>
        <p>${text}</p>
        <vc-copy label=${label} .file=${file} .value=${value}></vc-copy>
        ${more.map(
          (one) => html`<details>
            <summary>${one.summary}</summary>
            <p class="hint">${one.text}</p>
            <vc-copy label=${one.label} .value=${one.value}></vc-copy>
          </details>`,
        )}
        ${then ?? nothing}
        <p class="hint">${lost}</p>
        ${this.asking ? this.#question(label) : this.#done()}
      </div>
    </dialog>`;
  }

  #done() {
    return html`<div class="buttons">
      <button type="button" @click=${() => this.#leave()}>Done</button>
    </div>`;
  }

  #question(label: string) {
    return html`<div class="note warn" role="alert">
      <p><strong>You have not copied the ${label} yet.</strong> It cannot be shown again.</p>
      <div class="buttons">
        <button
          type="button"
          class="small"
          @click=${() => {
            this.asking = false;
            this.querySelector<HTMLElement>("vc-copy button")?.focus();
          }}
        >
          Go back
        </button>
        <button type="button" class="small bad" @click=${() => this.#close()}>Close without copying</button>
      </div>
    </div>`;
  }

  get #safe(): boolean {
    return this.taken || this.shown.again === true;
  }

  readonly #key = (event: KeyboardEvent) => {
    // Browsers that know `closedby` do nothing on Escape; the others send `cancel`, which asks as well.
    if (event.key !== "Escape" || event.defaultPrevented) return;
    // A dialog above this one has its own Escape.
    const open = document.querySelectorAll("dialog:modal");
    if (open[open.length - 1] !== this.querySelector("dialog")) return;
    event.preventDefault();
    this.#leave();
  };

  #leave(): void {
    if (this.#safe) {
      this.#close();
      return;
    }
    this.asking = true;
    void this.updateComplete.then(() => this.querySelector<HTMLElement>(".note.warn button")?.focus());
  }

  #close(): void {
    this.taken = true;
    this.querySelector("dialog")?.close();
  }
}

/** The dialog while there is something to show. @param done forgets it */
export const onceDialog = (shown: OnceShown | null, done: () => void) =>
  shown ? html`<vc-once .shown=${shown} @done=${done}></vc-once>` : nothing;

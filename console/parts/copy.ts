import { html, nothing } from "lit";
import { View } from "../view.ts";

/**
 * A value to take away, with a button that copies it and says that it did.
 * @fires taken - when it was copied, by the button or by hand, or downloaded; bubbles
 */
export class Copy extends View {
  static override properties = { value: {}, label: {}, file: {}, failed: { state: true }, done: { state: true } };
  declare value: string;
  /** What is copied, for the button's name: "Copy key". */
  declare label: string;
  /** The name of the file that a second button downloads; without it there is none. */
  declare file: string;
  declare failed: boolean;
  declare done: boolean;
  #timer: number | undefined;

  constructor() {
    super();
    this.value = "";
    this.label = "";
    this.file = "";
    this.failed = false;
    this.done = false;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.#timer);
  }

  override render() {
    const text = this.done ? "Copied" : this.failed ? "Select and copy by hand" : `Copy ${this.label}`;
    return html`<pre class="copied" tabindex="0" aria-label=${this.label} @copy=${this.#taken}><code>${this.value}</code></pre>
      <div class="buttons">
        <button type="button" class=${this.file ? "primary" : "small"} ?autofocus=${this.file !== ""} @click=${this.#copy}>
          <span aria-live="polite">${text}</span>
        </button>
        ${this.file ? html`<button type="button" @click=${this.#download}>Download</button>` : nothing}
      </div>`;
  }

  readonly #taken = () => this.dispatchEvent(new CustomEvent("taken", { bubbles: true }));

  async #copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(this.value);
      this.done = true;
      this.#taken();
    } catch {
      // The clipboard is closed to pages without TLS: leave the text selected for the reader's own keys.
      this.failed = true;
      const code = this.querySelector("code");
      if (code) getSelection()?.selectAllChildren(code);
    }
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => {
      this.done = false;
      this.failed = false;
    }, 2500);
  }

  #download(): void {
    const href = URL.createObjectURL(new Blob([`${this.value}\n`], { type: "text/plain" }));
    Object.assign(document.createElement("a"), { href, download: this.file }).click();
    setTimeout(() => URL.revokeObjectURL(href), 60_000);
    this.#taken();
  }
}

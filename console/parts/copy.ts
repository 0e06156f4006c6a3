import { html } from "lit";
import { View } from "../view.ts";

/** A value to take away, with a button that copies it and says that it did. */
export class Copy extends View {
  static override properties = { value: {}, label: {}, failed: { state: true }, done: { state: true } };
  declare value: string;
  /** What is copied, for the button's name: "Copy key". */
  declare label: string;
  declare failed: boolean;
  declare done: boolean;
  #timer: number | undefined;

  constructor() {
    super();
    this.value = "";
    this.label = "";
    this.failed = false;
    this.done = false;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.#timer);
  }

  override render() {
    const text = this.done ? "Copied" : this.failed ? "Select and copy by hand" : `Copy ${this.label}`;
    return html`<pre class="copied" tabindex="0" aria-label=${this.label}><code>${this.value}</code></pre>
      <button type="button" class="small" @click=${this.#copy}><span aria-live="polite">${text}</span></button>`;
  }

  async #copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(this.value);
      this.done = true;
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
}

import { html, nothing } from "lit";
import { LENGTHS } from "../../shared/text-lengths.ts";
import { View } from "../view.ts";
import { valueIn } from "./event-value.ts";

const OTHER = "other…";

/** A choice from a list, or a value of one's own. Sent as `name` with its form. */
export class Choice extends View {
  static override properties = {
    name: {},
    label: {},
    value: {},
    options: { attribute: false },
    preset: {},
    hint: {},
    fault: {},
    other: { state: true },
  };
  declare name: string;
  declare label: string;
  /** Empty for the preset. */
  declare value: string;
  declare options: readonly string[];
  /** What empty means, as the vendor's default. */
  declare preset: string;
  declare hint: string;
  declare fault: string;
  /** Whether one beyond the list is written. */
  declare other: boolean;
  #of = "";
  #typing = false;

  constructor() {
    super();
    this.options = [];
    this.value = "";
    this.preset = "";
    this.hint = "";
    this.fault = "";
    this.other = false;
  }

  override willUpdate(): void {
    const now = `${this.value} ${this.options.join(" ")}`;
    if (this.#typing || now === this.#of) return;
    this.#of = now;
    this.other = this.value !== "" && !this.options.includes(this.value);
  }

  override render() {
    const id = `choice-${this.name}`;
    const described = [this.hint ? `${id}-hint` : "", this.fault ? `${id}-fault` : ""].filter(Boolean).join(" ");
    const chosen = this.other ? OTHER : this.value;
    return html`<div class="field">
      <label for=${id}>${this.label}</label>
      <select id=${id} aria-describedby=${described || nothing} aria-invalid=${this.fault && !this.other ? "true" : nothing} @change=${this.#choose}>
        <option value="" ?selected=${chosen === ""}>${this.preset ? `Default: ${this.preset}` : "The vendor’s default"}</option>
        ${this.options.map((option) => html`<option value=${option} ?selected=${option === chosen}>${option}</option>`)}
        <option value=${OTHER} ?selected=${chosen === OTHER}>Other…</option>
      </select>
      ${
        this.other
          ? html`<input
              type="text"
              name=${this.name}
              data-most=${LENGTHS.vendorName}
              data-path=${this.name}
              aria-label="Other ${this.label.toLowerCase()}"
              aria-invalid=${this.fault ? "true" : nothing}
              spellcheck="false"
              autocomplete="off"
              placeholder="The vendor’s name for it"
              .value=${this.value}
              @input=${this.#write}
            />`
          : html`<input type="hidden" name=${this.name} .value=${this.value} />`
      }
      ${this.hint ? html`<p class="hint" id="${id}-hint">${this.hint}</p>` : nothing}
      ${this.fault ? html`<p class="faults" id="${id}-fault">${this.fault}</p>` : nothing}
    </div>`;
  }

  readonly #choose = (event: Event) => {
    const chosen = valueIn(event);
    this.#typing = true;
    this.other = chosen === OTHER;
    this.value = this.other ? "" : chosen;
    this.#of = `${this.value} ${this.options.join(" ")}`;
    this.dispatchEvent(new Event("input", { bubbles: true }));
    void this.updateComplete.then(() => {
      this.#typing = false;
      if (this.other) this.querySelector<HTMLInputElement>("input")?.focus();
    });
  };

  readonly #write = (event: Event) => {
    this.value = valueIn(event);
    this.#of = `${this.value} ${this.options.join(" ")}`;
  };
}

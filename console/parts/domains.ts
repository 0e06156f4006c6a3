import { html, nothing } from "lit";
import type { FaultAt } from "../controllers/form.ts";
import { View } from "../view.ts";

/** Where a key may be used: one address a row, each with the server's own words about it. */
export class Domains extends View {
  static override properties = { scope: {}, faults: { attribute: false }, rows: { state: true } };
  /** Begins its ids. */
  declare scope: string;
  /** What the server had against `allowed_domains`; the path is the row. */
  declare faults: readonly FaultAt[];
  declare rows: string[];

  constructor() {
    super();
    this.scope = "";
    this.faults = [];
    this.rows = [];
  }

  set value(domains: readonly string[]) {
    this.rows = [...domains];
  }

  /** The domains to send. Blank rows go, so that the server's faults name the rows that stay. */
  take(): string[] {
    this.rows = this.rows.map((row) => row.trim()).filter(Boolean);
    return this.rows;
  }

  override render() {
    const general = this.faults.filter(({ path }) => !/^\d+/.test(path));
    const id = `${this.scope}-domains`;
    return html`<fieldset class="domains" aria-describedby="${id}-hint">
      <legend>Allowed domains</legend>
      ${this.rows.map((row, index) => this.#row(row, index, id))}
      <div><button type="button" class="small" @click=${() => this.#add()}>Add a domain</button></div>
      <p class="hint" id="${id}-hint">
        ${
          this.rows.length === 0
            ? "None: the key works on every site, and for whoever copies it."
            : html`An origin such as <code>https://shop.example</code>, or <code>*.shop.example</code> for a domain and all
              below it.`
        }
      </p>
      ${general.length ? html`<ul class="faults">${general.map(({ msg }) => html`<li>${msg}</li>`)}</ul>` : nothing}
    </fieldset>`;
  }

  #row(row: string, index: number, id: string) {
    const faults = this.faults.filter(({ path }) => path === String(index));
    return html`<div class="domain">
      <input
        type="text"
        inputmode="url"
        autocapitalize="off"
        autocomplete="off"
        spellcheck="false"
        maxlength="255"
        placeholder="https://shop.example"
        aria-label="Domain ${index + 1}"
        aria-invalid=${faults.length ? "true" : nothing}
        aria-describedby=${faults.length ? `${id}-${index}` : nothing}
        .value=${row}
        @input=${(event: Event) => {
          this.rows = this.rows.with(index, (event.target as HTMLInputElement).value);
        }}
        @keydown=${(event: KeyboardEvent) => {
          if (event.key !== "Enter") return;
          event.preventDefault();
          this.#add();
        }}
      />
      <button type="button" class="quiet" aria-label="Remove domain ${index + 1}" @click=${() => this.#remove(index)}>
        Remove
      </button>
      ${faults.length ? html`<ul class="faults" id="${id}-${index}">${faults.map(({ msg }) => html`<li>${msg}</li>`)}</ul>` : nothing}
    </div>`;
  }

  #add(): void {
    this.rows = [...this.rows, ""];
    void this.#focus(this.rows.length - 1);
  }

  #remove(index: number): void {
    // The server's faults name rows by number, so they no longer fit.
    this.faults = [];
    this.rows = this.rows.toSpliced(index, 1);
    void this.#focus(Math.min(index, this.rows.length - 1));
  }

  async #focus(index: number): Promise<void> {
    await this.updateComplete;
    (this.querySelectorAll("input")[index] ?? this.querySelector("button"))?.focus();
  }
}

import { html, nothing } from "lit";
import { type FaultAt, LocalFaults } from "../controllers/form.ts";
import { View } from "../view.ts";
import { readDomain } from "./domain-forms.ts";
import { checkedIn, valueIn } from "./event-value.ts";

interface Row {
  text: string;
  /** The other reading of the text was chosen. */
  other: boolean;
}

const newRow = (text = ""): Row => ({ text, other: false });

/** What a row is sent as; a text that cannot be read goes as it is, for the server to say what is wrong. */
function entryOf({ text, other }: Row): string {
  const reading = readDomain(text);
  return (other && reading?.other?.entry) || reading?.entry || text.trim();
}

/** Where a key may be used: takes what people type or paste, says what it means; every site has to be confirmed. */
export class Domains extends View {
  static override properties = {
    scope: {},
    faults: { attribute: false },
    rows: { state: true },
    everywhere: { state: true },
  };
  /** Begins its ids. */
  declare scope: string;
  /** Faults of `allowed_domains` from the server or the form; the path is the row. */
  declare faults: readonly FaultAt[];
  declare rows: Row[];
  /** Somebody said that the key may work on every site. */
  declare everywhere: boolean;

  constructor() {
    super();
    this.scope = "";
    this.faults = [];
    this.rows = [newRow()];
    this.everywhere = false;
  }

  /** The domains that the key before it has; set once, since a form keeps what is typed. */
  set value(domains: readonly string[]) {
    if (this.hasUpdated) return;
    this.rows = domains.length > 0 ? domains.map(newRow) : [newRow()];
  }

  /**
   * The domains to send. Blank rows go, so that the server's faults name the rows that stay.
   * @throws LocalFaults where there is none, and every site was not confirmed
   */
  take(): string[] {
    if (this.everywhere) return [];
    const filled = this.rows.filter(({ text }) => text.trim() !== "");
    if (filled.length === 0)
      throw new LocalFaults("allowed_domains.0", "Enter the domain of your site, or allow the key on every site");
    this.rows = filled;
    return filled.map(entryOf);
  }

  override render() {
    const general = this.faults.filter(({ path }) => !/^\d+/.test(path));
    const id = `${this.scope}-domains`;
    return html`<fieldset class="domains">
      <legend>Domain</legend>
      ${this.everywhere ? nothing : this.rows.map((row, index) => this.#row(row, index, id))}
      ${
        this.everywhere
          ? nothing
          : html`<div>
              <button type="button" class="small" @click=${() => this.#add()}>Add another domain</button>
            </div>`
      }
      <div class="field check">
        <label for="${id}-everywhere">
          <input
            id="${id}-everywhere"
            type="checkbox"
            aria-describedby="${id}-hint"
            .checked=${this.everywhere}
            @change=${(event: Event) => {
              this.everywhere = checkedIn(event);
              this.faults = [];
            }}
          /><span>Every site</span></label
        >
        <p class="hint" id="${id}-hint">
          ${
            this.everywhere
              ? "Anybody who copies the key from your page can use it on theirs, at your cost."
              : "Without a domain anybody could use the key on their own site, at your cost."
          }
        </p>
      </div>
      ${general.length ? html`<ul class="faults">${general.map(({ msg }) => html`<li>${msg}</li>`)}</ul>` : nothing}
    </fieldset>`;
  }

  #row(row: Row, index: number, id: string) {
    const faults = this.faults.filter(({ path }) => path === String(index));
    const change = (next: Row) => {
      this.rows = this.rows.with(index, next);
      if (faults.length > 0) this.faults = this.faults.filter(({ path }) => path !== String(index));
    };
    return html`<div class="domain">
      <input
        type="text"
        inputmode="url"
        autocapitalize="off"
        autocomplete="off"
        spellcheck="false"
        placeholder="shop.example"
        aria-label=${this.rows.length > 1 ? `Domain ${index + 1}` : "Domain"}
        aria-invalid=${faults.length ? "true" : nothing}
        aria-describedby="${id}-${index}"
        .value=${row.text}
        @input=${(event: Event) => change({ text: valueIn(event), other: false })}
      />
      ${
        this.rows.length > 1
          ? html`<button
              type="button"
              class="quiet"
              aria-label="Remove domain ${index + 1}"
              @click=${() => this.#remove(index)}
            >
              Remove
            </button>`
          : nothing
      }
      <div class="reading" id="${id}-${index}">
        ${
          faults.length
            ? html`<ul class="faults">${faults.map(({ msg }) => html`<li>${msg}</li>`)}</ul>`
            : this.#reading(row, change)
        }
      </div>
    </div>`;
  }

  /** What the text means, and the button that chooses its other meaning. */
  #reading(row: Row, change: (next: Row) => void) {
    const reading = readDomain(row.text);
    if (!reading) return nothing;
    const chosen = row.other && reading.other ? reading.other : reading;
    const rest = row.other ? reading : reading.other;
    return html`<p class="hint">
      Works ${chosen.means}.
      ${
        rest
          ? html`<button type="button" class="link" @click=${() => change({ ...row, other: !row.other })}>
              Use <code>${rest.entry}</code> instead
            </button>`
          : nothing
      }
    </p>`;
  }

  #add(): void {
    this.rows = [...this.rows, newRow()];
    void this.#focus(this.rows.length - 1);
  }

  #remove(index: number): void {
    // The faults name rows by number, so they no longer fit.
    this.faults = [];
    this.rows = this.rows.toSpliced(index, 1);
    void this.#focus(Math.min(index, this.rows.length - 1));
  }

  async #focus(index: number): Promise<void> {
    await this.updateComplete;
    (this.querySelectorAll<HTMLInputElement>(".domain input")[index] ?? this.querySelector("button"))?.focus();
  }
}

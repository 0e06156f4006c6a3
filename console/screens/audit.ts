import { html, nothing } from "lit";
import type { AuditEntry } from "../answers.ts";
import { Form } from "../controllers/form.ts";
import { Pages } from "../controllers/pages.ts";
import { changeShown } from "../parts/audit-change.ts";
import { type AuditFilters, auditFilterFields, auditFiltersIn, readAuditFilters } from "../parts/audit-filters.ts";
import { actionText, actorText, targetHref, targetText, thingText } from "../parts/audit-words.ts";
import { emptyNote } from "../parts/empty-note.ts";
import { read } from "../parts/field.ts";
import { moment } from "../parts/format.ts";
import { pageHead } from "../parts/page.ts";
import { type Columns, table } from "../parts/table.ts";
import { to } from "../router.ts";
import { ApiView } from "../view.ts";

/** By its name, with a link to where it is shown, and one to all that was done to it. */
function target(entry: AuditEntry) {
  const [href, text] = [targetHref(entry), targetText(entry)];
  return html`<span>
    ${
      href === null
        ? html`<span title=${entry.target} dir="auto">${text}</span>`
        : html`<a href=${href} title=${entry.target} dir="auto">${text}</a>`
    }
    <a class="sub" href=${to.audit({ target: entry.target })} aria-label="History of ${text}">History</a>
  </span>`;
}

const COLUMNS: Columns<AuditEntry> = {
  When: ({ at }) => moment(at),
  Who: (entry) => html`<span dir="auto">${actorText(entry)}</span>`,
  Did: ({ action }) => actionText(action),
  To: target,
  Change: { cell: changeShown, kind: "details" },
};

/** Who changed what, newest first. */
export class Audit extends ApiView {
  static override properties = { query: { attribute: false } };
  /** What the list is narrowed to. */
  declare query: URLSearchParams;
  readonly #form = new Form(this, "audit");
  /** The actors that were seen in the list: not everybody may ask for their names elsewhere. */
  readonly #actors = new Map<string, string>();

  get #filters(): AuditFilters {
    return auditFiltersIn(this.query);
  }

  readonly #entries = new Pages<AuditEntry>(
    this,
    async (cursor, signal) => {
      const query = { ...this.#filters, cursor, limit: 50 };
      const page = await this.api.get<{ items: AuditEntry[]; next_cursor: string | null }>("/audit", { query, signal });
      for (const entry of page.items) this.#actors.set(entry.actor, actorText(entry));
      return page;
    },
    () => [this.api, this.query.toString()],
  );

  override render() {
    const filters = this.#filters;
    const narrowed = Object.keys(filters).length > 0;
    const list = this.#entries.render({
      empty: () =>
        narrowed
          ? emptyNote("Nothing found", "No entry matches these filters. Entries are kept for two years.")
          : emptyNote("No changes yet", "Every change by the operator or an organization’s token is listed here."),
      list: (items) => table(items, COLUMNS, { kind: "audit" }),
    });
    return html`<div class="stack">
      ${pageHead({ title: "Audit log" })}
      <form
        class="filters"
        role="search"
        @submit=${this.#form.submit(async (form) => {
          location.hash = to.audit({ ...readAuditFilters(read(form)), target: filters.target ?? "" });
        })}
      >
        ${auditFilterFields(this.#form, filters, this.#actors)} ${this.#form.summary()}
      </form>
      ${
        narrowed
          ? html`<p class="narrowed">
              ${filters.target ? html`Only the history of ${thingText(filters.target)}.` : "Only some entries are shown."}
              <a href=${to.audit()}>Show all</a>
            </p>`
          : nothing
      }
      ${list}
    </div>`;
  }
}

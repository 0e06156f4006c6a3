import { html, nothing } from "lit";
import type { AuditEntry } from "../answers.ts";
import { Pages } from "../controllers/pages.ts";
import { actionText, actorText, targetHref, targetText } from "../parts/audit-words.ts";
import { emptyNote } from "../parts/empty-note.ts";
import { moment } from "../parts/format.ts";
import { pageHead } from "../parts/page.ts";
import { type Columns, table } from "../parts/table.ts";
import { ApiView } from "../view.ts";

/** By its name, with a link to where it is shown. */
function target(entry: AuditEntry) {
  const [href, text] = [targetHref(entry), targetText(entry)];
  return href === null
    ? html`<span title=${entry.target}>${text}</span>`
    : html`<a href=${href} title=${entry.target}>${text}</a>`;
}

/** Fields that a row names; those beyond are counted. */
const NAMED = 4;

function changed(fields: readonly string[]): string {
  const rest = fields.length - NAMED;
  return rest > 1 ? `${fields.slice(0, NAMED).join(", ")} and ${rest} more` : fields.join(", ");
}

function details(change: unknown) {
  if (change === null || change === undefined) return nothing;
  const fields = typeof change === "object" ? changed(Object.keys(change)) : String(change);
  return html`<details>
    <summary>${fields || "details"}</summary>
    <pre class="json" tabindex="0">${JSON.stringify(change, null, 2)}</pre>
  </details>`;
}

const COLUMNS: Columns<AuditEntry> = {
  When: ({ at }) => moment(at),
  Who: actorText,
  Did: ({ action }) => actionText(action),
  To: target,
  Change: { cell: ({ change }) => details(change), kind: "details" },
};

/** Who changed what, newest first. */
export class Audit extends ApiView {
  readonly #entries = new Pages<AuditEntry>(
    this,
    (cursor, signal) => this.api.get("/audit", { query: { cursor, limit: 50 }, signal }),
    () => [this.api],
  );

  override render() {
    return html`<div class="stack">
      ${pageHead({ title: "Audit log" })}
      ${this.#entries.render({
        empty: () =>
          emptyNote("No changes yet", "Every change by the operator or an organization’s token is listed here."),
        list: (items) => table(items, COLUMNS, { kind: "audit" }),
      })}
    </div>`;
  }
}

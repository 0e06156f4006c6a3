import { html, nothing } from "lit";
import type { AuditEntry } from "../answers.ts";
import type { Api } from "../api.ts";
import { Pages } from "../controllers/pages.ts";
import { actionText, actorText, targetHref, targetText } from "../parts/audit-words.ts";
import { emptyNote } from "../parts/empty-note.ts";
import { moment } from "../parts/format.ts";
import { pageHead } from "../parts/page.ts";
import { View } from "../view.ts";

/** By its name, with a link to where it is shown. */
function target(entry: AuditEntry) {
  const [href, text] = [targetHref(entry), targetText(entry)];
  return href === null
    ? html`<span title=${entry.target}>${text}</span>`
    : html`<a href=${href} title=${entry.target}>${text}</a>`;
}

/** Who changed what, newest first. */
export class Audit extends View {
  static override properties = { api: { attribute: false } };
  declare api: Api;

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
        list: (items) => html`<div class="scroll">
          <table class="rows audit">
            <thead>
              <tr>
                <th scope="col">When</th>
                <th scope="col">Who</th>
                <th scope="col">Did</th>
                <th scope="col">To</th>
                <th scope="col">Change</th>
              </tr>
            </thead>
            <tbody>
              ${items.map(
                (entry) => html`<tr>
                  <td>${moment(entry.at)}</td>
                  <td data-label="Who">${actorText(entry)}</td>
                  <td data-label="Did">${actionText(entry.action)}</td>
                  <td data-label="To">${target(entry)}</td>
                  <td>${this.#change(entry.change)}</td>
                </tr>`,
              )}
            </tbody>
          </table>
        </div>`,
      })}
    </div>`;
  }

  #change(change: unknown) {
    if (change === null || change === undefined) return nothing;
    const fields = typeof change === "object" ? Object.keys(change).join(", ") : String(change);
    return html`<details>
      <summary>${fields || "details"}</summary>
      <pre class="json" tabindex="0">${JSON.stringify(change, null, 2)}</pre>
    </details>`;
  }
}

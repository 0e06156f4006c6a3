import { html } from "lit";
import { ORGANIZATION_SCREENS, type OrganizationTab } from "../addresses/organization.ts";
import type { Organization as Org } from "../answers.ts";
import { Load } from "../controllers/load.ts";
import { creditNote } from "../parts/credit-note.ts";
import { count } from "../parts/format.ts";
import { notRead } from "../parts/not-found.ts";
import { badge, pageHead } from "../parts/page.ts";
import { ApiView } from "../view.ts";

/** One organization: its figures on top, below them projects, ledger, terms and tokens. */
export class Organization extends ApiView {
  static override properties = {
    operator: { type: Boolean },
    orgId: { type: Number },
    tab: {},
    query: { attribute: false },
  };
  declare operator: boolean;
  declare orgId: number;
  declare tab: OrganizationTab;
  declare query: URLSearchParams;

  readonly #organization = new Load<Org>(
    this,
    (signal) => this.api.get(`/organizations/${this.orgId}`, { signal }),
    () => [this.api, this.orgId],
  );

  override updated(): void {
    const organization = this.#organization.value;
    if (organization)
      this.dispatchEvent(new CustomEvent("site", { detail: { project: null, organization }, bubbles: true }));
  }

  override render() {
    return this.#organization.render(
      (org) => html`<div class="stack">
        ${pageHead({
          title: html`${org.name}
          ${org.subscription === "active" ? badge("good", "active") : badge("warn", "no subscription")}`,
          name: ORGANIZATION_SCREENS[this.tab].label,
        })}
        ${creditNote(org, this.operator)}
        <dl class="figures">
          <div>
            <dt>Available credit</dt>
            <dd>${count(org.credit.available)}</dd>
          </div>
          <div>
            <dt>Reserved by running calls</dt>
            <dd>${count(org.credit.reserved)}</dd>
          </div>
          <div>
            <dt>Balance</dt>
            <dd>${count(org.credit.balance)}</dd>
          </div>
          <div>
            <dt>Lines in use</dt>
            <dd>${count(org.lines.in_use)} <small>of ${count(org.lines.total)}</small></dd>
          </div>
        </dl>
        ${ORGANIZATION_SCREENS[this.tab].draw({
          api: this.api,
          operator: this.operator,
          organization: org,
          query: this.query,
          changed: () => void this.#organization.reload(),
          credited: (credit) => this.#organization.set({ ...org, credit }),
        })}
      </div>`,
      notRead("Organization"),
    );
  }
}

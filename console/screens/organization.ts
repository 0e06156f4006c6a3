import { html } from "lit";
import type { Credit, Organization as Org } from "../answers.ts";
import { Load } from "../controllers/load.ts";
import { ORGANIZATION_SCREENS } from "../navigation/screens.ts";
import { creditNote } from "../parts/credit-note.ts";
import { count } from "../parts/format.ts";
import { notRead } from "../parts/not-found.ts";
import { badge, pageHead } from "../parts/page.ts";
import type { OrganizationTab } from "../router.ts";
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
          name: ORGANIZATION_SCREENS[this.tab],
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
        ${this.#tab(org)}
      </div>`,
      notRead("Organization"),
    );
  }

  #tab(org: Org) {
    switch (this.tab) {
      case "projects":
        return html`<vc-projects class="tabbed" .api=${this.api} .orgId=${org.id}></vc-projects>`;
      case "ledger":
        return html`<vc-ledger
          class="tabbed"
          .api=${this.api}
          .operator=${this.operator}
          .orgId=${org.id}
          .query=${this.query}
          @credit=${(event: CustomEvent<Credit>) => this.#organization.set({ ...org, credit: event.detail })}
        ></vc-ledger>`;
      case "terms":
        return html`<vc-terms
          class="tabbed"
          .api=${this.api}
          .operator=${this.operator}
          .organization=${org}
          @changed=${() => this.#organization.reload()}
        ></vc-terms>`;
      case "tokens":
        return html`<vc-tokens class="tabbed" .api=${this.api} .orgId=${org.id}></vc-tokens>`;
    }
  }
}

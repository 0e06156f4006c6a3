import { html } from "lit";
import type { Credit, Organization as Org } from "../answers.ts";
import type { Api } from "../api.ts";
import { Load } from "../controllers/load.ts";
import { creditNote } from "../parts/credit-note.ts";
import { count } from "../parts/format.ts";
import { badge, pageHead, showCurrentTab, tabs } from "../parts/page.ts";
import { type OrganizationTab, to } from "../router.ts";
import { View } from "../view.ts";

/** One organization: its figures on top, below them projects, ledger, terms and tokens. */
export class Organization extends View {
  static override properties = {
    api: { attribute: false },
    operator: { type: Boolean },
    orgId: { type: Number },
    tab: {},
  };
  declare api: Api;
  declare operator: boolean;
  declare orgId: number;
  declare tab: OrganizationTab;

  readonly #organization = new Load<Org>(
    this,
    (signal) => this.api.get(`/organizations/${this.orgId}`, { signal }),
    () => [this.api, this.orgId],
  );

  override updated(): void {
    showCurrentTab(this);
    document.title = `${this.#organization.value?.name ?? "Organization"} · Voice Widget console`;
  }

  override render() {
    return this.#organization.render(
      (org) => html`<div class="stack">
        ${pageHead({
          crumbs: [["Organizations", to.overview()]],
          title: html`${org.name}
          ${org.subscription === "active" ? badge("good", "active") : badge("warn", "no subscription")}`,
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
        ${tabs("Organization", this.tab, [
          ["projects", "Projects", to.organization(org.id, "projects")],
          ["ledger", "Credit ledger", to.organization(org.id, "ledger")],
          ["terms", "Plan", to.organization(org.id, "terms")],
          ["tokens", "Tokens", to.organization(org.id, "tokens")],
        ])}
        ${this.#tab(org)}
      </div>`,
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

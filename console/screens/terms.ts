import { html, nothing } from "lit";
import type { Organization } from "../answers.ts";
import { Form } from "../controllers/form.ts";
import { Load } from "../controllers/load.ts";
import { readTerms, termsFields } from "../parts/terms-fields.ts";
import { loadProviders } from "../parts/vendors.ts";
import { to } from "../router.ts";
import { ApiView } from "../view.ts";

const MEANS = [
  "All of its sites are deleted too, with their agents, keys, contacts and conversations: the widget disappears from their pages.",
  "Its tokens stop working at once, and running calls end.",
  "Its credit and its ledger are deleted too. First export what your accounting needs.",
];

/** Subscription, lines, features and rates. The operator changes them; the organization reads them. @fires changed */
export class Terms extends ApiView {
  static override properties = { operator: { type: Boolean }, organization: { attribute: false } };
  declare operator: boolean;
  declare organization: Organization;
  readonly #form = new Form(this, "terms");
  readonly #providers = new Load(
    this,
    () => loadProviders(this.api),
    () => [this.api],
  );

  override render() {
    return html`${this.#plan()}
      ${
        this.operator
          ? html`<vc-delete-whole
              .api=${this.api}
              .kind=${"organization"}
              .path=${`/organizations/${this.organization.id}`}
              .name=${this.organization.name}
              .means=${MEANS}
              .next=${to.overview()}
            ></vc-delete-whole>`
          : nothing
      }`;
  }

  #plan() {
    return html`<form class="card form" @submit=${this.#form.submit((form) => this.#save(form))}>
      <header>
        <h2>Plan</h2>
        <p>
          ${
            this.operator
              ? "A change applies from the next call on; running calls keep the plan they started with."
              : "Only the operator of this service can change these."
          }
        </p>
      </header>
      <fieldset ?disabled=${!this.operator}>${termsFields(this.#form, this.organization, this.#providers.value)}</fieldset>
      ${this.#form.summary()}
      ${
        this.operator
          ? html`<div class="buttons">
              <button class="primary" ?disabled=${this.#form.busy} aria-busy=${this.#form.busy}>
                ${this.#form.busy ? "Saving…" : "Save plan"}
              </button>
            </div>`
          : nothing
      }
    </form>`;
  }

  async #save(form: HTMLFormElement): Promise<void> {
    await this.api.patch(`/organizations/${this.organization.id}`, { body: readTerms(form) });
    this.notice("Plan saved");
    this.dispatchEvent(new CustomEvent("changed"));
  }
}

import { html, nothing } from "lit";
import type { Organization, OrganizationListed, Page, Project, SiteDay } from "../answers.ts";
import { Form } from "../controllers/form.ts";
import { Load } from "../controllers/load.ts";
import { Pages } from "../controllers/pages.ts";
import { creditField } from "../parts/credit-field.ts";
import { hasCredit } from "../parts/credit-note.ts";
import { emptyNote } from "../parts/empty-note.ts";
import { read } from "../parts/field.ts";
import { count } from "../parts/format.ts";
import { Attempt } from "../parts/idempotency-key.ts";
import { formDialog } from "../parts/modal.ts";
import { badge, pageHead } from "../parts/page.ts";
import { projectsOf } from "../parts/projects-of.ts";
import { readAll } from "../parts/read-all.ts";
import { daysLeft, daysText } from "../parts/site-figures.ts";
import { sitesToday } from "../parts/sites-today.ts";
import { type Columns, NONE, numbers, table } from "../parts/table.ts";
import { NEW_TERMS, readTerms, termsFields } from "../parts/terms-fields.ts";
import { loadProviders } from "../parts/vendors.ts";
import { to } from "../router.ts";
import { ApiView } from "../view.ts";

/** What runs and what fails today on every site, and every organization with its credit and lines; the first screen. */
export class Overview extends ApiView {
  static override properties = { operator: { type: Boolean }, creating: { state: true } };
  declare operator: boolean;
  declare creating: boolean;
  readonly #form = new Form(this, "new-organization");
  readonly #attempt = new Attempt();

  readonly #organizations = new Pages<Organization>(
    this,
    async (cursor, signal) => {
      const page = await this.api.get<Page<OrganizationListed>>("/organizations", {
        query: { cursor, limit: 20 },
        signal,
      });
      // The list has the terms; credit and lines are asked of each ledger.
      const items = await Promise.all(
        page.items.map(({ id }) => this.api.get<Organization>(`/organizations/${id}`, { signal })),
      );
      return { items, next_cursor: page.next_cursor };
    },
    () => [this.api],
  );
  readonly #sites = new Load(
    this,
    (signal) => readAll<SiteDay>(this.api, "/sites", { signal }),
    () => [this.api],
  );
  readonly #providers = new Load(
    this,
    () => loadProviders(this.api),
    () => [this.api],
  );
  /** Sites without an organization: no organization's page would show them. */
  readonly #strays = new Load<Project[]>(
    this,
    async (signal) => (this.operator ? projectsOf(this.api, null, signal) : []),
    () => [this.api, this.operator],
  );

  constructor() {
    super();
    this.operator = false;
    this.creating = false;
  }

  override render() {
    const newSite = html`<a class="button primary" href=${to.newSite()}>New site</a>`;
    const create = html`${
      this.operator ? html`<button type="button" @click=${() => this.#open()}>New organization</button>` : nothing
    }${newSite}`;
    return html`<div class="stack">
      ${pageHead({ title: "Overview", actions: create })}
      ${this.#vendorNote()} ${this.#sites.render((sites) => sitesToday(sites))}
      <h2>Organizations</h2>
      ${this.#organizations.render({
        empty: () =>
          emptyNote(
            "No site yet",
            "One form creates all that a site needs: an agent, its look, credit for its calls, and the snippet to paste.",
            newSite,
          ),
        list: (items) => table(items, this.#columns),
      })}
      ${this.#stray(this.#strays.value ?? [])}
      ${this.creating ? this.#dialog() : nothing}
    </div>`;
  }

  readonly #columns: Columns<Organization> = {
    Organization: ({ id, name }) => html`<a href=${to.organization(id)}>${name}</a>`,
    Subscription: ({ subscription }) => (subscription === "active" ? badge("good", "active") : badge("warn", "none")),
    Available: numbers((org) => (hasCredit(org) ? count(org.credit.available) : badge("bad", "no credit"))),
    Lasts: (org) => this.#lasts(org),
    Reserved: numbers(({ credit }) => count(credit.reserved)),
    Balance: numbers(({ credit }) => count(credit.balance)),
    "Lines in use": numbers(({ lines }) => `${count(lines.in_use)} of ${count(lines.total)}`),
  };

  /** How long its credit lasts, by what its sites spent in the last week. */
  #lasts(org: Organization) {
    const days = daysLeft(
      org,
      (this.#sites.value ?? []).filter(({ org_id }) => org_id === org.id),
    );
    if (days === null) return NONE;
    return days < 3 ? badge("bad", daysText(days)) : daysText(days);
  }

  /** The external provider matters only once an agent uses it; the checklist of that agent's project says so then. */
  #vendorNote() {
    const missing = (this.#providers.value ?? []).filter((one) => !one.configured && one.provider !== "provider_x");
    if (!this.operator || missing.length === 0) return nothing;
    return html`<div class="note warn" role="status">
      ${missing.map(({ name, detail }) => html`<p><strong>${name} cannot be called.</strong> ${detail}.</p>`)}
    </div>`;
  }

  #stray(projects: readonly Project[]) {
    if (projects.length === 0) return nothing;
    return html`<section class="card">
      <header>
        <h2>Sites without an organization</h2>
        <p>No organization pays for them, so calls cannot start. Choose an organization in the settings of each.</p>
      </header>
      <ul>
        ${projects.map(({ id, name }) => html`<li><a href=${to.project(id, "settings")}>${name}</a></li>`)}
      </ul>
    </section>`;
  }

  #open(): void {
    this.#form.reset();
    this.creating = true;
  }

  #dialog() {
    return formDialog(this.#form, {
      title: "New organization",
      fields: html`${termsFields(this.#form, NEW_TERMS, this.#providers.value)} ${creditField(this.#form)}`,
      action: "Create organization",
      send: (form) => this.#create(form),
      closed: () => {
        this.creating = false;
      },
    });
  }

  async #create(form: HTMLFormElement): Promise<void> {
    const body = readTerms(form);
    const amount = read(form).number("credit") ?? 0;
    const idempotencyKey = this.#attempt.keyFor({ ...body, amount });
    const { id } = await this.api.post<OrganizationListed>("/organizations", { body, idempotencyKey });
    if (amount > 0)
      await this.api.post(`/organizations/${id}/credits`, {
        body: { amount, note: "To begin with" },
        idempotencyKey,
      });
    form.closest("dialog")?.close();
    this.notice("Organization created");
    location.hash = to.organization(id);
  }
}

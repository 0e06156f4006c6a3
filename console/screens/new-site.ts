import { html, nothing } from "lit";
import { LENGTHS } from "../../shared/text-lengths.ts";
import type { OrganizationListed, ProviderShown, SiteCreated } from "../answers.ts";
import { Form } from "../controllers/form.ts";
import { Load } from "../controllers/load.ts";
import { Unsaved } from "../controllers/unsaved.ts";
import { VISITOR_SESSIONS } from "../parts/channel-forms.ts";
import { creditField } from "../parts/credit-field.ts";
import type { Domains } from "../parts/domains.ts";
import { valueIn } from "../parts/event-value.ts";
import { field, read } from "../parts/field.ts";
import { Attempt } from "../parts/idempotency-key.ts";
import { type OnceShown, onceDialog } from "../parts/once.ts";
import { pageHead } from "../parts/page.ts";
import { readAll } from "../parts/read-all.ts";
import { snippetShown } from "../parts/snippet-shown.ts";
import { loadProviders } from "../parts/vendors.ts";
import { readVoice, voiceField, voiceNotes } from "../parts/voice-field.ts";
import { to } from "../router.ts";
import { ApiView } from "../view.ts";

interface Context {
  organizations: OrganizationListed[];
  providers: ProviderShown[];
}

/** In the list of payers: an organization that is made with the site. */
const NEW = "new";

/** One form from nothing to a snippet: organization, credit, project, agent and channel. */
export class NewSite extends ApiView {
  static override properties = {
    operator: { type: Boolean },
    orgId: { type: Number },
    payer: { state: true },
    made: { state: true },
  };
  declare operator: boolean;
  /** The organization whose page led here. */
  declare orgId: number | null;
  /** As chosen in the form: an organization's id, or `NEW`. */
  declare payer: string | null;
  declare made: { site: SiteCreated; shown: OnceShown } | null;
  readonly #form = new Form(this, "new-site");
  readonly #attempt = new Attempt();
  #touched = false;

  readonly #context = new Load<Context>(
    this,
    async (signal) => {
      const [organizations, providers] = await Promise.all([
        readAll<OrganizationListed>(this.api, "/organizations", { signal }),
        loadProviders(this.api),
      ]);
      return { organizations, providers };
    },
    () => [this.api],
  );

  constructor() {
    super();
    new Unsaved(this, () => this.#touched);
    this.operator = false;
    this.orgId = null;
    this.payer = null;
    this.made = null;
  }

  override render() {
    return html`<div class="stack narrow">
      ${pageHead({ title: "New site" })}
      ${this.#context.render((context) => this.#body(context))}
      ${this.made ? this.#result(this.made) : nothing}
    </div>`;
  }

  #body(context: Context) {
    const form = this.#form;
    return html`<form
      class="form"
      @input=${() => {
        this.#touched = true;
      }}
      @submit=${form.submit((element) => this.#create(element))}
    >
      <section class="card">
        <header><h2>The site</h2></header>
        ${field(form, { kind: "text", name: "name", label: "Name", required: true, maxlength: LENGTHS.name, placeholder: "Harbour Bakery" })}
        <vc-domains
          .scope=${form.scope}
          .faults=${form.faultsAt("allowed_domains")}
          @input=${() => form.forgive("allowed_domains")}
        ></vc-domains>
      </section>
      <section class="card">
        <header><h2>Who answers</h2></header>
        <div class="columns">
          ${field(form, {
            kind: "text",
            name: "agent.name",
            label: "The agent’s name",
            value: "Ava",
            required: true,
            maxlength: LENGTHS.name,
            hint: "Visitors see it.",
          })}
          ${voiceField(form, context.providers)}
        </div>
        ${voiceNotes(context.providers)}
        ${field(form, {
          kind: "area",
          name: "agent.instructions",
          label: "What it should do",
          rows: 4,
          maxlength: LENGTHS.instructions,
          placeholder: "Answer questions about our bread and opening hours. Keep it short. Take no orders.",
        })}
        ${field(form, {
          kind: "area",
          name: "agent.initial_message",
          label: "Greeting",
          value: "Hello! How can I help you?",
          rows: 2,
          maxlength: LENGTHS.greeting,
          hint: "The first thing the agent says. If empty, the visitor speaks first.",
        })}
      </section>
      ${this.operator ? this.#payment(context.organizations) : nothing}
      <div class="buttons sticky">
        ${form.summary()}
        <button class="primary" ?disabled=${form.busy} aria-busy=${form.busy}>
          ${form.busy ? "Creating…" : "Create site"}
        </button>
        <a class="button" href=${this.orgId === null ? to.overview() : to.organization(this.orgId)}>Cancel</a>
      </div>
    </form>`;
  }

  #payment(organizations: readonly OrganizationListed[]) {
    const given = this.orgId === null ? NEW : String(this.orgId);
    const payer = this.payer ?? given;
    return html`<section class="card">
      <header><h2>Who pays</h2></header>
      ${
        organizations.length > 0
          ? field(this.#form, {
              kind: "select",
              name: "org_id",
              label: "Organization",
              required: true,
              value: payer,
              options: [
                [NEW, "A new one, with the name of the site"],
                ...organizations.map(({ id, name }) => [String(id), name] as const),
              ],
              onInput: (event) => {
                this.payer = valueIn(event);
              },
            })
          : nothing
      }
      ${payer === NEW ? creditField(this.#form) : html`<p class="hint">Its calls use the organization’s credit.</p>`}
    </section>`;
  }

  #result({ site, shown }: NonNullable<typeof this.made>) {
    return onceDialog(shown, () => {
      this.made = null;
      location.hash = to.project(site.project_id);
    });
  }

  async #create(form: HTMLFormElement): Promise<void> {
    const values = read(form);
    const body = {
      name: values.text("name"),
      allowed_domains: form.querySelector<Domains>("vc-domains")?.take() ?? [],
      visitor_sessions: VISITOR_SESSIONS,
      ...(/^\d/.test(values.text("org_id")) && { org_id: values.number("org_id") }),
      ...(form.querySelector('[name="credit"]') && { credit: values.number("credit") }),
      agent: {
        name: values.text("agent.name"),
        instructions: values.textOrNull("agent.instructions"),
        initial_message: values.textOrNull("agent.initial_message"),
        ...readVoice(String(new FormData(form).get("voice") ?? "")),
      },
    };
    const site = await this.api.post<SiteCreated>("/sites", { body, idempotencyKey: this.#attempt.keyFor(body) });
    this.#touched = false;
    const then = html`<div class="note">
      <p><strong>Try it before it is on your site:</strong> a call with the real widget, here.</p>
      <div><vc-test-call .api=${this.api} .projectId=${site.project_id} .agentId=${site.agent_id}></vc-test-call></div>
    </div>`;
    this.made = { site, shown: await snippetShown(`${body.name} is ready`, site, { then }) };
  }
}

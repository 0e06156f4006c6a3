import { html, nothing } from "lit";
import type { PaymentState } from "../../shared/sites.ts";
import { DAY_MS } from "../../shared/time.ts";
import type { Agent, Page, SiteSetup as Setup } from "../answers.ts";
import { Load } from "../controllers/load.ts";
import { repeats, repeatsNote } from "../parts/agent-state.ts";
import { moment, momentInHours } from "../parts/format.ts";
import { domainsText } from "../parts/snippet-shown.ts";
import { loadProviders } from "../parts/vendors.ts";
import { to } from "../router.ts";
import { ProjectView } from "../view.ts";

/** How often it looks whether something was done, milliseconds. */
const LOOK_MS = 5_000;

interface Step {
  done: boolean;
  title: string;
  text: unknown;
}

/** How long a site is new after its first call, milliseconds. */
const NEW_MS = DAY_MS;

/** A site's checklist until the first call from its domain, and what keeps visitors from calling. */
export class SiteSetup extends ProjectView {
  static override properties = { orgId: { type: Number }, operator: { type: Boolean }, whole: { type: Boolean } };
  declare orgId: number | null;
  declare operator: boolean;
  /** Also the checklist; else only what is wrong. */
  declare whole: boolean;
  #timer: number | undefined;

  readonly #setup = new Load<Setup>(
    this,
    (signal) => this.api.get(`/projects/${this.projectId}/setup`, { signal }),
    () => [this.api, this.projectId],
  );
  readonly #echo = new Load(
    this,
    async (signal) => {
      const query = { project_id: this.projectId, limit: 200 };
      const [providers, { items }] = await Promise.all([
        loadProviders(this.api),
        this.api.get<Page<Agent>>("/agents", { query, signal }),
      ]);
      return providers.find(
        (one) => repeats(one) && items.some((agent) => agent.active && agent.provider === one.provider),
      );
    },
    () => [this.api, this.projectId],
  );

  override connectedCallback(): void {
    super.connectedCallback();
    this.#timer = window.setInterval(() => {
      const seen = this.#setup.value;
      if (seen && !document.hidden && !isWhole(seen)) void this.#setup.reload();
    }, LOOK_MS);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearInterval(this.#timer);
  }

  override render() {
    const setup = this.#setup.value;
    // The checklist would push the day down.
    if (!setup) return this.whole && this.#setup.loading ? html`<span class="loading" hidden></span>` : nothing;
    return html`${this.#problems(setup)} ${this.whole ? this.#progress(setup) : nothing}`;
  }

  #progress(setup: Setup) {
    const { first_call_at } = setup;
    if (first_call_at === null) return this.#checklist(setup);
    if (Date.now() - first_call_at > NEW_MS) return nothing;
    return html`<div class="note good live" role="status">
      <p><strong>You are live.</strong> The first call from your site came in at ${moment(first_call_at)}.</p>
    </div>`;
  }

  #checklist(setup: Setup) {
    const steps = this.#steps(setup);
    const done = steps.filter((step) => step.done).length;
    return html`<section class="card setup" aria-labelledby="setup-title">
      <header>
        <h2 id="setup-title">Until the first call: ${done} of ${steps.length}</h2>
      </header>
      <ol class="steps">
        ${steps.map(
          ({ done, title, text }) => html`<li class=${done ? "done" : "open"}>
            <span class="tick" role="img" aria-label=${done ? "Done" : "To do"}></span>
            <div>
              <strong>${title}</strong>
              <p>${text}</p>
            </div>
          </li>`,
        )}
      </ol>
      ${repeatsNote(this.#echo.value ?? undefined)}
    </section>`;
  }

  #steps({ payment, active_agents, unreachable_agents, key }: Setup): Step[] {
    const unreachable = unreachable_agents[0];
    const channels = html`<a href=${to.project(this.projectId, "channels")}>Install</a>`;
    return [
      { done: payment === "ready", title: "Credit for calls", text: this.#payment(payment) },
      {
        done: active_agents > 0 && !unreachable,
        title: "An agent that can answer",
        text: unreachable
          ? html`${unreachable.name} cannot be reached: ${unreachable.detail}.`
          : active_agents > 0
            ? "Its vendor can be reached."
            : html`<a href=${to.project(this.projectId, "agents", "new")}>New agent</a>, or switch one on.`,
      },
      {
        done: key !== null && key.last_used_at !== null,
        title: "The snippet on your site",
        text: key?.last_used_at
          ? html`Last seen on ${key.last_used_origin ?? "a page without an origin"}, in the hour from
            ${momentInHours(key.last_used_at)}.`
          : key
            ? html`Nobody has loaded it yet. It works on ${domainsText(key.allowed_domains)}. You find it under
              ${channels}.`
            : html`Create a channel under ${channels} and paste its snippet.`,
      },
      {
        done: false,
        title: "The first call from your site",
        text: "Open your page and talk: then you are live. Test calls do not count.",
      },
    ];
  }

  /** Before the first call the checklist says whether there is an agent and credit. */
  #problems({ payment, unreachable_agents, first_call_at }: Setup) {
    const unpaid = payment !== "ready" && !(this.whole && first_call_at === null);
    if (!unpaid && unreachable_agents.length === 0) return nothing;
    return html`<div class="note bad" role="status">
      ${unpaid ? html`<p><strong>Visitors cannot call.</strong> ${this.#payment(payment)}</p>` : nothing}
      ${unreachable_agents.map(
        ({ id, name, detail }) => html`<p>
          <strong>Visitors cannot call <a href=${to.project(this.projectId, "agents", id)}>${name}</a>.</strong>
          ${detail}.
        </p>`,
      )}
    </div>`;
  }

  #payment(payment: PaymentState): unknown {
    const ask = "Ask the operator of this service.";
    const link = (tab: "ledger" | "terms", text: string) =>
      this.operator && this.orgId !== null ? html`<a href=${to.organization(this.orgId, tab)}>${text}</a>` : ask;
    switch (payment) {
      case "ready":
        return "There is credit and a free voice line.";
      case "no_credit":
        return html`The organization has no credit left, so every call is refused. ${link("ledger", "Grant credit")}`;
      case "no_subscription":
        return html`The organization has no active subscription. ${link("terms", "Change its plan")}`;
      case "no_lines":
        return html`The organization has no voice lines. ${link("terms", "Change its plan")}`;
      case "no_organization":
        return html`No organization pays for this project.
          <a href=${to.project(this.projectId, "settings")}>Choose one in the settings</a>`;
    }
  }
}

const isWhole = ({ payment, unreachable_agents, first_call_at }: Setup): boolean =>
  first_call_at !== null && payment === "ready" && unreachable_agents.length === 0;

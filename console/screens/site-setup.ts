import { html, nothing } from "lit";
import type { PaymentState } from "../../shared/sites.ts";
import type { SiteSetup as Setup } from "../answers.ts";
import type { Api } from "../api.ts";
import { Load } from "../controllers/load.ts";
import { moment } from "../parts/format.ts";
import { domainsText } from "../parts/snippet-shown.ts";
import { to } from "../router.ts";
import { View } from "../view.ts";

/** How often it looks whether something was done, milliseconds. */
const LOOK_MS = 5_000;

interface Step {
  done: boolean;
  title: string;
  text: unknown;
}

/** A project's checklist until the first call from its domain; afterwards only what keeps calls from starting. */
export class SiteSetup extends View {
  static override properties = {
    api: { attribute: false },
    projectId: { type: Number },
    orgId: { type: Number },
    operator: { type: Boolean },
  };
  declare api: Api;
  declare projectId: number;
  declare orgId: number | null;
  declare operator: boolean;
  #timer: number | undefined;

  readonly #setup = new Load<Setup>(
    this,
    (signal) => this.api.get(`/projects/${this.projectId}/setup`, { signal }),
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
    if (!setup || isWhole(setup)) return nothing;
    return setup.first_call_at === null ? this.#checklist(setup) : this.#problems(setup);
  }

  #checklist(setup: Setup) {
    const steps = this.#steps(setup);
    const done = steps.filter((step) => step.done).length;
    return html`<section class="card setup" aria-labelledby="setup-title">
      <header>
        <h2 id="setup-title">Until the first call: ${done} of ${steps.length}</h2>
        <vc-test-call .api=${this.api} .projectId=${this.projectId}></vc-test-call>
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
    </section>`;
  }

  #steps({ payment, active_agents, unreachable_agents, key }: Setup): Step[] {
    const unreachable = unreachable_agents[0];
    const channels = html`<a href=${to.project(this.projectId, "channels")}>Channels and keys</a>`;
    return [
      { done: payment === "ready", title: "Credit for calls", text: this.#payment(payment) },
      {
        done: active_agents > 0 && !unreachable,
        title: "An agent that can answer",
        text: unreachable
          ? html`${unreachable.name} cannot be reached: ${unreachable.detail}.`
          : active_agents > 0
            ? "Its vendor can be reached."
            : html`<a href=${to.project(this.projectId, "agents", "new")}>Create an agent</a>, or switch one on.`,
      },
      {
        done: key !== null && key.last_used_at !== null,
        title: "The snippet on your site",
        text: key?.last_used_at
          ? html`Last seen on ${key.last_used_origin ?? "a page without an origin"}, in the hour from
            ${moment(key.last_used_at)}.`
          : key
            ? html`Nobody has loaded it yet. It works on ${domainsText(key.allowed_domains)}. Lost it? Add a second key under
              ${channels}.`
            : html`Create a channel under ${channels} and paste its snippet.`,
      },
      {
        done: false,
        title: "The first call from your site",
        text: "Open your page and talk. Test calls do not count.",
      },
    ];
  }

  #problems({ payment, unreachable_agents }: Setup) {
    return html`<div class="note warn" role="status">
      ${payment === "ready" ? nothing : html`<p><strong>Calls cannot start.</strong> ${this.#payment(payment)}</p>`}
      ${unreachable_agents.map(
        ({ name, detail }) => html`<p><strong>${name} cannot be reached.</strong> ${detail}.</p>`,
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

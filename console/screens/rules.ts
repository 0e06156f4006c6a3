import { html } from "lit";
import { RANGES } from "../../shared/ranges.ts";
import type { Project } from "../answers.ts";
import { Form } from "../controllers/form.ts";
import { field, read } from "../parts/field.ts";
import { ApiView } from "../view.ts";

/** A project's opening hours, daily caps, and how long conversations are kept. @fires changed */
export class Rules extends ApiView {
  static override properties = { project: { attribute: false } };
  declare project: Project;
  readonly #limits = new Form(this, "limits");

  override render() {
    return html`<vc-opening-hours class="tabbed" .api=${this.api} .project=${this.project}></vc-opening-hours>
      ${this.#limitsForm()}`;
  }

  #limitsForm() {
    const { daily_credit_cap, daily_session_cap, retention_days } = this.project;
    return html`<form class="card form" @submit=${this.#limits.submit((form) => this.#saveLimits(form))}>
      <header><h2>Limits</h2></header>
      <div class="columns">
        ${field(this.#limits, { kind: "number", name: "daily_credit_cap", label: "Credits per day", ...RANGES.credits, value: daily_credit_cap, hint: "Per UTC day. Empty: no limit." })}
        ${field(this.#limits, { kind: "number", name: "daily_session_cap", label: "Calls per day", ...RANGES.dailySessions, value: daily_session_cap, hint: "Per UTC day. Empty: no limit." })}
        ${field(this.#limits, { kind: "number", name: "retention_days", label: "Keep conversations for", ...RANGES.retentionDays, value: retention_days, unit: "days", required: true, hint: "With 0, only the ledger is kept." })}
      </div>
      ${this.#limits.summary()}
      <div class="buttons"><button class="primary" ?disabled=${this.#limits.busy} aria-busy=${this.#limits.busy}>Save limits</button></div>
    </form>`;
  }

  async #saveLimits(form: HTMLFormElement): Promise<void> {
    const values = read(form);
    const number = (name: string) => (values.text(name) === "" ? null : Number(values.text(name)));
    const body = {
      daily_credit_cap: number("daily_credit_cap"),
      daily_session_cap: number("daily_session_cap"),
      retention_days: Number(values.text("retention_days")),
    };
    await this.api.patch(`/projects/${this.project.id}`, { body });
    this.notice("Limits saved");
    this.dispatchEvent(new CustomEvent("changed", { bubbles: true }));
  }
}

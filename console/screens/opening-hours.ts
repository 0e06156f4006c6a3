import { html, nothing } from "lit";
import type { Project } from "../answers.ts";
import { Form } from "../controllers/form.ts";
import { Unsaved } from "../controllers/unsaved.ts";
import type { HoursEditor } from "../parts/hours-editor.ts";
import { ApiView } from "../view.ts";

/** When a project is open. @fires changed */
export class OpeningHours extends ApiView {
  static override properties = { project: { attribute: false }, always: { state: true } };
  declare project: Project;
  /** Chosen in the form, before it is saved. */
  declare always: boolean | null;
  /** Whether something was changed since it was saved. */
  #touched = false;
  readonly #form = new Form(this, "hours");

  constructor() {
    super();
    this.always = null;
    new Unsaved(this, () => this.#touched);
  }

  override render() {
    const { hours } = this.project;
    const always = this.always ?? hours === null;
    return html`<form
      class="card form"
      novalidate
      @submit=${this.#form.submit((form) => this.#save(form, always))}
      @input=${() => {
        this.#touched = true;
      }}
    >
      <header><h2>Opening hours</h2></header>
      <fieldset class="hours-kind">
        <legend class="visually-hidden">When visitors can call</legend>
        ${this.#choice("Always open", always, true)} ${this.#choice("Open at these hours", !always, false)}
      </fieldset>
      ${always ? nothing : html`<vc-hours .form=${this.#form} .faults=${this.#form.faultsAt("hours")} .hours=${hours}></vc-hours>`}
      <div class="buttons sticky">
        ${this.#form.summary()}
        <button class="primary" ?disabled=${this.#form.busy} aria-busy=${this.#form.busy}>Save opening hours</button>
      </div>
    </form>`;
  }

  #choice(label: string, checked: boolean, always: boolean) {
    return html`<label>
      <input
        type="radio"
        name="hours-kind"
        .checked=${checked}
        @change=${() => {
          this.#form.reset();
          this.always = always;
        }}
      /><span>${label}</span>
    </label>`;
  }

  async #save(form: HTMLFormElement, always: boolean): Promise<void> {
    const hours = always ? null : (form.querySelector<HoursEditor>("vc-hours")?.take() ?? null);
    await this.api.patch(`/projects/${this.project.id}`, { body: { hours } });
    this.#touched = false;
    this.notice("Opening hours saved");
    this.dispatchEvent(new CustomEvent("changed", { bubbles: true }));
  }
}

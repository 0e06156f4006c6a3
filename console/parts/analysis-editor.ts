import { html, nothing } from "lit";
import { MAX_ANALYSIS_CRITERIA, MAX_ANALYSIS_FIELDS } from "../../shared/limits.ts";
import { LENGTHS } from "../../shared/text-lengths.ts";
import type { Agent } from "../answers.ts";
import { type FaultAt, type Fields, type Form, fieldsBelow } from "../controllers/form.ts";
import { View } from "../view.ts";
import { valueIn } from "./event-value.ts";
import { field } from "./field.ts";

type Plan = NonNullable<Agent["analysis"]>;
type PlanField = Plan["fields"][number];
type Criterion = Plan["criteria"][number];

const TYPES = [
  ["string", "Text"],
  ["number", "Number"],
  ["integer", "Whole number"],
  ["boolean", "Yes or no"],
] as const;

/** What a model extracts from an ended conversation besides a summary. @fires input - when a button changed a list */
export class AnalysisEditor extends View {
  static override properties = {
    form: { attribute: false },
    faults: { attribute: false },
    plan: { attribute: false },
    fields: { state: true },
    criteria: { state: true },
  };
  declare form: Form;
  declare faults: readonly FaultAt[];
  /** As it is stored. */
  declare plan: Plan | null;
  declare fields: PlanField[];
  declare criteria: Criterion[];
  #of: Plan | null | undefined;

  constructor() {
    super();
    this.faults = [];
    this.fields = [];
    this.criteria = [];
  }

  override willUpdate(): void {
    if (this.#of === this.plan) return;
    this.#of = this.plan;
    this.fields = this.plan?.fields ?? [];
    this.criteria = this.plan?.criteria ?? [];
  }

  /** As the API takes it. */
  get value(): Plan | null {
    return this.fields.length + this.criteria.length === 0 ? null : { fields: this.fields, criteria: this.criteria };
  }

  override render() {
    const fields = fieldsBelow(this.form, "analysis", this.faults);
    return html`
      <fieldset>
        <legend>Facts to extract</legend>
        ${this.fields.length === 0 ? html`<p class="hint">None. For example <code>order_number</code>, or <code>wants_callback</code> as yes or no.</p>` : nothing}
        ${this.fields.map((one, at) => this.#field(fields, one, at))}
        <div class="buttons">
          <button type="button" class="small" ?disabled=${this.fields.length >= MAX_ANALYSIS_FIELDS} @click=${() => this.#set({ fields: [...this.fields, { name: "", type: "string", description: "" }] })}>
            Add a fact
          </button>
        </div>
      </fieldset>
      <fieldset>
        <legend>Criteria to judge</legend>
        ${this.criteria.length === 0 ? html`<p class="hint">None. For example <code>solved</code>: the visitor’s question was answered.</p>` : nothing}
        ${this.criteria.map((one, at) => this.#criterion(fields, one, at))}
        <div class="buttons">
          <button type="button" class="small" ?disabled=${this.criteria.length >= MAX_ANALYSIS_CRITERIA} @click=${() => this.#set({ criteria: [...this.criteria, { name: "", description: "" }] })}>
            Add a criterion
          </button>
        </div>
      </fieldset>
    `;
  }

  #field(fields: Fields, one: PlanField, at: number) {
    const set = (next: Partial<PlanField>) =>
      this.#set({ fields: this.fields.map((other, place) => (place === at ? { ...other, ...next } : other)) });
    return html`<div class="parameter" role="group" aria-label=${one.name || "New fact"}>
      ${field(fields, { kind: "text", name: `fields.${at}.name`, label: "Name", plain: true, value: one.name, maxlength: LENGTHS.label, placeholder: "order_number", onInput: (event) => set({ name: valueIn(event) }) })}
      ${field(fields, { kind: "select", name: `fields.${at}.type`, label: "Type", plain: true, value: one.type, options: TYPES, onInput: (event) => set({ type: TYPES.find(([type]) => type === valueIn(event))?.[0] ?? "string" }) })}
      ${field(fields, { kind: "text", name: `fields.${at}.description`, label: "What it is", plain: true, value: one.description, maxlength: LENGTHS.labelDescription, placeholder: "The order that was asked about", onInput: (event) => set({ description: valueIn(event) }) })}
      ${this.#remove(one.name, () => this.#set({ fields: this.fields.filter((_, place) => place !== at) }))}
    </div>`;
  }

  #criterion(fields: Fields, one: Criterion, at: number) {
    const set = (next: Partial<Criterion>) =>
      this.#set({ criteria: this.criteria.map((other, place) => (place === at ? { ...other, ...next } : other)) });
    return html`<div class="parameter" role="group" aria-label=${one.name || "New criterion"}>
      ${field(fields, { kind: "text", name: `criteria.${at}.name`, label: "Name", plain: true, value: one.name, maxlength: LENGTHS.label, placeholder: "solved", onInput: (event) => set({ name: valueIn(event) }) })}
      ${field(fields, { kind: "text", name: `criteria.${at}.description`, label: "Met when", plain: true, value: one.description, maxlength: LENGTHS.labelDescription, placeholder: "The visitor’s question was answered", onInput: (event) => set({ description: valueIn(event) }) })}
      ${this.#remove(one.name, () => this.#set({ criteria: this.criteria.filter((_, place) => place !== at) }))}
    </div>`;
  }

  #remove(name: string, remove: () => void) {
    return html`<button type="button" class="small quiet bad" aria-label="Remove ${name || "this one"}" @click=${remove}>Remove</button>`;
  }

  #set(next: { fields?: PlanField[]; criteria?: Criterion[] }): void {
    Object.assign(this, next);
    this.dispatchEvent(new Event("input", { bubbles: true }));
  }
}

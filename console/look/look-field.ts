import { html, nothing, type TemplateResult } from "lit";
import type { Form } from "../controllers/form.ts";
import { type Draft, isColor, type Value } from "./draft.ts";
import type { Group, Spec } from "./fields.ts";

export interface Slot {
  group: Group;
  name: string;
  spec: Spec;
  draft: Draft;
  /** The colour that `auto` results in. */
  automatic: string;
  onEdit: (value: Value) => void;
}

/** One setting: its control, and a way back to the default once it has left it. */
export function lookField(form: Form, { group, name, spec, draft, automatic, onEdit }: Slot): TemplateResult {
  const value = draft[group][name] ?? null;
  const path = `widget_config.${group}.${name}`;
  const id = `${form.scope}-${group}-${name}`;
  const faults = form.faultsAt(path);
  const described = [spec.hint ? `${id}-hint` : "", faults.length ? `${id}-faults` : ""].filter(Boolean).join(" ");
  const aria = { described: described || nothing, invalid: faults.length ? "true" : nothing } as const;
  const reset =
    value === null
      ? nothing
      : html`<button type="button" class="small quiet" aria-label="Reset ${spec.label}" @click=${() => onEdit(null)}>
          Reset
        </button>`;
  return html`<div class="look-field ${spec.kind}">
    <label for=${id}>${spec.label}</label>
    <div class="control">${control(id, spec, value, automatic, aria, onEdit)}${reset}</div>
    ${spec.hint ? html`<p class="hint" id="${id}-hint">${spec.hint}</p>` : nothing}
    ${
      faults.length
        ? html`<ul class="faults" id="${id}-faults">
            ${faults.map(({ msg }) => html`<li>${msg}</li>`)}
          </ul>`
        : nothing
    }
  </div>`;
}

interface Aria {
  described: string | typeof nothing;
  invalid: "true" | typeof nothing;
}

const valueIn = (event: Event): string => (event.target as HTMLInputElement).value;

function control(
  id: string,
  spec: Spec,
  value: Value,
  automatic: string,
  aria: Aria,
  onEdit: (value: Value) => void,
): TemplateResult {
  switch (spec.kind) {
    case "color":
      return html`<input
          type="color"
          tabindex="-1"
          aria-label="Pick ${spec.label}"
          .value=${swatch(isColor(value) ? value : automatic)}
          @input=${(event: Event) => onEdit(valueIn(event))}
        />
        <input
          id=${id}
          type="text"
          class="code"
          maxlength="9"
          spellcheck="false"
          autocomplete="off"
          placeholder=${spec.value}
          aria-describedby=${aria.described}
          aria-invalid=${aria.invalid}
          .value=${value === null ? "" : String(value)}
          @input=${(event: Event) => onEdit(valueIn(event).trim() || null)}
        />`;
    case "number":
      return html`<input
          id=${id}
          type="number"
          step="1"
          min=${spec.min}
          max=${spec.max}
          inputmode="numeric"
          placeholder=${spec.value}
          aria-describedby=${aria.described}
          aria-invalid=${aria.invalid}
          .value=${value === null ? "" : String(value)}
          @input=${(event: Event) => onEdit(valueIn(event) === "" ? null : Number(valueIn(event)))}
        /><span class="unit">${spec.unit}</span>`;
    case "switch":
      return html`<input
        id=${id}
        type="checkbox"
        aria-describedby=${aria.described}
        aria-invalid=${aria.invalid}
        .checked=${value === null ? spec.value : value === true}
        @input=${(event: Event) => onEdit((event.target as HTMLInputElement).checked)}
      />`;
    case "text":
    case "url":
    case "font":
      return html`<input
        id=${id}
        type="text"
        inputmode=${spec.kind === "url" ? "url" : "text"}
        maxlength=${spec.max}
        spellcheck=${spec.kind === "text" ? "true" : "false"}
        placeholder=${placeholder(spec)}
        aria-describedby=${aria.described}
        aria-invalid=${aria.invalid}
        .value=${value === null ? "" : String(value)}
        @input=${(event: Event) => onEdit(valueIn(event).trim() === "" ? null : valueIn(event))}
      />`;
  }
}

function placeholder(spec: Spec & { kind: "text" | "url" | "font" }): string {
  if (spec.kind === "font") return spec.value;
  return spec.kind === "url" ? "https://" : (spec.placeholder ?? "The widget’s own");
}

/** A colour input knows `#rrggbb` only. */
function swatch(hex: string): string {
  const digits = hex.slice(1);
  return digits.length === 3 ? `#${[...digits].map((digit) => digit + digit).join("")}` : hex.slice(0, 7);
}

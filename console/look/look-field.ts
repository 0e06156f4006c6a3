import { html, nothing, type TemplateResult } from "lit";
import type { Group, Setting } from "../../shared/settings.ts";
import { withSixDigits } from "../../shared/theme/hex.ts";
import type { Form } from "../controllers/form.ts";
import { checkedIn, valueIn } from "../parts/event-value.ts";
import { type Draft, isColor, type Value } from "./draft.ts";

export interface Slot {
  group: Group;
  name: string;
  setting: Setting;
  /** In the empty field of a text. */
  placeholder: string | undefined;
  draft: Draft;
  /** The colour that `auto` results in. */
  automatic: string;
  onEdit: (value: Value) => void;
}

/** One setting: its control, and a way back to the default once it has left it. */
export function lookField(
  form: Form,
  { group, name, setting, placeholder, draft, automatic, onEdit }: Slot,
): TemplateResult {
  const value = draft[group][name] ?? null;
  const path = `widget_config.${group}.${name}`;
  const id = `${form.scope}-${group}-${name}`;
  const faults = form.faultsAt(path);
  const described = [setting.hint ? `${id}-hint` : "", faults.length ? `${id}-faults` : ""].filter(Boolean).join(" ");
  const aria = { described: described || nothing, invalid: faults.length ? "true" : nothing } as const;
  const reset =
    value === null
      ? nothing
      : html`<button type="button" class="small quiet" aria-label="Reset ${setting.label}" @click=${() => onEdit(null)}>
          Reset
        </button>`;
  return html`<div class="look-field ${setting.kind}">
    <label for=${id}>${setting.label}</label>
    <div class="control">${control({ id, path }, setting, value, placeholder, automatic, aria, onEdit)}${reset}</div>
    ${setting.hint ? html`<p class="hint" id="${id}-hint">${setting.hint}</p>` : nothing}
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

function control(
  { id, path }: { id: string; path: string },
  setting: Setting,
  value: Value,
  placeholder: string | undefined,
  automatic: string,
  aria: Aria,
  onEdit: (value: Value) => void,
): TemplateResult {
  switch (setting.kind) {
    case "color":
      return html`<input
          type="color"
          tabindex="-1"
          aria-label="Pick ${setting.label}"
          .value=${withSixDigits(isColor(value) ? value : automatic)}
          @input=${(event: Event) => onEdit(valueIn(event))}
        />
        <input
          id=${id}
          type="text"
          class="code"
          spellcheck="false"
          autocomplete="off"
          placeholder=${setting.default}
          aria-describedby=${aria.described}
          aria-invalid=${aria.invalid}
          .value=${value === null ? "" : String(value)}
          @input=${(event: Event) => onEdit(valueIn(event).trim() || null)}
        />`;
    case "number":
    case "integer":
      return html`<input
          id=${id}
          type="number"
          step="1"
          min=${setting.min}
          max=${setting.max}
          inputmode="numeric"
          placeholder=${setting.default}
          aria-describedby=${aria.described}
          aria-invalid=${aria.invalid}
          .value=${value === null ? "" : String(value)}
          @input=${(event: Event) => onEdit(valueIn(event) === "" ? null : Number(valueIn(event)))}
        /><span class="unit">${setting.unit}</span>`;
    case "switch":
      return html`<input
        id=${id}
        type="checkbox"
        aria-describedby=${aria.described}
        aria-invalid=${aria.invalid}
        .checked=${value === null ? setting.default : value === true}
        @input=${(event: Event) => onEdit(checkedIn(event))}
      />`;
    case "text":
    case "url":
    case "font":
      return html`<input
        id=${id}
        type="text"
        inputmode=${setting.kind === "url" ? "url" : "text"}
        data-most=${setting.max}
        data-path=${path}
        spellcheck=${setting.kind === "text" ? "true" : "false"}
        placeholder=${placeholder ?? placeholderOf(setting)}
        aria-describedby=${aria.described}
        aria-invalid=${aria.invalid}
        .value=${value === null ? "" : String(value)}
        @input=${(event: Event) => onEdit(valueIn(event).trim() === "" ? null : valueIn(event))}
      />`;
  }
}

function placeholderOf({ kind, default: standard }: Setting): string {
  if (kind === "font") return String(standard);
  return kind === "url" ? "https://" : "The widget’s own";
}

import { html, nothing, type TemplateResult } from "lit";
import type { Fields } from "../controllers/form.ts";
import { withScheme } from "./domain-forms.ts";

interface Common {
  /** The path that the API knows the field by, e.g. `credits_per_minute.provider_a`: faults find it by this. */
  name: string;
  label: string;
  hint?: unknown;
  required?: boolean;
  /** Hides "optional": filters need no such label, and a list of choices has always one that is chosen. */
  plain?: boolean;
  onInput?: (event: Event) => void;
}

type Field =
  | (Common & {
      kind: "text" | "password" | "date";
      value?: string | null;
      /** Characters. A longer text is refused when it is sent. */
      maxlength?: number;
      placeholder?: string;
      autocomplete?: "off" | "current-password";
    })
  | (Common & {
      kind: "number";
      value?: number | null;
      min?: number;
      max?: number;
      placeholder?: string;
      unit?: string;
    })
  | (Common & {
      kind: "area";
      value?: string | null;
      rows?: number;
      maxlength?: number;
      placeholder?: string;
      code?: boolean;
    })
  | (Common & { kind: "select"; value?: string | null; options: readonly (readonly [value: string, label: string])[] })
  | (Common & { kind: "check"; value?: boolean });

/** A labelled control with its hint and its faults, each tied to it for a screen reader. */
export function field(form: Fields, spec: Field): TemplateResult {
  const id = `${form.scope}-${spec.name}`;
  const onInput = (event: Event) => {
    form.forgive(spec.name);
    spec.onInput?.(event);
  };
  const faults = form.faultsAt(spec.name);
  const described = [spec.hint ? `${id}-hint` : "", faults.length ? `${id}-faults` : ""].filter(Boolean).join(" ");
  const below = html`
    ${spec.hint ? html`<p class="hint" id="${id}-hint">${spec.hint}</p>` : nothing}
    ${
      faults.length
        ? html`<ul class="faults" id="${id}-faults">
            ${faults.map(({ path, msg }) => html`<li>${path ? html`<code>${placeIn(path)}</code> ` : nothing}${msg}</li>`)}
          </ul>`
        : nothing
    }
  `;
  const bind = control(id, form.path, { ...spec, onInput }, described || nothing, faults.length ? "true" : nothing);
  if (spec.kind === "check")
    return html`<div class="field check"><label for=${id}>${bind}<span>${spec.label}</span></label>${below}</div>`;
  return html`<div class="field">
    <label for=${id}>${spec.label}${spec.required || spec.plain || spec.kind === "select" ? nothing : html` <span class="optional">optional</span>`}</label>
    ${bind}${below}
  </div>`;
}

/** `0.url` → `#1 url`: the first one of a list, as a person counts. */
const placeIn = (path: string): string => path.replace(/^(\d+)\.?/, (_, index) => `#${Number(index) + 1} `).trim();

function control(
  id: string,
  path: string,
  spec: Field,
  described: string | typeof nothing,
  invalid: "true" | typeof nothing,
) {
  switch (spec.kind) {
    case "text":
    case "password":
    case "date":
      return html`<input
        id=${id}
        name=${spec.name}
        type=${spec.kind}
        .value=${spec.value ?? ""}
        data-most=${spec.maxlength ?? nothing}
        data-path=${path + spec.name}
        placeholder=${spec.placeholder ?? nothing}
        autocomplete=${spec.autocomplete ?? "off"}
        spellcheck="false"
        ?required=${spec.required}
        aria-describedby=${described}
        aria-invalid=${invalid}
        @input=${spec.onInput}
      />`;
    case "number":
      return html`<span class="with-unit"
        ><input
          id=${id}
          name=${spec.name}
          type="number"
          .value=${spec.value === null || spec.value === undefined ? "" : String(spec.value)}
          min=${spec.min ?? nothing}
          max=${spec.max ?? nothing}
          step="1"
          inputmode="numeric"
          placeholder=${spec.placeholder ?? nothing}
          ?required=${spec.required}
          aria-describedby=${described}
          aria-invalid=${invalid}
          @input=${spec.onInput}
        />${spec.unit ? html`<span class="unit">${spec.unit}</span>` : nothing}</span
      >`;
    case "area":
      return html`<textarea
        id=${id}
        name=${spec.name}
        class=${spec.code ? "code" : ""}
        rows=${spec.rows ?? 3}
        data-most=${spec.maxlength ?? nothing}
        data-path=${path + spec.name}
        placeholder=${spec.placeholder ?? nothing}
        spellcheck=${spec.code ? "false" : "true"}
        .value=${spec.value ?? ""}
        ?required=${spec.required}
        aria-describedby=${described}
        aria-invalid=${invalid}
        @input=${spec.onInput}
      ></textarea>`;
    case "select":
      return html`<select
        id=${id}
        name=${spec.name}
        ?required=${spec.required}
        aria-describedby=${described}
        aria-invalid=${invalid}
        @input=${spec.onInput}
      >
        ${spec.options.map(([value, label]) => html`<option value=${value} ?selected=${value === spec.value}>${label}</option>`)}
      </select>`;
    case "check":
      return html`<input
        id=${id}
        name=${spec.name}
        type="checkbox"
        .checked=${spec.value ?? false}
        aria-describedby=${described}
        aria-invalid=${invalid}
        @input=${spec.onInput}
      />`;
  }
}

export type FormValues = ReturnType<typeof read>;

/** Values of a submitted form, as the API wants them: an empty text is `null`. */
export const read = (form: HTMLFormElement) => {
  const data = new FormData(form);
  const text = (name: string) => String(data.get(name) ?? "").trim();
  return {
    text,
    textOrNull: (name: string) => text(name) || null,
    address: (name: string) => withScheme(text(name)),
    /** `undefined` where nothing is written, so that the server says which field it misses. */
    number: (name: string) => (text(name) === "" ? undefined : Number(text(name))),
    checked: (name: string) => data.has(name),
  };
};

import { html, nothing } from "lit";
import { LENGTHS } from "../../shared/text-lengths.ts";
import type { Fields } from "../controllers/form.ts";
import { checkedIn, valueIn } from "./event-value.ts";
import { field } from "./field.ts";
import { newRow, PARAMETER_TYPES, type ParameterRow, type ParameterType } from "./parameter-rows.ts";
import type { ToolDraft } from "./tool-draft.ts";

const TYPE_LABELS: Record<ParameterType, string> = {
  string: "Text",
  number: "Number",
  integer: "Whole number",
  boolean: "Yes or no",
};

/** The fields of one tool. `at` is its place in the list: the API names its faults so. */
export function toolFields(form: Fields, at: number, tool: ToolDraft, change: (next: Partial<ToolDraft>) => void) {
  const webhook = tool.kind === "webhook";
  return html`
    <div class="columns">
      ${field(form, {
        kind: "text",
        name: `${at}.name`,
        label: "Name",
        value: tool.name,
        required: true,
        maxlength: LENGTHS.toolName,
        placeholder: "find_order",
        hint: "Letters, digits, _ and -. The model calls it by this name.",
        onInput: (event) => change({ name: valueIn(event) }),
      })}
      ${field(form, {
        kind: "select",
        name: `${at}.kind`,
        label: "Runs",
        required: true,
        value: tool.kind,
        options: [
          ["webhook", "On your server: a webhook"],
          ["client", "On the page: your own script"],
        ],
        onInput: (event) => change({ kind: valueIn(event) === "webhook" ? "webhook" : "client" }),
      })}
    </div>
    ${field(form, {
      kind: "area",
      name: `${at}.description`,
      label: "What it does",
      value: tool.description,
      rows: 2,
      maxlength: LENGTHS.toolDescription,
      placeholder: "Finds an order by its number and says where it is.",
      hint: "The model uses this to decide when to call the tool.",
      onInput: (event) => change({ description: valueIn(event) }),
    })}
    ${webhook ? webhookFields(form, at, tool, change) : nothing} ${parameters(form, at, tool, change)}
  `;
}

const webhookFields = (form: Fields, at: number, tool: ToolDraft, change: (next: Partial<ToolDraft>) => void) =>
  html`<div class="columns">
    ${field(form, {
      kind: "text",
      name: `${at}.url`,
      label: "Address",
      value: tool.url,
      required: true,
      maxlength: LENGTHS.url,
      placeholder: "https://shop.example/hooks/order",
      hint: "Receives a POST with the arguments, signed according to Standard Webhooks.",
      onInput: (event) => change({ url: valueIn(event) }),
    })}
    ${field(form, {
      kind: "text",
      name: `${at}.secret`,
      label: "Secret",
      value: tool.secret,
      maxlength: LENGTHS.toolSecret,
      placeholder: tool.has_secret ? "Stored; never shown" : "Created for you if empty",
      hint: tool.has_secret ? "Enter another one to replace it." : "Shown once after saving.",
      onInput: (event) => change({ secret: valueIn(event) }),
    })}
  </div>`;

function parameters(form: Fields, at: number, tool: ToolDraft, change: (next: Partial<ToolDraft>) => void) {
  const { rows } = tool;
  if (rows === null)
    return html`<p class="note">
      The parameters of this tool say more than rows can. Change them with “Edit as JSON”.
    </p>`;
  const set = (index: number, next: Partial<ParameterRow>) =>
    change({ rows: rows.map((row, place) => (place === index ? { ...row, ...next } : row)) });
  const faults = form.faultsAt(`${at}.parameters`);
  return html`<fieldset class="parameters">
    <legend>Parameters</legend>
    ${rows.length === 0 ? html`<p class="hint">None: the tool is called without arguments.</p>` : nothing}
    ${rows.map((row, index) =>
      parameter(
        form,
        `${at}.row.${index}`,
        row,
        (next) => set(index, next),
        () => change({ rows: rows.filter((_, place) => place !== index) }),
      ),
    )}
    ${faults.length > 0 ? html`<ul class="faults">${faults.map(({ msg }) => html`<li>${msg}</li>`)}</ul>` : nothing}
    <div class="buttons">
      <button type="button" class="small" @click=${() => change({ rows: [...rows, newRow()] })}>Add a parameter</button>
    </div>
  </fieldset>`;
}

const parameter = (
  form: Fields,
  path: string,
  row: ParameterRow,
  set: (next: Partial<ParameterRow>) => void,
  remove: () => void,
) => html`<div class="parameter" role="group" aria-label=${row.name || "New parameter"}>
  ${field(form, { kind: "text", name: `${path}.name`, label: "Parameter", plain: true, value: row.name, maxlength: 64, placeholder: "number", onInput: (event) => set({ name: valueIn(event) }) })}
  ${field(form, {
    kind: "select",
    name: `${path}.type`,
    label: "Type",
    plain: true,
    value: row.type,
    options: PARAMETER_TYPES.map((type) => [type, TYPE_LABELS[type]] as const),
    onInput: (event) => set({ type: PARAMETER_TYPES.find((one) => one === valueIn(event)) ?? "string" }),
  })}
  ${field(form, { kind: "text", name: `${path}.description`, label: "Meaning", plain: true, value: row.description, maxlength: 500, placeholder: "As on the receipt", onInput: (event) => set({ description: valueIn(event) }) })}
  ${
    row.type === "string"
      ? field(form, {
          kind: "text",
          name: `${path}.choices`,
          label: "Only these values",
          plain: true,
          value: row.choices,
          maxlength: 500,
          placeholder: "any",
          onInput: (event) => set({ choices: valueIn(event) }),
        })
      : html`<span></span>`
  }
  ${field(form, { kind: "check", name: `${path}.required`, label: "Required", value: row.required, onInput: (event) => set({ required: checkedIn(event) }) })}
  <button type="button" class="small quiet bad" aria-label="Remove parameter ${row.name}" @click=${remove}>Remove</button>
</div>`;

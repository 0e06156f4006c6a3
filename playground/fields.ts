import { html, nothing, type TemplateResult } from "lit";
import { LOCALES } from "../shared/languages.ts";
import type { Setting } from "../shared/settings.ts";
import { withSixDigits } from "../shared/theme/hex.ts";
import { languageName, textOf } from "../shared/translations.ts";
import type { AttributeOption } from "./options.ts";
import type { Value } from "./state.ts";

/** `onAccent` → `On accent`. */
export function titleOf(name: string): string {
  const words = textOf(name)
    .replace(/-/g, " ")
    .replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Text with its `code`. */
const prose = (text: string) => text.split("`").map((part, index) => (index % 2 ? html`<code>${part}</code>` : part));

const field = (id: string, name: string, about: string, control: TemplateResult, wide = false) =>
  html`<div class="field ${wide ? "wide" : ""}">
    <label for=${id}>${titleOf(name)}</label>
    ${control}
    <p class="hint" id="${id}-hint">${prose(about)}</p>
  </div>`;

const check = (id: string, name: string, about: string, on: boolean, change: (on: boolean) => void) =>
  html`<div class="field check">
    <label for=${id}>
      <input
        id=${id}
        type="checkbox"
        aria-describedby="${id}-hint"
        .checked=${on}
        @change=${(event: Event) => change((event.target as HTMLInputElement).checked)}
      />${titleOf(name)}
    </label>
    <p class="hint" id="${id}-hint">${prose(about)}</p>
  </div>`;

/** Passes on a valid value; marks an invalid one. */
function read(event: Event, change: (text: string) => void): void {
  const input = event.target as HTMLInputElement;
  const valid = input.checkValidity();
  input.setAttribute("aria-invalid", String(!valid));
  if (valid) change(input.value);
}

export function attributeField(
  option: AttributeOption,
  value: string | undefined,
  change: (value: string | null) => void,
): TemplateResult {
  const { name, about, kind, choices, fallback } = option;
  const id = `attribute-${name}`;
  if (kind === "switch") return check(id, name, about, value !== undefined, (on) => change(on ? "" : null));
  if (kind === "choice") {
    const control = html`<select
      id=${id}
      aria-describedby="${id}-hint"
      @change=${(event: Event) => change((event.target as HTMLSelectElement).value || null)}
    >
      ${choices.map(
        (choice) =>
          html`<option value=${choice} ?selected=${choice === (value ?? fallback)}>${choice || "automatic"}</option>`,
      )}
    </select>`;
    return field(id, name, about, control);
  }
  const control = html`<input
    id=${id}
    type="text"
    class=${kind === "json" ? "code" : ""}
    spellcheck="false"
    autocomplete="off"
    placeholder=${kind === "json" ? '{"plan":"pro"}' : nothing}
    aria-describedby="${id}-hint"
    .value=${value ?? ""}
    @input=${(event: Event) => {
      const input = event.target as HTMLInputElement;
      input.setCustomValidity(kind === "json" && !isObject(input.value) ? "Write a JSON object" : "");
      read(event, (text) => change(text.trim() || null));
    }}
  />`;
  return field(id, name, about, control);
}

function isObject(text: string): boolean {
  if (!text.trim()) return true;
  try {
    const value = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}

const HEX = "#(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})";

export function settingField(
  id: string,
  name: string,
  setting: Setting,
  value: Value,
  change: (value: Value) => void,
): TemplateResult {
  const { kind, about, default: fallback } = setting;
  const bounds = "min" in setting ? setting : null;
  if (kind === "switch") return check(id, name, about, value === null ? fallback === true : value === true, change);
  const text = (type: string, pattern?: string) => html`<input
    id=${id}
    type=${type}
    pattern=${pattern ?? nothing}
    maxlength=${!bounds && "max" in setting ? setting.max : nothing}
    min=${bounds?.min ?? nothing}
    max=${bounds?.max ?? nothing}
    placeholder=${fallback === null ? (kind === "url" ? "https://" : "The widget’s own") : String(fallback)}
    spellcheck=${kind === "text" ? "true" : "false"}
    autocomplete="off"
    aria-describedby="${id}-hint"
    .value=${value === null ? "" : String(value)}
    @input=${(event: Event) =>
      read(event, (typed) => change(typed.trim() === "" ? null : bounds ? Number(typed) : typed.trim()))}
  />`;
  if (bounds) return field(id, name, about, text("number"));
  if (kind !== "color") return field(id, name, about, text(kind === "url" ? "url" : "text"), kind !== "url");
  const shown = typeof value === "string" && value.startsWith("#") ? value : String(fallback);
  const control = html`<div class="color">
    <input
      type="color"
      aria-label="Pick ${titleOf(name).toLowerCase()}"
      .value=${shown.startsWith("#") ? withSixDigits(shown) : "#808080"}
      @input=${(event: Event) => change((event.target as HTMLInputElement).value)}
    />
    ${text("text", fallback === "auto" ? `auto|${HEX}` : HEX)}
  </div>`;
  return field(id, name, about, control);
}

/** Chooses whom the texts are for: all visitors, or those who read one language. */
export function languageField(
  about: string,
  language: string,
  used: readonly string[],
  choose: (language: string) => void,
): TemplateResult {
  const id = "copy-translations";
  const control = html`<select
    id=${id}
    aria-describedby="${id}-hint"
    @change=${(event: Event) => choose((event.target as HTMLSelectElement).value)}
  >
    <option value="" ?selected=${language === ""}>Everybody</option>
    ${LOCALES.map(
      (tag) =>
        html`<option value=${tag} ?selected=${tag === language}>${languageName(tag)}${used.includes(tag) ? " •" : ""}</option>`,
    )}
  </select>`;
  return field(id, "wordsFor", about, control, true);
}

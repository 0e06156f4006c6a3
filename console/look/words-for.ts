import { html, nothing } from "lit";
import { LOCALES } from "../../shared/languages.ts";
import { languageName, languagesOf } from "../../shared/translations.ts";
import { valueIn } from "../parts/event-value.ts";
import type { Draft } from "./draft.ts";

/** Chooses whose words are edited: everybody's, or those of visitors who read one language. */
export function wordsFor(draft: Draft, language: string, choose: (language: string) => void) {
  const own = languagesOf(Object.entries(draft.copy).flatMap(([name, text]) => (text === null ? [] : name)));
  const tags = [...new Set([...LOCALES, ...own, language])].filter(Boolean);
  const option = (tag: string) =>
    html`<option value=${tag} ?selected=${tag === language}>${languageName(tag)} (${tag})</option>`;
  const others = tags.filter((tag) => !own.includes(tag)).map(option);
  return html`<div class="look-field select">
    <label for="look-language">Words for</label>
    <div class="control">
      <select
        id="look-language"
        aria-describedby="look-language-hint"
        @change=${(event: Event) => choose(valueIn(event))}
      >
        <option value="" ?selected=${language === ""}>Everybody</option>
        ${own.length ? html`<optgroup label="With texts of their own">${own.map(option)}</optgroup>` : nothing}
        <optgroup label=${own.length ? "Other languages" : "Languages"}>${others}</optgroup>
      </select>
    </div>
    <p class="hint" id="look-language-hint">Visitors see the texts of their language; a text that you leave empty there falls back to the one for everybody.</p>
  </div>`;
}

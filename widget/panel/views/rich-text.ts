import { html, type TemplateResult } from "lit/html.js";
import type { Message } from "../../session/state.ts";
import { richMessageChunk, viewsOf } from "../lazy-views.ts";
import type { ViewModel } from "../view-model.ts";

/** Without one of these a text is one plain paragraph. */
const MARKS = /[*_`[\]#•\n~<&@\\|>]|https?:|www\.|^\s*[-+\d]/;

/** The agent's text. No blanks between the tags: they would be shown. */
export function richText(message: Message, model: ViewModel): TemplateResult {
  const rich = MARKS.test(message.text) ? viewsOf(richMessageChunk, model) : null;
  return html`<div class="text" dir="auto">${
    rich ? rich.markdownText(message, model) : html`<p dir="auto">${message.text}</p>`
  }</div>`;
}

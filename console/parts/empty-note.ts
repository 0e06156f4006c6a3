import { html, nothing, type TemplateResult } from "lit";

/** Nothing here yet: says what would be, and offers the first step. */
export const emptyNote = (title: string, text: string, action: unknown = nothing): TemplateResult =>
  html`<div class="empty">
    <p class="empty-title">${title}</p>
    <p>${text}</p>
    ${action}
  </div>`;

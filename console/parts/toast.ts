import { html, nothing, type TemplateResult } from "lit";
import type { Notice } from "../view.ts";

/** The notice on screen. Its region is there before it, so that screen readers say it. */
export const toast = (said: Notice | null, close: () => void): TemplateResult => html`<div class="toast">
  <div role="status">${said ? html`<span>${said.text}</span>` : nothing}</div>
  ${said?.failed ? html`<button type="button" class="small" aria-keyshortcuts="Escape" @click=${close}>Close</button>` : nothing}
</div>`;

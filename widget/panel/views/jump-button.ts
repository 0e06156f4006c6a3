import { html } from "lit/html.js";
import type { ViewModel } from "../view-model.ts";

/** Shown over the end of the transcript while the visitor has scrolled up. */
export const jumpButton = ({ texts }: ViewModel, jump: (event: Event) => void) => html`<div class="latest">
  <button class="secondary" part="jump" type="button" @click=${jump}>${texts.jumpToLatest}</button>
</div>`;

import { html } from "lit/html.js";
import type { ViewModel } from "../view-model.ts";

/** Below the transcript while the visitor has scrolled up, with the number of messages that came meanwhile. */
export const jumpButton = ({ texts }: ViewModel, count: number, jump: () => void) =>
  html`<button class="secondary latest" part="jump" type="button" @click=${jump}>
    ${texts.jumpToLatest}${count > 0 ? ` (${count.toLocaleString(texts.tag)})` : ""}
  </button>`;

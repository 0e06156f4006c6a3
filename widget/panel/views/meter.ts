import { html } from "lit";

/** How loud the visitor is; the levels controller moves it. */
export const meter = html`<span class="meter"><i></i></span>`;

import { html, type TemplateResult } from "lit";

/** Icons of the rail itself. */
export const SEARCH = "M9 14a5 5 0 1 0 0-10 5 5 0 0 0 0 10ZM12.7 12.7l3.8 3.8";
export const MENU = "M3.5 6h13M3.5 10h13M3.5 14h13";
export const SWITCH = "m7 8 3-3 3 3M7 12l3 3 3-3";

/** Icons of several screens; one that only one screen has stands where the screen is declared. */
export const PERSON = "M10 10.2a3 3 0 1 0 0-6 3 3 0 0 0 0 6ZM4 16.5c.6-2.7 3-4 6-4s5.4 1.3 6 4";
export const TILES = "M3.5 3.5h5.5V9H3.5ZM11 3.5h5.5V9H11ZM3.5 11h5.5v5.5H3.5ZM11 11h5.5v5.5H11Z";

/** Drawn in 20 × 20 with one line, in the colour of the text beside it. */
export const icon = (path: string): TemplateResult =>
  html`<svg class="icon" viewBox="0 0 20 20" aria-hidden="true"><path d=${path} /></svg>`;

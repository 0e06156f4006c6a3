import { html, nothing } from "lit";

/** One figure of a `<dl class="figures">`. @param small what stands beside it */
export const figure = (name: string, value: unknown, small: unknown = nothing, bad = false) =>
  html`<div class=${bad ? "bad" : nothing}><dt>${name}</dt><dd><bdi>${value}</bdi> <small><bdi>${small}</bdi></small></dd></div>`;

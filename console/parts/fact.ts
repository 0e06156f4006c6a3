import { html } from "lit";

/** One line of a list of facts (`dl`). What a visitor or a site wrote stands in its own direction. */
export const fact = (label: string, value: unknown) =>
  html`<div><dt dir="auto">${label}</dt><dd dir="auto">${value}</dd></div>`;

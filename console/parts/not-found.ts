import { html, type TemplateResult } from "lit";
import type { ApiFailure } from "../api.ts";
import { to } from "../router.ts";
import { emptyNote } from "./empty-note.ts";
import { pageHead } from "./page.ts";

/** A screen of something that is not there: says why, and leads on. */
export const notFound = (what: string, why: string): TemplateResult => html`<div class="stack">
  ${pageHead({ title: `${what} not found` })}
  ${emptyNote("Nothing is here", why, html`<a class="button" href=${to.overview()}>Go to the overview</a>`)}
</div>`;

/** Why most things are missing. */
const DELETED = "It was deleted, or the address of this page is not complete.";

/** The screen of something that could not be read, for `Load.render()`. @param why where there is more to say of what is not there */
export const notRead =
  (what: string, why = "") =>
  ({ status }: ApiFailure, note: TemplateResult): TemplateResult =>
    status === 404
      ? notFound(what, `${DELETED} ${why}`)
      : html`<div class="stack">${pageHead({ title: `${what} not loaded` })} ${note}</div>`;

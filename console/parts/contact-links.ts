import { html } from "lit";

/** What ends an address in a link: behind it a visitor could name who else gets the answer, and what it says. */
const ENDS = /[%?#&]/g;

export const mailLink = (email: string) =>
  html`<a href="mailto:${email.replace(ENDS, encodeURIComponent)}">${email}</a>`;

/** Dials what a number holds, without the spaces and signs that people put into it. */
export const phoneLink = (phone: string) => html`<a href="tel:${phone.replace(/[^\d+]/g, "")}">${phone}</a>`;

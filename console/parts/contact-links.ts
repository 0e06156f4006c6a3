import { html } from "lit";

export const mailLink = (email: string) => html`<a href="mailto:${email}">${email}</a>`;

/** Dials what a number holds, without the spaces and signs that people put into it. */
export const phoneLink = (phone: string) => html`<a href="tel:${phone.replace(/[^\d+]/g, "")}">${phone}</a>`;

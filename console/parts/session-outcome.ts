import { html, nothing } from "lit";
import type { SessionShown } from "../answers.ts";
import { mailLink, phoneLink } from "./contact-links.ts";
import { fact } from "./fact.ts";
import { words } from "./format.ts";
import { badge } from "./page.ts";

const VERDICT_TONES = { success: "good", failure: "bad", unknown: "plain" } as const;
const VERDICTS = { success: "Met", failure: "Not met", unknown: "Unclear" } as const;

/** The result of a conversation's analysis. */
export function analysisCard(session: SessionShown, again: (event: Event) => void) {
  const { analysis } = session;
  if (analysis === null) return nothing;
  const { status, detail, summary, fields = {}, criteria = [] } = analysis;
  return html`<section class="card">
    <header>
      <h2>Summary</h2>
      ${status === "pending" ? badge("warn", "In progress") : nothing}
      ${status === "failed" ? html`<button type="button" class="small" @click=${again}>Try again</button>` : nothing}
    </header>
    ${status === "failed" ? html`<div class="note bad" role="alert"><p>${detail}</p></div>` : nothing}
    ${summary ? html`<p dir="auto">${summary}</p>` : nothing}
    ${
      Object.keys(fields).length > 0
        ? html`<dl class="facts">
            ${Object.entries(fields).map(([name, value]) => fact(words(name), valueText(value)))}
          </dl>`
        : nothing
    }
    ${
      criteria.length > 0
        ? html`<ul class="outcomes">
            ${criteria.map(
              ({ name, result, reason }) => html`<li>
                ${badge(VERDICT_TONES[result], VERDICTS[result])}
                <span><b>${words(name)}</b>${reason ? html`: ${reason}` : nothing}</span>
              </li>`,
            )}
          </ul>`
        : nothing
    }
  </section>`;
}

const valueText = (value: string | number | boolean | null): string =>
  value === null ? "–" : typeof value === "boolean" ? (value ? "yes" : "no") : String(value);

/** The contact details that the visitor left. */
export function contactCard({ contacts }: SessionShown) {
  if (contacts.length === 0) return nothing;
  return html`<section class="card">
    <header><h2>Contact</h2></header>
    ${contacts.map(
      ({ name, email, phone, message }) => html`<dl class="facts">
        ${name ? fact("Name", name) : nothing}
        ${email ? fact("Email", mailLink(email)) : nothing}
        ${phone ? fact("Phone", phoneLink(phone)) : nothing}
        ${message ? fact("Message", message) : nothing}
      </dl>`,
    )}
  </section>`;
}

import { html, nothing } from "lit/html.js";
import { safeAddress } from "../../../shared/markdown/address.ts";
import enAnswers from "../../i18n/en-answers.ts";
import type { SourceLink } from "../../session/sources.ts";
import type { Message } from "../../session/state.ts";
import type { ViewModel } from "../view-model.ts";
import { toolIcon } from "./icons.ts";
import { opensHere } from "./link-tab.ts";

/** The sources found since the visitor's last message, if this is the first answer to it. */
function sourcesBefore(message: Message, transcript: readonly Message[]): readonly SourceLink[] {
  for (let at = transcript.indexOf(message) - 1; at >= 0; at--) {
    const before = transcript[at];
    if (before?.sources?.length) return before.sources;
    if (before?.role !== "tool") break;
  }
  return [];
}

/** Shown while the agent searches. */
export const searching = ({ texts }: ViewModel) =>
  html`<div class="note">${toolIcon}<span>${{ ...enAnswers, ...texts }.searching}</span></div>`;

/** The pages that an answer was made from, under it. Each link shows where it leads. */
export function sourceLinks(message: Message, { state, texts, features }: ViewModel) {
  const links = message.final ? sourcesBefore(message, state.transcript) : [];
  const shown = links.flatMap(({ title, url }) => {
    const href = safeAddress(url);
    return href ? [{ title, href, tab: opensHere(href, features) ? "_self" : "_blank" }] : [];
  });
  if (shown.length === 0) return nothing;
  return html`<ul class="sources" part="sources" aria-label=${{ ...enAnswers, ...texts }.sources}>
    ${shown.map(
      ({ title, href, tab }) =>
        html`<li><a part="link" href=${href} title=${href} target=${tab} rel="noopener noreferrer" dir="auto">${title}</a></li>`,
    )}
  </ul>`;
}

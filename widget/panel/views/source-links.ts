import { html, nothing } from "lit/html.js";
import { safeAddress } from "../../../shared/markdown/address.ts";
import enAnswers from "../../i18n/en-answers.ts";
import type { SourceLink } from "../../session/sources.ts";
import type { Message } from "../../session/state.ts";
import type { ViewModel } from "../view-model.ts";
import { toolIcon } from "./icons.ts";
import { opensHere } from "./link-tab.ts";
import { usedSources } from "./used-sources.ts";

/** What searches found between the visitor's last message and this first answer to it, and what the visitor said. */
function foundBefore(message: Message, transcript: readonly Message[]): { found: SourceLink[]; asked: string } {
  const found = new Map<string, SourceLink>();
  let at = transcript.indexOf(message) - 1;
  for (; transcript[at]?.role === "tool"; at--)
    for (const one of transcript[at]?.sources ?? [])
      found.set(one.url, { ...one, text: `${found.get(one.url)?.text ?? ""}\n${one.text}` });
  const asked = transcript.slice(0, at + 1).findLast(({ role }) => role === "user")?.text ?? "";
  return { found: [...found.values()], asked };
}

/** Messages are immutable, so each is looked at once. */
const known = new WeakMap<Message, readonly SourceLink[]>();

/** The pages to name under an answer, no two alike, and none that it links itself. */
function sourcesOfAnswer(message: Message, transcript: readonly Message[]): readonly SourceLink[] {
  const before = known.get(message);
  if (before) return before;
  const { found, asked } = foundBefore(message, transcript);
  const names = new Set<string>();
  const sources = usedSources(message.text, asked, found).filter(({ title, url }) => {
    const alike = names.has(title) || names.has(url) || message.text.includes(`](${url})`);
    names.add(title).add(url);
    return !alike;
  });
  if (found.length > 0) known.set(message, sources);
  return sources;
}

/** Shown while the agent searches. */
export const searching = ({ texts }: ViewModel) =>
  html`<div class="note">${toolIcon}<span>${{ ...enAnswers, ...texts }.searching}</span></div>`;

/** The pages that an answer rests on, under it. Each link shows where it leads. */
export function sourceLinks(message: Message, { state, texts, features }: ViewModel) {
  const links = message.final ? sourcesOfAnswer(message, state.transcript) : [];
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

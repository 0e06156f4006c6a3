import { html, nothing } from "lit/html.js";
import { MAX_STARTERS } from "../../../shared/limits.ts";
import { matchLanguage } from "../../../shared/match-language.ts";
import enConversation from "../../i18n/en-conversation.ts";
import type { ViewModel } from "../view-model.ts";

export { startersStyles as styles } from "./starters-styles.ts";

/** The owner's questions, by the rule that initial messages go by; where none fit the reader, English ones, or the first. */
export function startersFor(starters: unknown, locale: string | undefined): string[] {
  const texts = (list: unknown): string[] =>
    Array.isArray(list) ? list.filter((text) => typeof text === "string" && text !== "").slice(0, MAX_STARTERS) : [];
  if (!starters || typeof starters !== "object") return [];
  if (Array.isArray(starters)) return texts(starters);
  const byTag = starters as Record<string, unknown>;
  const tags = Object.keys(byTag).filter((tag) => texts(byTag[tag]).length > 0);
  return texts(byTag[matchLanguage(locale, tags) ?? matchLanguage("en", tags) ?? tags[0] ?? ""]);
}

/** Suggested questions before the first message, as buttons: a click sends one as if it had been typed. */
export function starters({ agent, locale, texts, state, features, dispatch }: ViewModel) {
  const shown =
    features.textInput && state.status === "idle" && state.transcript.length === 0
      ? startersFor(agent?.starters, locale)
      : [];
  if (shown.length === 0) return nothing;
  return html`<ul class="starters" part="starters" aria-label=${{ ...enConversation, ...texts }.starters}>
    ${shown.map(
      (text) =>
        html`<li><button part="starter" type="button" dir="auto" @click=${() => dispatch({ type: "send_text", text })}>${text}</button></li>`,
    )}
  </ul>`;
}

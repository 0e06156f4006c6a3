import { html, nothing } from "lit/html.js";
import enConversation from "../../i18n/en-conversation.ts";
import type { ViewModel } from "../view-model.ts";

const MAX_STARTERS = 6;

/** The owner's questions in the reader's language: the whole tag, its language, English, then whatever there is. */
export function startersFor(starters: unknown, tag: string): string[] {
  const texts = (list: unknown): string[] =>
    Array.isArray(list) ? list.filter((text) => typeof text === "string" && text !== "").slice(0, MAX_STARTERS) : [];
  if (!starters || typeof starters !== "object") return [];
  if (Array.isArray(starters)) return texts(starters);
  const byTag = starters as Record<string, unknown>;
  const language = tag.split("-")[0] ?? tag;
  const found = [tag, language, ...Object.keys(byTag).filter((name) => name.startsWith(`${language}-`)), "en"];
  return texts(byTag[found.find((name) => texts(byTag[name]).length > 0) ?? Object.keys(byTag)[0] ?? ""]);
}

/** Suggested questions before the first message, as buttons: a click sends one as if it had been typed. */
export function starters({ agent, texts, state, features, dispatch }: ViewModel) {
  const shown = features.textInput && state.transcript.length === 0 ? startersFor(agent?.starters, texts.tag) : [];
  if (shown.length === 0) return nothing;
  return html`<ul class="starters" part="starters" aria-label=${{ ...enConversation, ...texts }.starters}>
    ${shown.map(
      (text) =>
        html`<li><button part="starter" type="button" dir="auto" @click=${() => dispatch({ type: "send_text", text })}>${text}</button></li>`,
    )}
  </ul>`;
}

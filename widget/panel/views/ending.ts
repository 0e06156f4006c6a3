import { html, nothing, svg } from "lit/html.js";
import enEnding from "../../i18n/en-ending.ts";
import type { PanelMessages } from "../../i18n/messages.ts";
import { plural } from "../../i18n/plural.ts";
import { conversationOf } from "../../session/selectors.ts";
import type { ViewModel } from "../view-model.ts";
import { copyButton } from "./copy-transcript.ts";
import { extension } from "./extension.ts";
import { icon, microphoneIcon } from "./icons.ts";

export { endingStyles as styles } from "./ending-styles.ts";

const starIcon = icon(svg`<path d="M12 3.6l2.5 5.3 5.8.8-4.2 4 1 5.8-5.1-2.8-5.1 2.8 1-5.8-4.2-4 5.8-.8z" />`);

type Texts = PanelMessages & typeof enEnding;

/** The longest comment that the service takes. */
const MAX_COMMENT = 2_000;

/** Beside a message that could not be sent. */
export const notSent = ({ texts }: ViewModel) =>
  html`<span class="cut" data-unsent>${{ ...enEnding, ...texts }.notSent}</span>`;

/**
 * In a conversation's last minute: more time. After it: its reason, a rating if the owner wants one, a copy of the transcript, and another start. After a
 * failure, which has a notice of its own, the copy.
 */
export function ending(model: ViewModel, changeAgent: (name: string) => unknown) {
  const { state, features, input, dispatch } = model;
  const texts = { ...enEnding, ...model.texts };
  if (conversationOf(state)) return extension(model, texts);
  if (state.status !== "ended")
    return html`<section class="ending"><div class="choices">${copyButton(model, texts)}</div></section>`;
  const { reason } = state;
  // Without credit the next start would be refused.
  const startsAgain = reason !== "credit_exhausted";
  const why = reason === "completed" || reason === "visitor_left" ? nothing : texts.endedBecause[reason];
  return html`
    <section class="ending">
      ${why === nothing ? nothing : html`<p role="status" data-reason=${reason}>${why}</p>`}
      ${features.feedback && state.connected ? opinion(model, texts) : nothing}
      <div class="choices">
        ${
          startsAgain
            ? html`<button class="primary small" part="start" type="button" @click=${() => dispatch({ type: "start", input })}>
                ${input === "voice" ? microphoneIcon : nothing}<span>${texts.startAgain}</span>
              </button>`
            : nothing
        }
        ${startsAgain ? changeAgent(texts.changeAgent) : nothing} ${copyButton(model, texts)}
      </div>
    </section>
  `;
}

function opinion(model: ViewModel, texts: Texts) {
  const { rating, dispatch } = model;
  return html`
    <p id="rate" role="status">${rating === null ? texts.rate : texts.rated}</p>
    <div class="stars" role="group" aria-label=${texts.rate}>
      ${[1, 2, 3, 4, 5].map(
        (count) => html`<button
          class="star ${count <= (rating ?? 0) ? "given" : ""}"
          part="star"
          type="button"
          aria-pressed=${count === rating}
          aria-label=${plural(texts.stars, count, texts.tag)}
          @click=${() => dispatch({ type: "rate", rating: count })}
        >
          ${starIcon}
        </button>`,
      )}
    </div>
    ${rating === null ? nothing : comment(model, texts, rating)}
  `;
}

function comment({ commented, dispatch }: ViewModel, texts: Texts, rating: number) {
  if (commented) return nothing;
  // No form is submitted, which a sandboxed frame may forbid.
  const send = (event: Event) => {
    const text = (event.currentTarget as Element).parentElement?.querySelector("textarea")?.value.trim();
    if (text) dispatch({ type: "rate", rating, text });
  };
  return html`
    <form class="comment">
      <label for="comment">${texts.comment}</label>
      <textarea id="comment" part="comment" rows="2" maxlength=${MAX_COMMENT} dir="auto"></textarea>
      <button class="secondary" part="comment-send" type="button" @click=${send}>${texts.send}</button>
    </form>
  `;
}

import { html, nothing } from "lit";
import { copyButton } from "./copy-transcript.ts";
import { microphoneIcon, starIcon } from "./icons.ts";
import type { ViewModel } from "./view-model.ts";

/** What the service takes of a comment. */
const MAX_COMMENT = 2_000;

/** After a conversation: an opinion, if the owner wants one, its words to take along, and another try. */
export function ending(model: ViewModel) {
  const { state, texts, features, request } = model;
  if (state.status !== "ended") return nothing;
  const { reason } = state;
  const why = reason === "completed" || reason === "visitor_left" ? nothing : texts.endedBecause[reason];
  return html`
    <section class="ending">
      ${why === nothing ? nothing : html`<p role="status" data-reason=${reason}>${why}</p>`}
      ${features.feedback && state.session ? opinion(model) : nothing}
      <div class="choices">
        <button
          class="primary small"
          part="start"
          type="button"
          @click=${() => request({ type: "start", input: features.voice ? "voice" : "text" })}
        >
          ${features.voice ? microphoneIcon : nothing}<span>${texts.startAgain}</span>
        </button>
        ${copyButton(model)}
      </div>
    </section>
  `;
}

function opinion(model: ViewModel) {
  const { texts, rating, request } = model;
  if (rating !== null) return html`<p role="status">${texts.rated}</p>${comment(model, rating)}`;
  return html`
    <p id="rate">${texts.rate}</p>
    <div class="stars" role="group" aria-labelledby="rate">
      ${[1, 2, 3, 4, 5].map(
        (count) => html`<button
          class="star"
          part="star"
          type="button"
          aria-label=${texts.stars(count)}
          @click=${() => request({ type: "rate", rating: count })}
        >
          ${starIcon}
        </button>`,
      )}
    </div>
  `;
}

function comment({ texts, commented, request }: ViewModel, rating: number) {
  if (commented) return nothing;
  const send = (event: SubmitEvent) => {
    event.preventDefault();
    const text = (event.target as HTMLFormElement).querySelector("textarea")?.value.trim();
    if (text) request({ type: "rate", rating, text });
  };
  return html`
    <form class="comment" @submit=${send}>
      <label for="comment">${texts.comment}</label>
      <textarea id="comment" part="comment" rows="2" maxlength=${MAX_COMMENT} dir="auto"></textarea>
      <button class="secondary" part="comment-send" type="submit">${texts.send}</button>
    </form>
  `;
}

import { html, nothing } from "lit";
import { microphoneIcon, starIcon } from "./icons.ts";
import type { ViewModel } from "./view-model.ts";

/** After a conversation: an opinion, if the owner wants one, and another try. */
export function ending({ state, texts, features, rating, request }: ViewModel) {
  if (state.status !== "ended") return nothing;
  const { reason } = state;
  const why = reason === "completed" || reason === "visitor_left" ? nothing : texts.endedBecause[reason];
  const askOpinion = features.feedback && state.session !== null;
  return html`
    <section class="ending">
      ${why === nothing ? nothing : html`<p role="status" data-reason=${reason}>${why}</p>`}
      ${
        !askOpinion
          ? nothing
          : rating === null
            ? html`
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
              `
            : html`<p role="status">${texts.rated}</p>`
      }
      <button
        class="primary small"
        part="start"
        type="button"
        @click=${() => request({ type: "start", input: features.voice ? "voice" : "text" })}
      >
        ${features.voice ? microphoneIcon : nothing}<span>${texts.startAgain}</span>
      </button>
    </section>
  `;
}

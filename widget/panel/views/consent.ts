import { html } from "lit/html.js";
import enConsent from "../../i18n/en-consent.ts";
import type { ViewModel } from "../view-model.ts";

export { consentStyles as styles } from "./consent-styles.ts";

/** Asked before anything is sent or recorded. */
export function consent({ texts: first, dispatch }: ViewModel) {
  const texts = { ...enConsent, ...first };
  return html`
  <section class="card consent" part="consent" role="group" aria-labelledby="consent" aria-describedby="consent-text" tabindex="-1">
    <h2 id="consent">${texts.consentTitle}</h2>
    <p id="consent-text" dir="auto">${texts.consent}</p>
    <div class="choices">
      <button
        class="primary small"
        part="agree"
        type="button"
        @click=${() => dispatch({ type: "consent", agreed: true })}
      >
        ${texts.agree}
      </button>
      <button
        class="secondary"
        part="decline"
        type="button"
        @click=${() => dispatch({ type: "consent", agreed: false })}
      >
        ${texts.decline}
      </button>
    </div>
  </section>
`;
}

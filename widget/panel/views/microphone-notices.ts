import { html, nothing } from "lit/html.js";
import { isMicrophoneFault, type SessionErrorCode } from "../../errors.ts";
import enErrors from "../../i18n/en-errors.ts";
import enMicrophone from "../../i18n/en-microphone.ts";
import { browserOf } from "../browser-family.ts";
import type { ViewModel } from "../view-model.ts";
import { microphoneElement } from "./microphone-element.ts";
import { meter } from "./orb.ts";

/**
 * Shows why there is no microphone, and what to do about it in this browser.
 *
 * @param count differs for each fault, so that a repeated one is announced again
 * @param again whether the visitor tried again and the fault is the same
 */
export function faultNotice(
  { texts: first, features, dispatch }: ViewModel,
  fault: SessionErrorCode,
  count: number,
  again: boolean,
  typeInsteadOfIt: () => void,
) {
  const texts = { ...enMicrophone, ...first };
  const { steps, still, tryAgain, typeInstead, openAlone } = texts.microphoneHelp;
  const errors = { ...enErrors, ...first.errors };
  const family = browserOf(navigator.userAgent, navigator.maxTouchPoints);
  const hopeless = fault === "microphone_insecure" || fault === "microphone_blocked_by_frame";
  const framed = self !== top && (hopeless || fault === "microphone_denied");
  const start = () => dispatch({ type: "start", input: "voice" });
  const own = fault === "microphone_denied" ? microphoneElement(texts.tag, start) : nothing;
  // Where the page itself forbids it, its header does, and no other tab helps.
  const byPage = fault === "microphone_blocked_by_frame" && !framed;
  const list =
    fault === "microphone_denied"
      ? steps.microphone_denied[family]
      : !byPage && isMicrophoneFault(fault)
        ? steps[fault]
        : [errors[fault].help];
  return [
    // Each fault has a place of its own, so that its element is a new one.
    ...Array<typeof nothing>(count).fill(nothing),
    html`
      <div class="card notice microphone-help" part="notice" role="alert" data-code=${fault}>
        <p class="what">${again && fault in still ? still[fault as keyof typeof still] : errors[fault].title}</p>
        <ol>
          ${list.map((step) => html`<li>${step}</li>`)}
        </ol>
        <div class="choices">
          ${own}
          ${
            hopeless
              ? nothing
              : html`<button
                  class=${own === nothing ? "primary small" : "secondary"}
                  part="retry"
                  type="button"
                  @click=${start}
                >
                  ${tryAgain}
                </button>`
          }
          ${
            framed
              ? html`<a class="secondary" part="link" href=${location.href} target="_blank" rel="noopener"
                  >${openAlone}</a
                >`
              : nothing
          }
          ${
            features.textInput
              ? html`<button class="secondary" part="type-instead" type="button" @click=${typeInsteadOfIt}>
                  ${typeInstead}
                </button>`
              : nothing
          }
        </div>
      </div>
    `,
  ];
}

/** Shows whether the microphone is heard after the fault was fixed. */
export function resultNotice({ texts: first }: ViewModel, result: "works" | "silent", close: () => void) {
  const texts = { ...enMicrophone, ...first };
  return html`
    <div class="card notice microphone-result" part="notice" role="status" data-code=${result}>
      <p>${texts.microphoneHelp[result]}</p>
      ${meter}
      <button class="secondary" part="dismiss" type="button" @click=${close}>${texts.dismiss}</button>
    </div>
  `;
}

/** The visitor's turn does not end: what ends it where it is noisy. */
export function longTurnNotice(model: ViewModel, close: () => void) {
  const { features, preferences, dispatch } = model;
  const texts = { ...enMicrophone, ...model.texts };
  // There the microphone is open because the visitor opened it.
  if (features.pushToTalk) return nothing;
  const button = (part: string, name: string, click: () => void) =>
    html`<button class="secondary" part=${part} type="button" @click=${click}>${name}</button>`;
  return html`
    <div class="card notice microphone-result" part="notice" role="status" data-code="no_pause">
      <p>${texts.noPause}</p>
      ${
        features.talkModeChoice
          ? button("end-turn", texts.usePushToTalk, () =>
              dispatch({ type: "set_preferences", preferences: { ...preferences, pushToTalk: true } }),
            )
          : features.mute
            ? button("end-turn", texts.mute, () => dispatch({ type: "mute", muted: true }))
            : nothing
      }
      ${button("dismiss", texts.dismiss, close)}
    </div>
  `;
}

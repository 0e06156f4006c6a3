import { html } from "lit";
import { inCall, liveOf, openOf, type ViewModel } from "./view-model.ts";

/** Seconds before the end from which the visitor is told. */
const LAST_MINUTE = 60;

/** What goes on, in one place that always exists, so that a screen reader says each change. */
export function statusLine({ state, texts, features }: ViewModel) {
  const live = liveOf(state);
  const lastMinute = live !== null && live.remaining_seconds <= LAST_MINUTE;
  return html`
    <p class="status" part="status" role="status" data-status=${state.status}>
      <span>${statusText()}</span>
      ${lastMinute ? html`<span class="remaining">${texts.lastMinute}</span>` : ""}
    </p>
  `;

  function statusText(): string {
    if (live?.reconnecting) return texts.reconnecting;
    switch (state.status) {
      case "listening":
        if (openOf(state)?.muted) return features.pushToTalk ? texts.holdToTalk : texts.muted;
        // A typing visitor knows that it is their turn.
        return inCall(state) ? texts.listening : "";
      case "connecting":
      case "thinking":
      case "speaking":
      case "ended":
        return texts[state.status];
      case "idle":
      case "error":
        return "";
    }
  }
}

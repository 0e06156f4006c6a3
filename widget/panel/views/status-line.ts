import { html } from "lit";
import type { PanelMessages } from "../../i18n/messages.ts";
import { inCall, liveOf, openOf } from "../../session/selectors.ts";
import type { SessionState } from "../../session/state.ts";
import type { ViewModel } from "../view-model.ts";

/** Seconds before the end from which the visitor is told. */
const LAST_MINUTE = 60;

/** What goes on, in one place that always exists, so that a screen reader says each change. */
export function statusLine({ state, texts, features, statusHelp: why }: ViewModel) {
  const live = liveOf(state);
  const lastMinute = live !== null && live.remaining_seconds <= LAST_MINUTE;
  return html`
    <p class="status" part="status" role="status" data-status=${state.status}>
      <span>${statusText(state, texts, features.pushToTalk ? texts.holdToTalk : texts.muted)}</span>
      ${lastMinute ? html`<span class="remaining">${texts.lastMinute}</span>` : ""}
      ${why ? html`<span class="why">${why}</span>` : ""}
    </p>
  `;
}

/** @param silenced what is said while the microphone is off. */
export function statusText(state: SessionState, texts: PanelMessages, silenced: string): string {
  if (liveOf(state)?.reconnecting) return texts.reconnecting;
  if (openOf(state)?.paused) return texts.paused;
  switch (state.status) {
    case "listening":
      if (openOf(state)?.muted) return silenced;
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

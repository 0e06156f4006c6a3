import { html } from "lit/html.js";
import type { PanelMessages } from "../../i18n/messages.ts";
import { conversationOf, inCall, liveOf } from "../../session/selectors.ts";
import type { SessionState } from "../../session/state.ts";
import type { ViewModel } from "../view-model.ts";

/** How long before the end the visitor is warned, seconds. */
const LAST_MINUTE = 60;

/** The status, in an element that always exists, so that a screen reader reads each change. */
export function statusLine({ state, texts, statusHelp: why }: ViewModel) {
  const live = liveOf(state);
  const lastMinute = live !== null && live.remaining_seconds <= LAST_MINUTE;
  return html`
    <p class="status" part="status" role="status" data-status=${live?.reconnecting ? "reconnecting" : state.status}>
      <span>${live?.reconnecting && why ? "" : statusText(state, texts)}</span>
      ${lastMinute ? html`<span class="remaining">${texts.lastMinute}</span>` : ""}
      ${why ? html`<span class="why">${why}</span>` : ""}
    </p>
  `;
}

export function statusText(state: SessionState, texts: PanelMessages): string {
  if (liveOf(state)?.reconnecting) return texts.reconnecting;
  if (conversationOf(state)?.paused) return texts.paused;
  switch (state.status) {
    case "listening":
      if (conversationOf(state)?.muted) return texts.muted;
      // In a typed conversation nothing needs to be said: it is the visitor's turn.
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

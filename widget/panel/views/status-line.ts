import { html } from "lit/html.js";
import type { PanelMessages } from "../../i18n/messages.ts";
import { conversationOf, inCall, liveOf } from "../../session/selectors.ts";
import type { SessionState } from "../../session/state.ts";
import type { ViewModel } from "../view-model.ts";

/**
 * The status. Only what becomes of the connection is announced, in an element that always exists: a screen reader that read
 * each turn would speak over the agent.
 */
export function statusLine({ state, texts, statusHelp: why }: ViewModel) {
  const live = liveOf(state);
  const text = live?.reconnecting && why ? "" : statusText(state, texts);
  const isTurn = live && !live.reconnecting && !live.paused;
  return html`
    <p class="status" part="status" data-status=${live?.reconnecting ? "reconnecting" : state.status}>
      <span>${isTurn ? text : ""}</span
      ><span class="said" role="status"
        >${isTurn ? "" : text}${why ? html`<span class="why">${why}</span>` : ""}</span
      >
    </p>
  `;
}

/** In a typed conversation nothing needs to be said: whose turn it is can be seen. */
const turn = (state: SessionState, text: string) => (inCall(state) ? text : "");

export function statusText(state: SessionState, texts: PanelMessages): string {
  if (liveOf(state)?.reconnecting) return texts.reconnecting;
  const { paused, muted } = conversationOf(state) ?? {};
  if (paused) return texts.paused;
  switch (state.status) {
    case "listening":
      return muted ? texts.muted : turn(state, texts.listening);
    case "speaking":
      return turn(state, texts.speaking);
    case "connecting":
    case "thinking":
    case "ended":
      return texts[state.status];
    case "idle":
    case "error":
      return "";
  }
}

import { html, nothing } from "lit/html.js";
import { isMicrophoneFault, type SessionErrorCode } from "../../errors.ts";
import { conversationOf, microphoneFaultOf } from "../../session/selectors.ts";
import { errorText } from "../error-text.ts";
import type { MicrophoneHelp } from "../microphone-help.ts";
import type { PanelCommand } from "../panel-command.ts";
import type { ViewModel } from "../view-model.ts";

/** Shows what went wrong and what the visitor can do; the composer stays usable below it. */
export function notice(model: ViewModel, help: MicrophoneHelp | null) {
  const { state, texts, input, configError, errorText: own, dispatch, redraw } = model;
  const conversation = conversationOf(state);
  if (conversation?.audio_blocked) {
    return card("audio_blocked", { label: texts.playSound, command: { type: "resume_audio" } });
  }
  const fault = microphoneFaultOf(state);
  if (fault) return help?.faultNotice(model, fault) ?? card(fault);
  if (state.status === "error") {
    if (state.error.code === "no_credit") return card("no_credit");
    return card(state.error.code, { label: texts.retry, command: { type: "start", input } });
  }
  if (configError && !conversation) return card(configError, { label: texts.retry, command: { type: "reload" } });
  return nothing;

  function card(code: SessionErrorCode, action?: { label: string; command: PanelCommand }) {
    const text = errorText(texts, code, redraw);
    if (!text) return nothing;
    const { title, help } = text;
    const visitorCanMend = isMicrophoneFault(code) || code === "audio_blocked";
    return html`
      <div class="card notice" part="notice" role="alert" data-code=${code}>
        <p class="what">${title}</p>
        <p>${visitorCanMend ? help : (own ?? help)}</p>
        ${
          action
            ? html`<button class="secondary" part="retry" type="button" @click=${() => dispatch(action.command)}>
                ${action.label}
              </button>`
            : nothing
        }
      </div>
    `;
  }
}

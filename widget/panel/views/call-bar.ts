import { html, nothing, type TemplateResult } from "lit";
import { liveOf, openOf } from "../../session/selectors.ts";
import { conversationViews } from "../load-conversation-views.ts";
import type { ViewModel } from "../view-model.ts";
import { hangUpIcon, microphoneIcon, microphoneOffIcon, pauseIcon, playIcon, slidersIcon, stopIcon } from "./icons.ts";

/** What a caller may do at any moment, the end in the middle. Mute and pause show what is; their names say what a click does. */
export function callBar(model: ViewModel) {
  const { state, texts, features, settingsOpen: settings, dispatch, toggleDeviceSettings } = model;
  const { muted = false, paused = false } = openOf(state) ?? {};
  const idle = state.status !== "speaking";
  return html`
    <div class="call-bar">
      ${
        features.pushToTalk && !paused
          ? conversationViews?.talkButton(model)
          : features.mute || features.pushToTalk
            ? button("mute", muted ? texts.unmute : texts.mute, muted || paused ? microphoneOffIcon : microphoneIcon, {
                kind: muted && !paused ? "active" : "",
                off: paused,
                click: () => dispatch({ type: "mute", muted: !muted }),
              })
            : nothing
      }
      ${
        features.pause
          ? button("pause", paused ? texts.resume : texts.pause, paused ? playIcon : pauseIcon, {
              kind: paused ? "active" : "",
              off: !liveOf(state),
              click: () => dispatch({ type: "pause", paused: !paused }),
            })
          : nothing
      }
      ${button("end", texts.endCall, hangUpIcon, { kind: "danger", click: () => dispatch({ type: "end", reason: "completed" }) })}
      ${button("interrupt", texts.stopSpeaking, stopIcon, { off: idle, click: () => dispatch({ type: "interrupt" }) })}
      ${button("settings-toggle", texts.soundSettings, slidersIcon, {
        expanded: settings,
        click: () => toggleDeviceSettings(),
      })}
    </div>
  `;
}

interface Act {
  kind?: string;
  /** Stays in the order of focus, and does nothing. */
  off?: boolean;
  expanded?: boolean;
  click: () => void;
}

function button(part: string, name: string, icon: TemplateResult, { kind = "", off = false, expanded, click }: Act) {
  return html`<button
    class="round ${kind}"
    part=${part}
    type="button"
    aria-label=${name}
    title=${name}
    aria-disabled=${off}
    aria-expanded=${expanded ?? nothing}
    @click=${() => off || click()}
  >
    ${icon}
  </button>`;
}

import { html, nothing, type TemplateResult } from "lit/html.js";
import { conversationOf } from "../../session/selectors.ts";
import { talkButtonChunk, viewsOf } from "../lazy-views.ts";
import type { ViewModel } from "../view-model.ts";
import { hangUpIcon, microphoneIcon, microphoneOffIcon, moreIcon, playIcon } from "./icons.ts";

/** The controls of a call: microphone and end. Everything else is behind one more button. */
export function callBar(model: ViewModel) {
  const { state, texts, features, settingsOpen, dispatch, toggleDeviceSettings } = model;
  const { muted = false, paused = false } = conversationOf(state) ?? {};
  const resume = () => dispatch({ type: "pause", paused: false });
  return html`
    <div class="call-bar">
      ${features.pushToTalk && !paused ? viewsOf(talkButtonChunk, model)?.talkButton(model) : nothing}
      ${
        paused
          ? button("pause", texts.resume, playIcon, resume, "active")
          : features.mute && !features.pushToTalk
            ? button(
                "mute",
                muted ? texts.unmute : texts.mute,
                muted ? microphoneOffIcon : microphoneIcon,
                () => dispatch({ type: "mute", muted: !muted }),
                muted ? "active" : "",
              )
            : nothing
      }
      ${button("end", texts.endCall, hangUpIcon, () => dispatch({ type: "end", reason: "completed" }), "danger")}
      ${button("more settings-toggle", texts.more, moreIcon, toggleDeviceSettings, "", settingsOpen)}
    </div>
  `;
}

/** An icon with its word below it. */
function button(
  part: string,
  name: string,
  icon: TemplateResult,
  click: (event: MouseEvent) => void,
  kind: string,
  expanded?: boolean,
) {
  return html`<button class="control" part=${part} type="button" aria-expanded=${expanded ?? nothing} @click=${click}>
    <span class="round ${kind}">${icon}</span><span class="word">${name}</span>
  </button>`;
}

import { html, nothing, type TemplateResult } from "lit/html.js";
import { conversationOf } from "../../session/selectors.ts";
import { talkButtonChunk, viewsOf } from "../lazy-views.ts";
import type { ViewModel } from "../view-model.ts";
import { hangUpIcon, keyboardIcon, microphoneIcon, microphoneOffIcon, moreIcon, playIcon } from "./icons.ts";

/** The controls of a call. @param menu what "More" shows, over the conversation */
export function callBar(model: ViewModel, menu: unknown) {
  const { state, texts, features, settingsOpen, keyboardOpen, dispatch, toggleDeviceSettings, toggleKeyboard } = model;
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
      ${features.textInput ? button("keyboard", texts.keyboard, keyboardIcon, toggleKeyboard, "", keyboardOpen) : nothing}
      ${button("more", texts.more, moreIcon, toggleDeviceSettings, "", settingsOpen)} ${menu}
      ${button("end", texts.endCall, hangUpIcon, () => dispatch({ type: "end", reason: "completed" }), "danger")}
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

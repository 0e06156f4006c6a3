import { html, nothing } from "lit";
import { hangUpIcon, microphoneIcon, microphoneOffIcon, slidersIcon, stopIcon } from "./icons.ts";
import { later } from "./load-later.ts";
import { openOf, type ViewModel } from "./view-model.ts";

/** The three things that a caller may do at any moment. Mute shows what is, its name says what a click does. */
export function callBar(model: ViewModel) {
  const { state, texts, features, settings, request } = model;
  const muted = openOf(state)?.muted ?? false;
  return html`
    <div class="call-bar">
      ${
        features.pushToTalk
          ? later?.talkButton(model)
          : features.mute
            ? html`<button
              class="round ${muted ? "active" : ""}"
              part="mute"
              type="button"
              aria-label=${muted ? texts.unmute : texts.mute}
              title=${muted ? texts.unmute : texts.mute}
              @click=${() => request({ type: "mute", muted: !muted })}
            >
              ${muted ? microphoneOffIcon : microphoneIcon}
            </button>`
            : nothing
      }
      <button
        class="round danger"
        part="end"
        type="button"
        aria-label=${texts.endCall}
        title=${texts.endCall}
        @click=${() => request({ type: "end" })}
      >
        ${hangUpIcon}
      </button>
      <button
        class="round"
        part="interrupt"
        type="button"
        aria-label=${texts.stopSpeaking}
        title=${texts.stopSpeaking}
        aria-disabled=${state.status !== "speaking"}
        @click=${() => state.status === "speaking" && request({ type: "interrupt" })}
      >
        ${stopIcon}
      </button>
      <button
        class="round"
        part="settings-toggle"
        type="button"
        aria-label=${texts.soundSettings}
        aria-expanded=${settings}
        title=${texts.soundSettings}
        @click=${() => request({ type: "settings" })}
      >
        ${slidersIcon}
      </button>
    </div>
  `;
}

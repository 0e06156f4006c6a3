import { html, nothing } from "lit/html.js";
import { conversationOf, inCall } from "../../session/selectors.ts";
import { startersChunk, viewsOf } from "../lazy-views.ts";
import { agentPickerFor } from "../load-agent-picker.ts";
import type { ViewModel } from "../view-model.ts";
import { microphoneIcon } from "./icons.ts";
import { orb } from "./orb.ts";
import { statusLine } from "./status-line.ts";

/** The agent's picture: large before a conversation, with the transcript in a call, none while typing. */
export function stage(model: ViewModel) {
  const { state, texts, features, choice, agent, input, settingsOpen, dispatch, toggleDeviceSettings } = model;
  const call = inCall(state);
  const welcome = state.status === "idle" && !model.askConsent && !model.configError;
  const several = choice.length > 1;
  const resumes = state.transcript.length > 0;
  const place = welcome ? "welcome" : call ? "call" : "aside";
  return html`
    <section class="stage ${place}">
      ${welcome || (call && features.levelMeter) ? orb(conversationOf(state)?.paused ? "ended" : state.status, welcome ? "large" : "medium") : nothing}
      ${
        welcome
          ? html`
              <p class="greeting" dir="auto">${texts.welcome}</p>
              ${agent?.description && !several ? html`<p class="about" dir="auto">${agent.description}</p>` : nothing}
              ${agentPickerFor(model)?.agentPicker(model)}
              ${
                features.voice || resumes
                  ? html`<button class="primary" part="start" type="button" @click=${() => dispatch({ type: "start", input })}>
                      ${input === "voice" ? microphoneIcon : nothing}<span>${resumes ? texts.resume : texts.startCall}</span>
                    </button>`
                  : nothing
              }
              ${features.voice && features.textInput ? html`<p class="hint">${texts.orType}</p>` : nothing}
              ${
                input === "voice"
                  ? html`<button
                      class="link"
                      part="settings-toggle"
                      type="button"
                      aria-expanded=${settingsOpen}
                      @click=${toggleDeviceSettings}
                    >
                      ${texts.soundSettings}
                    </button>`
                  : nothing
              }
              ${Object.keys(agent?.starters ?? {}).length ? viewsOf(startersChunk, model)?.starters(model) : nothing}
            `
          : nothing
      }
      ${statusLine(model)}
    </section>
  `;
}

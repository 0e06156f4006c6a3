import { html, nothing } from "lit/html.js";
import { conversationOf, inCall, liveOf } from "../../session/selectors.ts";
import { agentPickerFor } from "../load-agent-picker.ts";
import type { ViewModel } from "../view-model.ts";
import { microphoneIcon } from "./icons.ts";
import { orb } from "./orb.ts";
import { statusLine } from "./status-line.ts";

/** The agent's picture: large before a conversation, with the transcript in a call, none while typing. */
export function stage(model: ViewModel) {
  const { state, texts, features, choice, agent, input, dispatch } = model;
  const call = inCall(state);
  const welcome = state.status === "idle" && !model.askConsent && !model.configError && !model.closed;
  const several = choice.length > 1;
  const resumes = state.transcript.length > 0;
  const place = welcome ? "welcome" : call ? "call" : "aside";
  const conversation = conversationOf(state);
  const mood = liveOf(state)?.reconnecting
    ? "connecting"
    : conversation?.paused || (conversation?.muted && state.status === "listening")
      ? "ended"
      : state.status;
  return html`
    <section class="stage ${place}">
      ${welcome || (call ? features.levelMeter : !conversation) ? orb(mood, welcome ? "large" : "medium") : nothing}
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
            `
          : nothing
      }
      ${statusLine(model)}
    </section>
  `;
}

import { html, nothing } from "lit";
import { inCall, openOf } from "../../session/selectors.ts";
import { agentPickerFor } from "../load-agent-picker.ts";
import { conversationViews } from "../load-conversation-views.ts";
import type { ViewModel } from "../view-model.ts";
import { microphoneIcon } from "./icons.ts";
import { orb } from "./orb.ts";
import { statusLine } from "./status-line.ts";

/** Where the agent is seen: large before a conversation, beside the transcript in a call, away while typing. */
export function stage(model: ViewModel) {
  const { state, texts, features, choice, agent, dispatch } = model;
  const call = inCall(state);
  const welcome = state.status === "idle" && !model.askConsent && !model.trouble;
  const several = choice.length > 1;
  const place = welcome ? "welcome" : call ? "call" : "aside";
  return html`
    <section class="stage ${place}">
      ${welcome || (call && features.levelMeter) ? orb(openOf(state)?.paused ? "ended" : state.status, welcome ? "large" : "medium") : nothing}
      ${
        welcome
          ? html`
              <p class="greeting" dir="auto">${texts.welcome}</p>
              ${agent?.description && !several ? html`<p class="about" dir="auto">${agent.description}</p>` : nothing}
              ${agentPickerFor(model)?.agentPicker(model)}
              ${
                features.voice
                  ? html`<button
                      class="primary"
                      part="start"
                      type="button"
                      @click=${() => dispatch({ type: "start", input: "voice" })}
                    >
                      ${microphoneIcon}<span>${state.transcript.length ? texts.resume : texts.startCall}</span>
                    </button>`
                  : nothing
              }
              ${features.voice && features.textInput ? html`<p class="hint">${texts.orType}</p>` : nothing}
              ${conversationViews?.starters(model)}
            `
          : nothing
      }
      ${statusLine(model)}
    </section>
  `;
}

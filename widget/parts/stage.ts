import { html, nothing } from "lit";
import { microphoneIcon } from "./icons.ts";
import { orb } from "./orb.ts";
import { statusLine } from "./status-line.ts";
import { inCall, type ViewModel } from "./view-model.ts";

/** Where the agent is seen: large before a conversation, beside the transcript in a call, away while typing. */
export function stage(model: ViewModel) {
  const { state, texts, features, choice, agent, request } = model;
  const call = inCall(state);
  const welcome = state.status === "idle" && !model.askConsent && !model.trouble;
  const place = welcome ? "welcome" : call ? "call" : "aside";
  return html`
    <section class="stage ${place}">
      ${welcome || (call && features.levelMeter) ? orb(state.status, welcome ? "large" : "medium") : nothing}
      ${
        welcome
          ? html`
              <p class="greeting" dir="auto">${texts.welcome}</p>
              ${agent?.description ? html`<p class="about" dir="auto">${agent.description}</p>` : nothing}
              ${choice.length > 1 ? agentPicker(model) : nothing}
              ${
                features.voice
                  ? html`<button
                      class="primary"
                      part="start"
                      type="button"
                      @click=${() => request({ type: "start", input: "voice" })}
                    >
                      ${microphoneIcon}<span>${texts.startCall}</span>
                    </button>`
                  : nothing
              }
              ${features.voice && features.textInput ? html`<p class="hint">${texts.orType}</p>` : nothing}
            `
          : nothing
      }
      ${statusLine(model)}
    </section>
  `;
}

function agentPicker({ choice, agent, texts, request }: ViewModel) {
  const choose = (event: Event) =>
    request({ type: "choose_agent", agentId: Number((event.target as HTMLSelectElement).value) });
  return html`
    <label class="picker">
      <span>${texts.chooseAgent}</span>
      <select part="agent-picker" @change=${choose}>
        ${choice.map(({ id, name }) => html`<option value=${id} ?selected=${id === agent?.id}>${name}</option>`)}
      </select>
    </label>
  `;
}

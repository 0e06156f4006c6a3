import { html, nothing } from "lit/html.js";
import enAgentPicker from "../../i18n/en-agent-picker.ts";
import { saveAgentChoice } from "../../persistence/save-agent-choice.ts";
import type { ViewModel } from "../view-model.ts";

export { agentPickerStyles as styles } from "./agent-picker-styles.ts";

/** The choice of an agent where there are several: the arrow keys choose, as in any group of radio buttons. */
export function agentPicker({ choice, agent, texts, dispatch }: ViewModel) {
  const { chooseAgent } = { ...enAgentPicker, ...texts };
  return html`
    <fieldset class="picker" part="agent-picker">
      <legend>${chooseAgent}</legend>
      ${choice.map(
        ({ id, name, description }) => html`<label>
          <input
            type="radio"
            name="agent"
            .checked=${id === agent?.id}
            aria-description=${description ?? nothing}
            @change=${() => {
              saveAgentChoice(id);
              dispatch({ type: "choose_agent", agentId: id });
            }}
          />
          <b dir="auto">${name}</b>
        </label>`,
      )}
    </fieldset>
    ${agent?.description ? html`<p class="about" dir="auto">${agent.description}</p>` : nothing}
  `;
}

/** The same after a conversation, behind a title that opens it. */
export const changeAgent = (model: ViewModel, title: string) =>
  html`<details class="change"><summary>${title}</summary>${agentPicker(model)}</details>`;

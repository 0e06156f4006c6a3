import { html, nothing } from "lit";
import type { ProviderShown } from "../../shared/provider-shown.ts";
import type { Provider } from "../../shared/providers.ts";
import type { Form } from "../controllers/form.ts";
import { repeats, repeatsNote } from "./agent-state.ts";

export interface VoiceChoice {
  provider: Provider;
  /** `null` takes the vendor's default. */
  voice: string | null;
}

/** Vendors that a new agent may talk with: those that can be called, each once; if there is none, the first slot's. */
function offered(providers: readonly ProviderShown[]): ProviderShown[] {
  const ready = providers.filter(({ configured, provider }) => configured && provider !== "provider_x");
  const each = ready.filter(({ vendor }, index) => ready.findIndex((one) => one.vendor === vendor) === index);
  return each.length > 0 ? each : providers.slice(0, 1);
}

/** One list of all voices, by vendor. */
export function voiceField(form: Form, providers: readonly ProviderShown[]) {
  const id = `${form.scope}-voice`;
  const choices = offered(providers);
  return html`<div class="field">
    <label for=${id}>Voice</label>
    <select id=${id} name="voice" aria-describedby="${id}-hint">
      ${choices.map(
        ({ provider, name, voices, default_voice }) => html`<optgroup label=${name}>
          <option value="${provider} ">Standard voice${default_voice ? ` (${default_voice})` : ""}</option>
          ${voices
            .filter((voice) => voice !== default_voice)
            .map((voice) => html`<option value="${provider} ${voice}">${voice}</option>`)}
        </optgroup>`,
      )}
    </select>
    <p class="hint" id="${id}-hint">You can choose other voices, models and languages later, in the agent.</p>
  </div>`;
}

/** What somebody should know of the voices before they choose one. */
export function voiceNotes(providers: readonly ProviderShown[]) {
  const choices = offered(providers);
  const missing = choices.find(({ configured }) => !configured);
  return html`${repeatsNote(choices.find(repeats))}
    ${missing ? html`<div class="note warn"><p>${missing.name} cannot be called yet: ${missing.detail}.</p></div>` : nothing}`;
}

/** @param value of the field: the provider, a space, the voice */
export function readVoice(value: string): VoiceChoice {
  const [provider = "provider_a", ...voice] = value.split(" ");
  return { provider: provider as Provider, voice: voice.join(" ") || null };
}

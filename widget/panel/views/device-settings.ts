import { html, nothing, type ReactiveController, type ReactiveControllerHost } from "lit";
import type { ConversationMessages } from "../../i18n/messages.ts";
import type { Preferences } from "../../persistence/preferences.ts";
import type { ViewModel } from "../view-model.ts";

export { deviceSettingsStyles } from "./device-settings-styles.ts";

/** What can be chosen from. Browsers name the devices only while the microphone is allowed. */
interface Devices {
  microphones: MediaDeviceInfo[];
  speakers: MediaDeviceInfo[];
}

async function listDevices(): Promise<Devices> {
  const all = (await navigator.mediaDevices?.enumerateDevices?.().catch(() => [])) ?? [];
  const named = (kind: MediaDeviceKind) => all.filter((device) => device.kind === kind && device.label);
  const chooses = "setSinkId" in AudioContext.prototype;
  return { microphones: named("audioinput"), speakers: chooses ? named("audiooutput") : [] };
}

/** How to hear and be heard, in a call. Lives while it is shown; what is plugged in meanwhile is listed too. */
export class DeviceSettings implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  #devices: Devices | null = null;

  constructor(host: ReactiveControllerHost) {
    this.#host = host;
    host.addController(this);
  }

  hostConnected(): void {
    navigator.mediaDevices?.addEventListener?.("devicechange", this.#list);
    void this.#list();
  }

  hostDisconnected(): void {
    navigator.mediaDevices?.removeEventListener?.("devicechange", this.#list);
  }

  close(): void {
    this.hostDisconnected();
    this.#host.removeController(this);
  }

  view(model: ViewModel) {
    const { shared } = model;
    if (!this.#devices || !shared) return nothing;
    const { preferences, dispatch, features } = model;
    const { microphones, speakers } = this.#devices;
    const { meter } = shared;
    const texts = shared.allMessages(model.texts);
    const change = (part: Preferences) => dispatch({ type: "prefer", preferences: { ...preferences, ...part } });
    return html`
      <section class="settings" part="settings" aria-label=${texts.soundSettings}>
        ${choice(texts.microphone, microphones, preferences.microphoneId, (microphoneId) => change({ microphoneId }))}
        <div class="row" aria-hidden="true"><span>${texts.microphoneLevel}</span>${meter}</div>
        ${choice(texts.speaker, speakers, preferences.speakerId, (speakerId) => change({ speakerId }))}
        <label class="row">
          <span>${texts.volume}</span>
          <input
            type="range"
            min="0"
            max="100"
            step="5"
            .value=${String(Math.round((preferences.volume ?? 1) * 100))}
            @input=${(event: Event) => change({ volume: Number((event.target as HTMLInputElement).value) / 100 })}
          />
        </label>
        ${features.talkModeChoice ? modes(texts, features.pushToTalk, (pushToTalk) => change({ pushToTalk })) : nothing}
        <label class="check">
          <input
            type="checkbox"
            .checked=${preferences.announce ?? false}
            @change=${(event: Event) => change({ announce: (event.target as HTMLInputElement).checked })}
          />
          <span>${texts.announce}</span>
        </label>
      </section>
    `;
  }

  readonly #list = async () => {
    this.#devices = await listDevices();
    this.#host.requestUpdate();
  };
}

function modes(texts: ConversationMessages, pushToTalk: boolean, choose: (pushToTalk: boolean) => void) {
  const mode = (name: string, push: boolean) => html`<label>
    <input type="radio" name="talk" .checked=${pushToTalk === push} @change=${() => choose(push)} /><span>${name}</span>
  </label>`;
  return html`<fieldset class="row modes">
    <legend>${texts.talkMode}</legend>
    <div>${mode(texts.handsFree, false)}${mode(texts.pushToTalk, true)}</div>
  </fieldset>`;
}

function choice(name: string, devices: MediaDeviceInfo[], chosen: string | undefined, choose: (id: string) => void) {
  if (!devices.length) return nothing;
  const known = devices.some(({ deviceId }) => deviceId === chosen);
  return html`<label class="row">
    <span>${name}</span>
    <select @change=${(event: Event) => choose((event.target as HTMLSelectElement).value)}>
      ${devices.map(
        ({ deviceId, label }, index) =>
          html`<option value=${deviceId} ?selected=${known ? deviceId === chosen : index === 0}>${label}</option>`,
      )}
    </select>
  </label>`;
}

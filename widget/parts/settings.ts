import { html, nothing } from "lit";
import type { SoundSettings } from "../audio/sound-settings.ts";
import type { ViewModel } from "./view-model.ts";

/** What can be chosen from. Browsers name the devices only while the microphone is allowed. */
export interface Devices {
  microphones: MediaDeviceInfo[];
  speakers: MediaDeviceInfo[];
}

export async function listDevices(): Promise<Devices> {
  const all = (await navigator.mediaDevices?.enumerateDevices?.().catch(() => [])) ?? [];
  const named = (kind: MediaDeviceKind) => all.filter((device) => device.kind === kind && device.label);
  const chooses = "setSinkId" in AudioContext.prototype;
  return { microphones: named("audioinput"), speakers: chooses ? named("audiooutput") : [] };
}

/** Microphone, speaker and volume, in a call. */
export function settingsView({ texts, sound, request }: ViewModel, { microphones, speakers }: Devices) {
  const change = (part: SoundSettings) => request({ type: "sound", sound: { ...sound, ...part } });
  return html`
    <section class="settings" part="settings" aria-label=${texts.soundSettings}>
      ${choice(texts.microphone, microphones, sound.microphoneId, (microphoneId) => change({ microphoneId }))}
      ${choice(texts.speaker, speakers, sound.speakerId, (speakerId) => change({ speakerId }))}
      <label>
        <span>${texts.volume}</span>
        <input
          type="range"
          min="0"
          max="100"
          step="5"
          .value=${String(Math.round((sound.volume ?? 1) * 100))}
          @input=${(event: Event) => change({ volume: Number((event.target as HTMLInputElement).value) / 100 })}
        />
      </label>
    </section>
  `;
}

function choice(name: string, devices: MediaDeviceInfo[], chosen: string | undefined, choose: (id: string) => void) {
  if (!devices.length) return nothing;
  const known = devices.some(({ deviceId }) => deviceId === chosen);
  return html`<label>
    <span>${name}</span>
    <select @change=${(event: Event) => choose((event.target as HTMLSelectElement).value)}>
      ${devices.map(
        ({ deviceId, label }, index) =>
          html`<option value=${deviceId} ?selected=${known ? deviceId === chosen : index === 0}>${label}</option>`,
      )}
    </select>
  </label>`;
}

import type { SoundSettings } from "../audio/sound-settings.ts";

const PLACE = "voice-widget:sound";
const text = (value: unknown) => (typeof value === "string" && value.length <= 256 ? value : undefined);

/** What the visitor chose on this site before; anything odd in it is nothing. */
export function recallSound(): SoundSettings {
  try {
    const { microphoneId, speakerId, volume } = JSON.parse(localStorage.getItem(PLACE) ?? "{}");
    const loud = typeof volume === "number" && volume >= 0 && volume <= 1;
    return { microphoneId: text(microphoneId), speakerId: text(speakerId), volume: loud ? volume : undefined };
  } catch {
    return {};
  }
}

export function rememberSound(sound: SoundSettings): void {
  try {
    localStorage.setItem(PLACE, JSON.stringify(sound));
  } catch {}
}

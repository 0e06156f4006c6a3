import type { SoundSettings } from "../audio/sound-settings.ts";

/** How a visitor likes to talk on this site. Absent: as the owner, or the browser, has it. */
export interface Preferences extends SoundSettings {
  readonly pushToTalk?: boolean | undefined;
  /** Whether a screen reader says new messages in a call. */
  readonly announce?: boolean | undefined;
}

const STORAGE_KEY = "voice-widget:preferences";
const text = (value: unknown) => (typeof value === "string" && value.length <= 256 ? value : undefined);
const flag = (value: unknown) => (typeof value === "boolean" ? value : undefined);

/** What the visitor chose on this site before; anything invalid in it is ignored. */
export function loadPreferences(): Preferences {
  try {
    const { microphoneId, speakerId, volume, pushToTalk, announce } = JSON.parse(
      localStorage.getItem(STORAGE_KEY) ?? "{}",
    );
    const loud = typeof volume === "number" && volume >= 0 && volume <= 1;
    return {
      microphoneId: text(microphoneId),
      speakerId: text(speakerId),
      volume: loud ? volume : undefined,
      pushToTalk: flag(pushToTalk),
      announce: flag(announce),
    };
  } catch {
    return {};
  }
}

export function savePreferences(preferences: Preferences): void {
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(preferences));
  } catch {}
}

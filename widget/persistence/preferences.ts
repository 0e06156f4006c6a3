import type { SoundSettings } from "../audio/sound-settings.ts";
import { toJson } from "../json.ts";

/** The visitor's preferences on this site. Absent values: the owner's, or the browser's, apply. */
export interface Preferences extends SoundSettings {
  readonly pushToTalk?: boolean | undefined;
  /** Whether a screen reader announces new messages in a call. */
  readonly announce?: boolean | undefined;
  /** Whether the agent shall wait longer before it answers. */
  readonly moreTime?: boolean | undefined;
  /** How fast the agent shall speak, where not at the usual speed. */
  readonly speed?: "slower" | "faster" | undefined;
  /** The language of panel and agent, a BCP 47 tag; else the page's, or the browser's. */
  readonly language?: string | undefined;
}

const STORAGE_KEY = "voice-widget:preferences";
const SPEEDS = ["slower", "faster"] as const;
const text = (value: unknown) => (typeof value === "string" && value.length <= 256 ? value : undefined);
const flag = (value: unknown) => (typeof value === "boolean" ? value : undefined);

/** The preferences that the visitor chose before; invalid values are ignored. */
export function loadPreferences(): Preferences {
  try {
    const { microphoneId, speakerId, volume, pushToTalk, announce, moreTime, speed, language } = JSON.parse(
      localStorage.getItem(STORAGE_KEY) ?? "{}",
    );
    const loud = typeof volume === "number" && volume >= 0 && volume <= 1;
    return {
      microphoneId: text(microphoneId),
      speakerId: text(speakerId),
      volume: loud ? volume : undefined,
      pushToTalk: flag(pushToTalk),
      announce: flag(announce),
      moreTime: flag(moreTime),
      speed: SPEEDS.find((one) => one === speed),
      language: text(language),
    };
  } catch {
    return {};
  }
}

export function savePreferences(preferences: Preferences): void {
  try {
    localStorage.setItem(STORAGE_KEY, toJson(preferences));
  } catch {}
}

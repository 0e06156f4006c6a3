import { waitingTag } from "../../shared/waiting-tag.ts";
import { appRegistration } from "../installed-app.ts";
import type { ListedSession } from "./inbox-model.ts";

/** Two short notes, a fourth apart. Hertz, and when each begins in seconds. */
const NOTES = [
  [659, 0],
  [880, 0.16],
] as const;
const NOTE_SECONDS = 0.22;
const LOUDNESS = 0.12;

/** What reaches somebody who does not look at the inbox. */
export class Alerts {
  #audio: AudioContext | null = null;

  /** Browsers play only after somebody has touched the page: called within a click or a key. */
  unlock(): void {
    try {
      this.#audio ??= new AudioContext();
    } catch {
      // None where the browser or an extension gives none: what else the click does must still be done.
      return;
    }
    if (this.#audio.state === "suspended") void this.#audio.resume();
  }

  /** In one of this browser's tabs alone: all of them hear of the same at once. */
  play(): void {
    const audio = this.#audio;
    if (audio?.state !== "running") return;
    const { locks } = navigator as { locks?: LockManager };
    if (locks) void locks.request("voice-console.sound", { ifAvailable: true }, (lock) => lock && sound(audio));
    else void sound(audio);
  }

  /** Tells on the desktop who waits, where that was allowed and the inbox is out of sight. */
  async notify({ session_id, waiting_since, agent_name, reason, page }: ListedSession, hash: string): Promise<void> {
    if (notificationState() !== "granted" || document.hasFocus()) return;
    const title = `Somebody waits for a person (${agent_name})`;
    const options = {
      body: [reason, page].filter(Boolean).join("\n"),
      // A push message comes under the same tag, so that one of the two is seen.
      tag: waitingTag(session_id, waiting_since),
      data: { hash },
    };
    const registration = await appRegistration();
    if (registration?.active) await registration.showNotification(title, options);
    else notification(title, options, hash);
  }

  stop(): void {
    void this.#audio?.close();
    this.#audio = null;
  }
}

/** @returns when it is over, or cannot be heard any more */
function sound(audio: AudioContext): Promise<void> {
  return new Promise((over) => {
    let sounding: number = NOTES.length;
    audio.addEventListener("statechange", () => over(), { once: true });
    for (const [frequency, after] of NOTES) {
      const start = audio.currentTime + after;
      const note = new OscillatorNode(audio, { type: "sine", frequency });
      const gain = new GainNode(audio, { gain: 0 });
      gain.gain.setValueAtTime(0, start);
      gain.gain.linearRampToValueAtTime(LOUDNESS, start + 0.02);
      gain.gain.exponentialRampToValueAtTime(0.001, start + NOTE_SECONDS);
      note.connect(gain).connect(audio.destination);
      note.start(start);
      note.stop(start + NOTE_SECONDS);
      note.addEventListener("ended", () => --sounding === 0 && over());
    }
  });
}

/** `unknown` where the browser has none. */
export const notificationState = (): NotificationPermission | "unknown" =>
  "Notification" in window ? Notification.permission : "unknown";

/** Without the service worker. Phones, whose browsers let no page make one, then show nothing. */
function notification(title: string, options: NotificationOptions, hash: string): void {
  try {
    const shown = new Notification(title, options);
    shown.onclick = () => {
      window.focus();
      location.assign(hash);
      shown.close();
    };
  } catch {}
}

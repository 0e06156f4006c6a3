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
    this.#audio ??= new AudioContext();
    if (this.#audio.state === "suspended") void this.#audio.resume();
  }

  play(): void {
    const audio = this.#audio;
    if (audio?.state !== "running") return;
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
    }
  }

  /** Tells on the desktop who waits, where that was allowed and the inbox is out of sight. */
  notify({ session_id, agent_name, reason, page }: ListedSession, open: () => void): void {
    if (notificationState() !== "granted" || document.hasFocus()) return;
    const shown = notification(`Somebody waits for a person (${agent_name})`, {
      body: [reason, page].filter(Boolean).join("\n"),
      tag: session_id,
    });
    if (!shown) return;
    shown.onclick = () => {
      window.focus();
      open();
      shown.close();
    };
  }

  stop(): void {
    void this.#audio?.close();
    this.#audio = null;
  }
}

/** `unknown` where the browser has none. */
export const notificationState = (): NotificationPermission | "unknown" =>
  "Notification" in window ? Notification.permission : "unknown";

/** `null` on phones, whose browsers know notifications and let no page make one. */
function notification(title: string, options: NotificationOptions): Notification | null {
  try {
    return new Notification(title, options);
  } catch {
    return null;
  }
}

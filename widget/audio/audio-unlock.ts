/** Safari's audio session, which tells iOS whether the ring switch silences us. */
type AudioSession = { type: "auto" | "playback" | "play-and-record" };

/** What must be opened inside the visitor's click, or browsers block it. The rest of the code for sound may load later. */
export interface UnlockedAudio {
  readonly context: AudioContext;
  /** Plays media streams. */
  readonly player: HTMLAudioElement;
  close(): void;
}

/** For iOS: without it a call is silent while the ring switch is off, and restarts when the microphone opens. */
export function setAudioSession(type: AudioSession["type"]): void {
  const session = (navigator as Navigator & { audioSession?: AudioSession }).audioSession;
  if (session) session.type = type;
}

/**
 * `null` where there is no Web Audio, or where the browser, an extension or an app around the page refuses it: its constructors
 * throw then. @param records whether a microphone will be open too.
 */
export function unlockAudio(records: boolean): UnlockedAudio | null {
  try {
    setAudioSession(records ? "play-and-record" : "playback");
    const context = new AudioContext({ latencyHint: "interactive" });
    // iOS opens its output with the first sound inside a click, even a silent one: without it the first words are lost.
    const silence = context.createBufferSource();
    silence.buffer = context.createBuffer(1, 1, context.sampleRate);
    silence.connect(context.destination);
    silence.start();

    const player = new Audio();
    player.autoplay = true;
    player.setAttribute("playsinline", "");
    // There is nothing to play yet, but the browser remembers that this element may play.
    player.play()?.catch(() => {});
    return {
      context,
      player,
      close: () => {
        player.srcObject = null;
        context.close().catch(() => {});
        setAudioSession("auto");
      },
    };
  } catch {
    return null;
  }
}

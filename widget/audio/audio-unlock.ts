/** Safari's; tells iOS whether the ring switch silences us. */
type AudioSession = { type: "auto" | "playback" | "play-and-record" };

/** What must be opened inside the visitor's click, or no browser lets it sound. The rest of the sound's code may come later. */
export interface UnlockedAudio {
  readonly context: AudioContext;
  /** Plays sound that moves as media. */
  readonly player: HTMLAudioElement;
  close(): void;
}

/** iOS: else the call is silent while the ring switch is off, and restarts when the microphone opens. */
export function setAudioSession(type: AudioSession["type"]): void {
  const session = (navigator as Navigator & { audioSession?: AudioSession }).audioSession;
  if (session) session.type = type;
}

/** `null` where there is no Web Audio. @param records whether a microphone will be open too. */
export function unlockAudio(records: boolean): UnlockedAudio | null {
  if (typeof AudioContext === "undefined") return null;
  setAudioSession(records ? "play-and-record" : "playback");
  const context = new AudioContext({ latencyHint: "interactive" });
  // iOS opens its output with the first sound of a click, be it silence: else the first words are lost.
  const silence = context.createBufferSource();
  silence.buffer = context.createBuffer(1, 1, context.sampleRate);
  silence.connect(context.destination);
  silence.start();

  const player = new Audio();
  player.autoplay = true;
  player.setAttribute("playsinline", "");
  // Though it has nothing to play yet: a browser remembers that it may.
  player.play().catch(() => {});
  return {
    context,
    player,
    close: () => {
      player.srcObject = null;
      context.close().catch(() => {});
      setAudioSession("auto");
    },
  };
}

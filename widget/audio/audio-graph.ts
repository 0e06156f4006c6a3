/** Takes one frame of the microphone, base64 PCM. */
export type SendFrame = (pcm: string) => unknown;

/** The audio context that sound is recorded and played with. */
export interface AudioGraph {
  readonly context: AudioContext;
  /** Connect sound here to play it at the visitor's volume. */
  readonly output: AudioNode;
  /** Resolves when the worklet is loaded, which begins when this is first read; rejects if it fails. */
  readonly ready: Promise<void>;
}

/** One that plays media streams too. */
export interface MediaGraph extends AudioGraph {
  /** Its gain is the visitor's volume. */
  readonly output: GainNode;
  readonly player: HTMLAudioElement;
}

import type { Interruptions } from "../../shared/speech-defaults.ts";

/** Takes one frame of the microphone, base64 PCM. */
export type SendFrame = (pcm: string) => unknown;

/** The code of the guard, which loads when a microphone hears something. */
export interface GuardCode {
  /**
   * Sends what the visitor says, and silence in place of what the page's own speaker plays. Until its worklet is loaded, all is
   * kept; where it cannot be, all is sent as it comes.
   * @param send called with several frames at once where they were kept
   * @param source the microphone; once it is disconnected, the guard ends by itself
   */
  guarded(send: SendFrame, graph: AudioGraph, source: AudioNode, mode: Interruptions | undefined): SendFrame;
}

/** The audio context that sound is recorded and played with. */
export interface AudioGraph {
  readonly context: AudioContext;
  /** Connect sound here to play it at the visitor's volume. */
  readonly output: AudioNode;
  /** Resolves when the worklet is loaded, which begins when this is first read; rejects if it fails. */
  readonly ready: Promise<void>;
}

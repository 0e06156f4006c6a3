/** The messages between page and worklet. */

export const CAPTURE = "voice-widget-capture";
export const PLAYBACK = "voice-widget-playback";

/** Options of a processor. */
export interface ProcessorRate {
  /** The wire's rate, hertz. */
  rate: number;
}

/** Capture → page: 20 ms of 16-bit samples, and their loudness. */
export interface CapturedFrame {
  pcm: ArrayBuffer;
  level: number;
}

/** Page → playback. `epoch` counts the flushes. */
export type PlaybackOrder =
  | { type: "play"; item: string; pcm: ArrayBuffer }
  | { type: "finish" }
  | { type: "flush"; epoch: number };

/** Playback → page, about every 20 ms while something is heard, and when it begins or ends. */
export interface PlaybackProgress {
  epoch: number;
  playing: boolean;
  item: string | null;
  played_ms: number;
  level: number;
}

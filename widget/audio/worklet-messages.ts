/** The messages between page and worklet. */

export const CAPTURE = "voice-widget-capture";
export const PLAYBACK = "voice-widget-playback";

/** Options of the processor that plays. */
export interface ProcessorRate {
  /** The wire's rate, hertz. */
  rate: number;
}

/** Page → capture: the wire's rate, hertz, from when on frames are sent; 0: all is kept. */
export type CaptureOrder = number;

/** Capture → page: 20 ms of 16-bit samples, and their loudness; without samples while all is kept. */
export interface CapturedFrame {
  pcm?: ArrayBuffer;
  level: number;
  /** Whether it was kept. */
  kept?: boolean;
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

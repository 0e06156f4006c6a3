import type { Interruptions } from "../../../shared/speech-defaults.ts";

/** Between the page and the guard on the audio thread. */

export const GUARD = "voice-widget-guard";

/** Options of the processor. */
export interface GuardOptions {
  mode: Interruptions;
}

/**
 * Guard → page, whenever it changes: what becomes of the microphone's sound from now on. It is sent as it is; held back; kept,
 * since it may be speech (`keep`), or since nobody knows yet whether it is an echo (`wait`); sent with what was kept.
 */
export type Verdict = "pass" | "hold" | "wait" | "keep" | "speech";

import type { TurnTaking } from "../../shared/speech-settings.ts";

/** How long a visitor who stammers, or looks for a word, may be silent within a turn; milliseconds. */
const LEAST_SILENCE_MS = 2_000;

/**
 * How turns end for a visitor who needs more time: never sooner than the owner set. Each vendor takes of it what it has: the
 * silence, or how eager it is to answer.
 */
export const withMoreTime = (turns: TurnTaking | null | undefined): TurnTaking => ({
  ...turns,
  eagerness: "low",
  silence_ms: Math.max(turns?.silence_ms ?? 0, LEAST_SILENCE_MS),
});

import type { Playback } from "../transport/transport.ts";

/** Sound that follows a text begins within this time, milliseconds. */
const SOUND_MS = 1_500;
/** How long last words are waited for at most, milliseconds. */
const LAST_WORDS_MS = 60_000;
const CHECK_MS = 50;

/**
 * Resolves when the agent's last words were heard to their end, at the limit, or when the signal aborts. Never rejects.
 * @param playback its state right now
 */
export async function lastWordsHeard(playback: () => Playback, signal: AbortSignal): Promise<void> {
  const begun = performance.now();
  let sounded = false;
  while (!signal.aborted && performance.now() - begun < LAST_WORDS_MS) {
    const sounds = playback() !== "none";
    sounded ||= sounds;
    if (!sounds && (sounded || performance.now() - begun >= SOUND_MS)) return;
    await new Promise((resolve) => setTimeout(resolve, CHECK_MS));
  }
}

import type { Playback } from "../transport/transport.ts";

/** The first sound of an answer whose text has come is here by then, milliseconds. */
const SOUND_MS = 1_500;
/** Last words are waited for so long at most, milliseconds. */
const LAST_WORDS_MS = 60_000;
const LOOK_MS = 50;

/**
 * Resolves when what the agent says was heard to its end, or is no longer waited for. Never rejects.
 * @param playback looked at anew each time
 */
export async function lastWordsHeard(playback: () => Playback, signal: AbortSignal): Promise<void> {
  const begun = Date.now();
  let sounded = false;
  while (!signal.aborted && Date.now() - begun < LAST_WORDS_MS) {
    const sounds = playback() !== "none";
    sounded ||= sounds;
    if (!sounds && (sounded || Date.now() - begun >= SOUND_MS)) return;
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
}

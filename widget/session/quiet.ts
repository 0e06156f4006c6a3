/** Below this nobody speaks into the microphone, root mean square. */
const SILENT = 0.02;
/** How long nobody may have spoken, milliseconds: longer than a vendor takes to answer. */
const QUIET_MS = 2_000;
/** How often that is checked, milliseconds. */
const CHECK_MS = 100;

/** Whether somebody speaks, at one moment. */
export interface SpeechSnapshot {
  /** Nobody speaks, and no answer is owed. */
  listening: boolean;
  /** Loudness of the microphone, 0 to 1. */
  input: number;
}

/** Resolves when nobody has spoken for a while, at the limit, or when the signal aborts. Never rejects. */
export async function nextQuiet(snapshot: () => SpeechSnapshot, limit_ms: number, signal: AbortSignal): Promise<void> {
  const until = performance.now() + limit_ms;
  for (let quiet = 0; quiet < QUIET_MS && performance.now() < until && !signal.aborted; ) {
    const { listening, input } = snapshot();
    quiet = listening && input < SILENT ? quiet + CHECK_MS : 0;
    await new Promise((resolve) => setTimeout(resolve, CHECK_MS));
  }
}

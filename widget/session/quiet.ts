/** How loud a microphone is while nobody speaks into it, root mean square. */
const SILENT = 0.02;
/** Nobody has spoken for so long, milliseconds: longer than a vendor takes to answer. Looked at that often. */
const QUIET_MS = 2_000;
const LOOK_MS = 100;

/** What is looked at, anew each time. */
export interface Room {
  /** Nobody speaks, and nothing is owed. */
  listening: boolean;
  /** Loudness of the microphone, 0 to 1. */
  input: number;
}

/** Resolves in the next moment in which nobody speaks, or when that is no longer waited for. Never rejects. */
export async function nextQuiet(look: () => Room, limit_ms: number, signal: AbortSignal): Promise<void> {
  const until = Date.now() + limit_ms;
  for (let quiet = 0; quiet < QUIET_MS && Date.now() < until && !signal.aborted; ) {
    const { listening, input } = look();
    quiet = listening && input < SILENT ? quiet + LOOK_MS : 0;
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
}

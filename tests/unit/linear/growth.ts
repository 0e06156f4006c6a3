/** What twice the input may cost, in time of the processor and in what is kept of it. */
const MOST = 2.5;
/** Milliseconds of the processor that are too little to be told from what else the process does. */
const LITTLE_MS = 8;
/** What any result may hold besides what its text gave it. */
const LITTLE = 10_000;
const TRIES = 5;

function once(work: () => unknown): number {
  const before = process.cpuUsage();
  try {
    work();
  } catch {
    // A refusal is an answer.
  }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

/** The least of several, since whatever else runs on the machine only adds to it. */
function least(work: () => unknown): number {
  let best = once(work);
  for (let at = 1; at < TRIES && best > LITTLE_MS / 4; at++) best = Math.min(best, once(work));
  return best;
}

/** What a result holds, in characters. */
function kept(work: () => unknown): number {
  try {
    const result = work();
    return typeof result === "string" ? result.length : (JSON.stringify(result)?.length ?? 0);
  } catch {
    return 0;
  }
}

/**
 * How the work grows with its input.
 * @param length of the shorter input
 * @returns what is wrong with it; `null` if twice the input takes at most 2.5 times as much
 */
export function growth(
  work: (text: string) => unknown,
  make: (length: number) => string,
  length: number,
): string | null {
  const short = make(length);
  const twice = make(length * 2);
  for (let look = 0; ; look++) {
    const long = least(() => work(twice));
    // So that a fast machine sees what a slow one does.
    if (long <= LITTLE_MS && long > LITTLE_MS / 4) return growth(work, make, length * 4);
    const times =
      long <= LITTLE_MS
        ? 1
        : long /
          Math.max(
            least(() => work(short)),
            0.1,
          );
    if (times > MOST) {
      // A collection of garbage may have met every try of the one and none of the other.
      if (look < 3) continue;
      return `${length * 2} characters take ${long.toFixed(0)} ms, ${times.toFixed(1)} times what half of them do`;
    }
    break;
  }
  const size = kept(() => work(twice));
  const share = size / (kept(() => work(short)) + LITTLE);
  return share > MOST ? `${length * 2} characters keep ${share.toFixed(1)} times as much as half of them` : null;
}

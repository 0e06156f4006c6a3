/** How many times longer the long text is. */
const SPAN = 8;
/**
 * What the long text may cost, as a multiple of as many characters in short texts: 1 where the work is linear, 8 where
 * it grows with the square. Between them is room for what a machine adds to either: garbage, caches, other processes.
 */
const MOST = 3;
/** The same for what is kept: it is counted, so nothing is added to it. */
const MOST_KEPT = 1.25;
/** Milliseconds of the processor that are too little to be told from what else the process does. */
const LITTLE_MS = 8;
/** What any result may hold besides what its text gave it. */
const LITTLE = 10_000;
const TRIES = 6;

function took(work: () => unknown, times = 1): number {
  const before = process.cpuUsage();
  for (let at = 0; at < times; at++)
    try {
      work();
    } catch {
      // A refusal is an answer.
    }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
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
 * How the work grows with its input: one long text against the same number of characters in short ones. Either is
 * timed by turns, and the least of each counts, since whatever else runs on the machine only adds to it.
 * @param length characters of a short text; the long one has eight times as many
 * @returns what is wrong with it; `null` if its characters cost the same in both
 */
export function growth(
  work: (text: string) => unknown,
  make: (length: number) => string,
  length: number,
): string | null {
  const short = make(length);
  const long = make(length * SPAN);
  let one = took(() => work(long));
  let many = Number.POSITIVE_INFINITY;
  for (let at = 1; one > LITTLE_MS; at++) {
    many = Math.min(
      many,
      took(() => work(short), SPAN),
    );
    const times = one / Math.max(many, 0.1);
    if (times <= MOST) break;
    if (at === TRIES)
      return `${length * SPAN} characters take ${one.toFixed(0)} ms, ${times.toFixed(1)} times what they do in short texts`;
    one = Math.min(
      one,
      took(() => work(long)),
    );
  }
  const share = kept(() => work(long)) / (SPAN * (kept(() => work(short)) + LITTLE));
  return share > MOST_KEPT
    ? `${length * SPAN} characters keep ${share.toFixed(1)} times what they do in short texts`
    : null;
}

import { faultOf } from "../errors.ts";
import { ApiFailure } from "./api-client.ts";

/** How long a vendor may be unreachable, milliseconds. */
const GIVE_UP_MS = 7_500;
/** The least time for a try, also for one that begins late, milliseconds. */
const LEAST_MS = 4_000;
/** Between tries, milliseconds: after the first ones, and after each later one. */
const FIRST_WAITS_MS = [400, 1_000];
const WAIT_MS = 2_000;
/** How long to wait for a network or a voice line, milliseconds: shorter than the lease of a session without reports. */
const PASSING_MS = 60_000;
const LOOK_MS = 250;

interface Recoverable {
  /** One try, which ends with its signal. */
  reconnect(signal: AbortSignal): Promise<void>;
  /** Whether the last try failed by what passes: no network, or no voice line for who comes back from a person. */
  readonly passing?: boolean;
}

/** Whether the browser believes that it has a network. */
const online = (): boolean => globalThis.navigator?.onLine !== false;

/**
 * Connects again after a lost connection: tries until it succeeds or a further try is of no use, at growing intervals.
 * @param signal ends all tries
 * @throws the error of the last try
 */
export async function recover(connection: Recoverable, signal: AbortSignal): Promise<void> {
  const begun = Date.now();
  let lost = begun;
  for (let tries = 0; !signal.aborted; tries++) {
    for (const until = Date.now() + PASSING_MS; !online() && Date.now() < until && !signal.aborted; lost = Date.now())
      await pause(LOOK_MS, signal);
    try {
      return await inTime(connection, Math.max(LEAST_MS, lost + GIVE_UP_MS - Date.now()), signal);
    } catch (error) {
      if (signal.aborted) return;
      if (connection.passing && Date.now() < begun + PASSING_MS) lost = Date.now();
      const wait = FIRST_WAITS_MS[tries] ?? WAIT_MS;
      if (hopeless(error) || Date.now() + wait > lost + GIVE_UP_MS) throw error;
      await pause(wait, signal);
    }
  }
}

/** Whether another try would be refused like this one. */
function hopeless(error: unknown): boolean {
  if (!(error instanceof ApiFailure)) return false;
  const { status } = error;
  if (status === 400) return faultOf(error, "vendor_failed").code !== "vendor_failed";
  return status > 400 && status < 500 && status !== 429;
}

/** Does not wait for a try that ignores its signal. */
async function inTime(connection: Recoverable, limit: number, signal: AbortSignal): Promise<void> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(new Error("The voice provider did not answer in time")), limit);
  const either = AbortSignal.any([signal, late.signal]);
  try {
    await Promise.race([
      connection.reconnect(either),
      new Promise<never>((_, reject) => {
        either.addEventListener("abort", () => reject(either.reason), { once: true });
      }),
    ]);
  } finally {
    clearTimeout(timer);
  }
}

/** Resolves after so many milliseconds, or when the signal aborts. */
export function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener("abort", () => resolve(clearTimeout(timer)), { once: true });
  });
}

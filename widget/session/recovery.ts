import { faultOf } from "../errors.ts";
import { ApiFailure } from "./api-client.ts";

/** How long a vendor may be unreachable, milliseconds. */
const GIVE_UP_MS = 7_500;
/** The least time for a try, also for one that begins late, milliseconds. */
const LEAST_MS = 4_000;
/** Between tries, milliseconds; the last one is repeated. */
const WAITS_MS = [400, 1_000, 2_000];
/** How long to wait for a visitor without a network, milliseconds: shorter than the lease of a session without reports. */
const OFFLINE_MS = 60_000;
const LOOK_MS = 250;

/** Whether the browser believes that it has a network. */
const online = (): boolean => globalThis.navigator?.onLine !== false;

/**
 * Connects again after a lost connection: tries until it succeeds or a further try is of no use, at growing intervals.
 * @param connect one try, which ends with its signal
 * @param unreachable whether the last try got no answer at all: then it waits for the network, not for the vendor
 * @param signal ends all tries
 * @throws the error of the last try
 */
export async function recover(
  connect: (signal: AbortSignal) => Promise<void>,
  unreachable: () => boolean,
  signal: AbortSignal,
): Promise<void> {
  const begun = Date.now();
  let lost = begun;
  for (let tries = 0; !signal.aborted; tries++) {
    if (!online()) {
      for (let waited = 0; !online() && waited < OFFLINE_MS && !signal.aborted; waited += LOOK_MS)
        await pause(LOOK_MS, signal);
      lost = Date.now();
    }
    try {
      return await inTime(connect, Math.max(LEAST_MS, lost + GIVE_UP_MS - Date.now()), signal);
    } catch (error) {
      if (signal.aborted) return;
      if (unreachable() && Date.now() < begun + OFFLINE_MS) lost = Date.now();
      const wait = WAITS_MS[Math.min(tries, WAITS_MS.length - 1)] ?? 0;
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
async function inTime(
  connect: (signal: AbortSignal) => Promise<void>,
  limit: number,
  signal: AbortSignal,
): Promise<void> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(new Error("The voice provider did not answer in time")), limit);
  const either = AbortSignal.any([signal, late.signal]);
  try {
    await Promise.race([
      connect(either),
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
    const finish = () => {
      clearTimeout(timer);
      resolve();
    };
    signal.addEventListener("abort", finish, { once: true });
  });
}

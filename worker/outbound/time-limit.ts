/**
 * Limits the time of a call to another server, even if the call ignores its signal. The timer is always cleared: in an
 * object it would keep the object in memory.
 * @throws a `TimeoutError`
 */
export async function withTimeout<T>(ms: number, call: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const limit = new AbortController();
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    const reason = new DOMException(`No answer within ${ms} ms`, "TimeoutError");
    limit.abort(reason);
    late.reject(reason);
  }, ms);
  try {
    return await Promise.race([call(limit.signal), late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

export const isTimeout = (error: unknown): boolean =>
  error instanceof Error && (error.name === "TimeoutError" || error.name === "AbortError");

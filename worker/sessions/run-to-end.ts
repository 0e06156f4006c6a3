/**
 * Has work done to its end also where its page is closed meanwhile: the runtime stops a request whose client is gone,
 * but for what it was told to wait for.
 */
export function runToEnd<T>(waitUntil: (work: Promise<unknown>) => void, work: Promise<T>): Promise<T> {
  waitUntil(work.catch(() => {}));
  return work;
}

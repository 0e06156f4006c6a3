/** What workerd says of every call that is still under way when a test's storage is emptied. */
const BY_RESET = "Application called deleteAllDurableObjects()";

/** Whether a line of the log was caused by the harness, and says nothing of the Worker. */
export const isOfReset = (text: string): boolean => text.includes(BY_RESET);

/** Leaves out what workerd prints of that: the pool passes its messages on, each whole, and has no filter. */
export function silenceReset(): void {
  for (const stream of [process.stdout, process.stderr]) {
    const write = stream.write.bind(stream) as (...args: unknown[]) => boolean;
    stream.write = (text: unknown, ...rest: unknown[]) =>
      typeof text === "string" && isOfReset(text) ? true : write(text, ...rest);
  }
}

/** What workerd says of every call that is still under way when a test's storage is emptied. */
const BY_RESET = "Application called deleteAllDurableObjects()";
/** The same with the word before it and the stack after it, which point nowhere. */
const REPORT = /^(?:uncaught )?exception\b.*deleteAllDurableObjects\(\).*\n(?:(?: +at |stack: ).*\n)*/gm;

/** Whether a line of the log was caused by the harness, and says nothing of the Worker. */
export const isOfReset = (text: string): boolean => text.includes(BY_RESET);

/** A text without such reports; a terminal gets them in one piece with others. */
export const withoutReports = (text: string): string => text.replace(REPORT, "");

/** Leaves them out of what is printed: the pool passes workerd's messages on, and has no filter. */
export function silenceReset(): void {
  for (const stream of [process.stdout, process.stderr]) {
    const write = stream.write.bind(stream) as (...args: unknown[]) => boolean;
    stream.write = (text: unknown, ...rest: unknown[]) =>
      write(typeof text === "string" && isOfReset(text) ? withoutReports(text) : text, ...rest);
  }
}

/**
 * Logs what no answer tells of.
 * @param event what did not work
 * @param about ids of what it is about: no word of what was said
 */
export function logError(event: string, error: unknown, about: Readonly<Record<string, unknown>> = {}): void {
  console.error(JSON.stringify({ event, ...about, error: String(error).slice(0, 300) }));
}

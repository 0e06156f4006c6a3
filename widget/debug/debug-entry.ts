/** What only owners read: loaded for a hint that has to be given, and by the `debug` attribute. */
export { explain } from "./explain.ts";

/** Placeholder until the self-check is written. */
export function inspect(_host: HTMLElement, _service: { apiKey: string; baseUrl: string }): void {}

import { pageAddress } from "./send-events.ts";

/** When the launcher was first shown, unix milliseconds; null once that has been counted. */
export interface Impression {
  at: number | null;
}

/**
 * A page view without an opened panel, as the service takes it. By hand, for the writer of JSON comes with the panel. An
 * address has neither quotes nor backslashes.
 */
export const impressionEvent = (at: number): string => `[{"name":"impression","at":${at},"page":"${pageAddress()}"}]`;

import type { Service } from "../config/service.ts";

/**
 * Sends the events, also as the page closes. Nothing waits for it or depends on it.
 * @param events JSON of an `AnalyticsEvents["events"]`
 */
export function sendEvents({ baseUrl, apiKey }: Service, events: string): void {
  fetch(`${baseUrl}/widget/v1/analytics`, {
    method: "POST",
    headers: { "X-API-Key": apiKey, "Content-Type": "application/json" },
    credentials: "omit",
    keepalive: true,
    body: `{"events":${events}}`,
  }).catch(() => {});
}

/** The page's address without the parts that may be personal. */
export const pageAddress = (): string => (location.origin + location.pathname).slice(0, 2_000);

import type { AnalyticsEvents } from "../../shared/analytics.ts";
import type { Service } from "../config/service.ts";

export type AnalyticsEvent = AnalyticsEvents["events"][number];

/** Sends the events, also as the page closes. Nothing waits for it or depends on it. */
export function sendEvents({ baseUrl, apiKey }: Service, events: AnalyticsEvent[]): void {
  fetch(`${baseUrl}/widget/v1/analytics`, {
    method: "POST",
    headers: { "X-API-Key": apiKey, "Content-Type": "application/json" },
    credentials: "omit",
    keepalive: true,
    body: JSON.stringify({ events }),
  }).catch(() => {});
}

/** The page's address without the parts that may be personal. */
export const pageAddress = (): string => (location.origin + location.pathname).slice(0, 2_000);

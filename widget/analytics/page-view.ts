import { asRecord } from "../config/overlay.ts";
import type { Service } from "../config/service.ts";
import { pageAddress, sendEvents } from "./send-events.ts";

/** When the launcher was first shown, unix milliseconds; null once that has been counted. */
export interface Impression {
  at: number | null;
}

/** Counts a page view without an opened panel, at its end, if that needs no consent; else the panel counts it. */
export function countPageView(impression: Impression, service: Service, widgetConfig: unknown): void {
  const { at } = impression;
  const { analytics, consent } = asRecord(asRecord(widgetConfig).features);
  if (!at || analytics !== true || consent !== false) return;
  // By hand, for the writer of JSON comes with the panel. An address has neither quotes nor backslashes.
  sendEvents(service, `[{"name":"impression","at":${at},"page":"${pageAddress()}"}]`);
  impression.at = null;
}

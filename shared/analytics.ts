import * as z from "zod";
import { boundedText, integer, jsonObject } from "./fields.ts";
import { MAX_EVENTS_PER_REQUEST, MAX_VISITOR_ID } from "./limits.ts";

/** What the widget itself counts. */
export const WIDGET_EVENTS = [
  "impression",
  "open",
  "close",
  "start",
  "connected",
  "failed",
  "mic_denied",
  "ended",
  "feedback",
] as const;

/** Body of `POST /widget/v1/analytics`. Names: the widget's own, or a site's in the same alphabet. */
export const analyticsEvents = z.object({
  events: z
    .array(
      z.object({
        name: z.string().regex(/^[a-z0-9_]{1,40}$/, "Use 1 to 40 of a-z, 0-9 and _"),
        at: integer().nonnegative().optional(),
        visitor_id: boundedText(MAX_VISITOR_ID).optional(),
        page: z.string().max(2_048).optional(),
        properties: jsonObject.optional(),
      }),
    )
    .min(1)
    .max(MAX_EVENTS_PER_REQUEST),
});
export type AnalyticsEvents = z.infer<typeof analyticsEvents>;

import { MAX_VISITOR_SESSIONS } from "./limits.ts";

/** Smallest and largest of the numbers that an operator sets: for the schemas, and for the console's fields. Plain TypeScript. */
export const RANGES = {
  credits: { min: 0, max: 1_000_000_000_000 },
  creditsPerMinute: { min: 0, max: 1_000_000 },
  voiceLines: { min: 0, max: 10_000 },
  dailySessions: { min: 0, max: 1_000_000_000 },
  /** Requests in a key's minute or day. */
  requests: { min: 1, max: 1_000_000_000 },
  visitorSessions: { min: 1, max: MAX_VISITOR_SESSIONS },
  retentionDays: { min: 0, max: 3_650 },
  /** The longest call. */
  durationSeconds: { min: 10, max: 86_400 },
  silenceMs: { min: 100, max: 10_000 },
  personWaitSeconds: { min: 10, max: 600 },
} as const;

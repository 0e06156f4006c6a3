import { integer } from "./fields.ts";

/** Daily limits of a project, key or channel; `null` takes a limit away. Days are UTC, running reservations count. */
const credits = integer().min(0).max(1_000_000_000_000);
const sessions = integer().min(0).max(1_000_000_000);
export const capFields = {
  daily_credit_cap: credits.nullish().describe("Credits a UTC day, running reservations included; `null` is no cap."),
  daily_session_cap: sessions.nullish().describe("Sessions a UTC day; `null` is no cap."),
};
export const capsShown = { daily_credit_cap: integer().nullable(), daily_session_cap: integer().nullable() };

export interface Caps {
  daily_credit_cap: number | null;
  daily_session_cap: number | null;
}

import { integer, within } from "./fields.ts";
import { RANGES } from "./ranges.ts";

/** Daily limits of a project, key or channel; `null` takes a limit away. Days are UTC, running reservations count. */
export const capFields = {
  daily_credit_cap: within(RANGES.credits)
    .nullish()
    .describe("Credits a UTC day, running reservations included; `null` is no cap."),
  daily_session_cap: within(RANGES.dailySessions).nullish().describe("Sessions a UTC day; `null` is no cap."),
};
export const capsShown = { daily_credit_cap: integer().nullable(), daily_session_cap: integer().nullable() };

export interface Caps {
  daily_credit_cap: number | null;
  daily_session_cap: number | null;
}

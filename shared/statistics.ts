import * as z from "zod";
import { integer } from "./fields.ts";

/** What the calls of one UTC day came to. */
export const statisticsDay = z.object({
  day: z.string().describe("UTC date, YYYY-MM-DD."),
  sessions: integer().describe("That were started."),
  connected: integer(),
  failed: integer(),
  seconds: integer().describe("That were talked with the agent, of the sessions that have ended."),
  credits: integer().describe("That were charged."),
  ratings: integer().describe("How many were rated."),
  rating_sum: integer().describe("The ratings, 1 to 5, added up."),
  persons_asked: integer().describe("Requests for a person."),
  persons_answered: integer(),
  persons_missed: integer(),
  person_wait_seconds: integer()
    .nullable()
    .describe("The median wait of those that were answered; `null` without any."),
  persons_joined: z
    .array(z.object({ name: z.string(), count: integer() }))
    .describe("Who joined how often, by the names that visitors saw, the most first; also unasked."),
  person_ratings: integer().describe("Of the ratings, those of sessions that a person joined."),
  person_rating_sum: integer(),
  person_seconds: integer().describe("With a person; they are not charged."),
});
export type StatisticsDay = z.infer<typeof statisticsDay>;

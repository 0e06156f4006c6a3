import * as z from "zod";
import { id, integer } from "./fields.ts";

/** The queue for a voice line: visitors wait in it while all lines are in use. */

/** Body of `POST /widget/v1/session/queue`: without a ticket it joins the queue, with one it says that the visitor waits on. */
export const queueAsk = z.object({
  agent_id: id,
  ticket: z
    .string()
    .regex(/^wait_[0-9A-Za-z]{24}$/, "Take the ticket of the first answer")
    .nullish(),
  leave: z.boolean().optional().describe("True: the visitor waits no more."),
  extend: z
    .boolean()
    .optional()
    .describe("True: hold the line a minute longer. Taken once a turn, while `can_extend` is true."),
  hidden: z
    .boolean()
    .optional()
    .describe(
      "True: the page is out of sight, where browsers run timers once a minute. Keeps the place for 75 seconds.",
    ),
});
export type QueueAsk = z.infer<typeof queueAsk>;

/** Its answer. Ask again every `poll_seconds`; who does not ask for 25 seconds, 75 after `hidden`, has left the queue. */
export const queuePlace = z.object({
  success: z.literal(true),
  ticket: z.string().nullable(),
  place: integer().nullable().describe("1 is next; `null` for one who left."),
  waiting: integer().optional().describe("How many wait, this visitor among them."),
  ready: z.boolean().optional().describe("A line is held: start the session with `ticket` now."),
  held_until: integer().nullish().describe("Until when it is held, unix milliseconds."),
  can_extend: z.boolean().optional().describe("Whether `extend` would hold it a minute longer."),
  poll_seconds: integer().optional(),
});
export type QueuePlace = z.infer<typeof queuePlace>;

import * as z from "zod";
import { integer } from "./fields.ts";
import { SESSION_STATES } from "./session.ts";

/** More time for a conversation that nears its longest duration: once, where its owner, credit and caps allow it. */

/** Body of `POST /widget/v1/session/{session_id}/extend`. */
export const sessionExtend = z.object({
  ask: z.boolean().optional().describe("True: only says what would be added, and changes nothing."),
});
export type SessionExtend = z.infer<typeof sessionExtend>;

/** Its answer. */
export const sessionExtended = z.object({
  success: z.literal(true),
  seconds: integer().describe("What was added; with `ask`, what would be, and 0 where nothing can be added any more."),
  session: z.object({
    status: z.enum(SESSION_STATES),
    remaining_seconds: integer(),
    end_reason: z.null(),
  }),
});
export type SessionExtended = z.infer<typeof sessionExtended>;

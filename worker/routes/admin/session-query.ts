import * as z from "zod";
import { SESSION_PATTERN } from "../../../shared/ids.ts";
import { END_REASONS } from "../../../shared/session.ts";
import { LENGTHS } from "../../../shared/text-lengths.ts";
import { exportFormat, exportSpreadsheet } from "../../http/export.ts";
import { pageLimit } from "../../http/read-page.ts";
import { queryCursor, queryDay, queryFlag, queryInteger, queryTestCalls } from "../../http/read-request.ts";

/** What a list of sessions is asked. */

const amount = (description: string) => queryInteger({ min: 0 }, { description }).optional();
const paging = {
  limit: pageLimit,
  cursor: queryCursor(z.string().regex(/^\d{1,15}\.ses_[0-9A-Za-z]{25,35}$/, "Use next_cursor of the previous page"))
    .transform((text) => ({ started_at: Number(text.split(".")[0]), id: text.split(".")[1] ?? "" }))
    .optional(),
};
export const sessionQuery = z.object({
  ...paging,
  q: z
    .string()
    .max(LENGTHS.search, "Search for at most 500 characters")
    .meta({
      description: "Finds sessions with all of these words; punctuation is ignored.",
      example: "opening hours",
    })
    .optional(),
  agent: queryInteger({ min: 1 }, { description: "Only those of this agent.", example: 7 }).optional(),
  from: queryDay("First day").optional(),
  to: queryDay("Last day").optional(),
  reason: z
    .enum(END_REASONS, { error: `Write one of ${END_REASONS.join(", ")}` })
    .describe("Why it ended.")
    .optional(),
  rating: queryInteger({ min: 1, max: 5 }, { description: "Only sessions with this rating." }).optional(),
  connected: queryFlag("`false`: only sessions without a conversation; `failure` says why.").optional(),
  test: queryTestCalls.optional(),
  min_seconds: amount("The shortest conversation, in seconds."),
  max_seconds: amount("The longest conversation, in seconds."),
  min_credits: amount("The smallest charge, in credits."),
  max_credits: amount("The largest charge, in credits."),
  subject: z
    .string()
    .max(LENGTHS.search, "Write at most 500 characters")
    .meta({ description: "Only those of this visitor, as a session's `subject` names them.", example: "user:42" })
    .optional(),
  order: z
    .enum(["newest", "oldest"], { error: "Write newest or oldest" })
    .describe("Which come first; the default is the newest.")
    .optional(),
  after: z
    .string()
    .regex(SESSION_PATTERN, "Write a session's id")
    .meta({
      description:
        "Only sessions behind this one in the list. With `limit=1` the next older one; with `order=oldest` as well, the next newer one.",
      pattern: undefined,
    })
    .optional(),
  format: exportFormat,
  spreadsheet: exportSpreadsheet,
});

export const activeQuery = z.object({
  ...paging,
  status: z.enum(["active"]).meta({ description: "Other sessions are listed by project.", example: "active" }),
});

import * as z from "zod";
import { END_REASONS } from "../../../shared/session.ts";
import { LENGTHS } from "../../../shared/text-lengths.ts";
import { exportFormat } from "../../http/export.ts";
import { queryInteger } from "../../http/read-request.ts";
import { day, filter, type Parameter } from "../../openapi/parameters.ts";

/** What a list of sessions is asked: as it is parsed, and as the document describes it. */

const isoDay = z.iso.date("Write a UTC date as YYYY-MM-DD");
const amount = queryInteger({ min: 0, max: Number.MAX_SAFE_INTEGER }).optional();
const paging = {
  limit: queryInteger({ min: 1, max: 200 }).default(50),
  cursor: z
    .string()
    .regex(/^\d{1,15}\.ses_[0-9A-Za-z]{25,35}$/, "Use next_cursor of the previous page")
    .transform((text) => ({ started_at: Number(text.split(".")[0]), id: text.split(".")[1] ?? "" }))
    .optional(),
};
export const sessionQuery = z.object({
  ...paging,
  q: z.string().max(LENGTHS.search, "Search for at most 500 characters").optional(),
  agent: queryInteger({ min: 1, max: Number.MAX_SAFE_INTEGER }).optional(),
  from: isoDay.optional(),
  to: isoDay.optional(),
  reason: z.enum(END_REASONS, { error: `Write one of ${END_REASONS.join(", ")}` }).optional(),
  rating: queryInteger({ min: 1, max: 5 }).optional(),
  connected: z
    .enum(["true", "false"], { error: "Write true or false" })
    .transform((text) => text === "true")
    .optional(),
  min_seconds: amount,
  max_seconds: amount,
  min_credits: amount,
  max_credits: amount,
  format: exportFormat,
});

export const activeQuery = z.object({
  ...paging,
  status: z.literal("active"),
});

const amountOf = (name: string, description: string): Parameter => ({
  name,
  in: "query",
  description,
  schema: { type: "integer", minimum: 0 },
});
export const filters: Parameter[] = [
  {
    name: "q",
    in: "query",
    description: "Finds sessions with all of these words; punctuation is ignored.",
    schema: { type: "string", maxLength: 500 },
    example: "opening hours",
  },
  { ...filter("agent", "agent"), example: 7 },
  day("from", "First day"),
  day("to", "Last day"),
  { name: "reason", in: "query", description: "Why it ended.", schema: { type: "string", enum: [...END_REASONS] } },
  {
    name: "rating",
    in: "query",
    description: "Only sessions with this rating.",
    schema: { type: "integer", minimum: 1, maximum: 5 },
  },
  {
    name: "connected",
    in: "query",
    description: "`false`: only sessions without a conversation; `failure` says why.",
    schema: { type: "boolean" },
  },
  amountOf("min_seconds", "The shortest conversation, in seconds."),
  amountOf("max_seconds", "The longest conversation, in seconds."),
  amountOf("min_credits", "The smallest charge, in credits."),
  amountOf("max_credits", "The largest charge, in credits."),
];

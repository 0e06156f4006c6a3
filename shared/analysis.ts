import * as z from "zod";
import { integer, whateverInside } from "./fields.ts";
import { MAX_ANALYSIS_CRITERIA, MAX_ANALYSIS_FIELDS } from "./limits.ts";
import { LENGTHS } from "./text-lengths.ts";

/** What a model reads out of an ended conversation. */

const label = z
  .string()
  .regex(new RegExp(`^[A-Za-z][A-Za-z0-9_]{0,${LENGTHS.label - 1}}$`), "Use letters, digits and _, a letter first");
const unique = (list: unknown[]) => {
  const names = list.map((one) => (one as { name?: unknown } | null)?.name).filter((name) => typeof name === "string");
  return new Set(names).size === names.length;
};

const FIELD_TYPES = ["string", "number", "integer", "boolean"] as const;

/** Agent field: what to look for besides the summary. */
export const analysisPlan = z.strictObject({
  fields: z
    .array(
      z.strictObject({
        name: label,
        type: z.enum(FIELD_TYPES).default("string"),
        description: z.string().trim().max(LENGTHS.labelDescription).default(""),
      }),
    )
    .max(MAX_ANALYSIS_FIELDS)
    .refine(unique, { error: "Two fields have the same name", ...whateverInside })
    .default([]),
  criteria: z
    .array(z.strictObject({ name: label, description: z.string().trim().min(1).max(LENGTHS.labelDescription) }))
    .max(MAX_ANALYSIS_CRITERIA)
    .refine(unique, { error: "Two criteria have the same name", ...whateverInside })
    .default([]),
});
export type AnalysisPlan = z.infer<typeof analysisPlan>;

export const VERDICTS = ["success", "failure", "unknown"] as const;

export const analysisResult = z.object({
  summary: z.string(),
  fields: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
  criteria: z.array(z.object({ name: z.string(), result: z.enum(VERDICTS), reason: z.string() })),
});
export type AnalysisResult = z.infer<typeof analysisResult>;

/** As a session shows it; `null` there where no model is configured. */
export const analysis = analysisResult.partial().extend({
  status: z.enum(["pending", "done", "failed"]),
  detail: z.string().nullable().describe("Why it failed."),
  at: integer().nonnegative(),
});
export type Analysis = z.infer<typeof analysis>;

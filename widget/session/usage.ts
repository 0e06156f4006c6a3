import type { UsageNumbers } from "../../shared/events.ts";

/** Limits of the service for one usage report. */
const MAX_DETAILS = 48;
const MAX_PATH = 96;
const MAX_SECONDS = 1e6;
const MAX_TOKENS = 1e9;
const MAX_DETAIL = 1e12;

/** The vendors' names of the sums. */
const SUMS: Record<string, "input_tokens" | "output_tokens" | "total_tokens" | "seconds"> = {
  input_tokens: "input_tokens",
  output_tokens: "output_tokens",
  total_tokens: "total_tokens",
  seconds: "seconds",
  promptTokenCount: "input_tokens",
  responseTokenCount: "output_tokens",
  totalTokenCount: "total_tokens",
};

/**
 * Converts a vendor's usage to the service's form: the sums by our names, every other number by its path, lists of
 * `{modality, tokenCount}` by their modality. `null` if all numbers are 0.
 */
export function readUsage(reported: unknown): UsageNumbers | null {
  const usage: UsageNumbers = {};
  const details: Record<string, number> = {};
  const read = (value: unknown, path: string) => {
    if (typeof value === "number" && Number.isFinite(value) && value >= 0) {
      const sum = SUMS[path];
      if (sum && value <= (sum === "seconds" ? MAX_SECONDS : MAX_TOKENS))
        usage[sum] = sum === "seconds" ? value : Math.round(value);
      else if (
        !sum &&
        value > 0 &&
        value <= MAX_DETAIL &&
        path &&
        path.length <= MAX_PATH &&
        Object.keys(details).length < MAX_DETAILS
      )
        details[path] = value;
    } else if (Array.isArray(value)) {
      for (const part of value)
        if (typeof part?.modality === "string") read(part.tokenCount, `${path}.${part.modality}`);
    } else if (value && typeof value === "object") {
      for (const [name, part] of Object.entries(value)) read(part, path ? `${path}.${name}` : name);
    }
  };
  read(reported, "");
  if (Object.keys(details).length) usage.details = details;
  return Object.values(usage).some((number) => number !== 0) ? usage : null;
}

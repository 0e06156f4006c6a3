import type * as z from "zod";
import type { Fault } from "../../shared/errors.ts";
import { NOT_AN_INTEGER } from "../../shared/fields.ts";

type Issue = z.core.$ZodIssue;
type Loc = Fault["loc"];

/** More than any honest request has. Listing each wrong name of a body of megabytes took ten times its size, and then memory. */
const MOST_FAULTS = 1_000;

const TYPES: Record<string, [type: string, msg: string]> = {
  string: ["string_type", "Input should be a valid string"],
  number: ["float_type", "Input should be a valid number"],
  int: ["int_type", NOT_AN_INTEGER],
  boolean: ["bool_type", "Input should be a valid boolean"],
  array: ["list_type", "Input should be a valid list"],
  object: ["dict_type", "Input should be a valid dictionary"],
  record: ["dict_type", "Input should be a valid dictionary"],
};

const quoted = (values: readonly unknown[]) => {
  const words = values.map((value) => (typeof value === "string" ? `'${value}'` : String(value)));
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} or ${words.at(-1)}`;
};

function tooBig(issue: z.core.$ZodIssueTooBig): [string, string] {
  const most = String(issue.maximum);
  if (issue.origin === "string") return ["string_too_long", `String should have at most ${most} characters`];
  if (issue.origin === "array") return ["too_long", `List should have at most ${most} items after validation`];
  return issue.inclusive === false
    ? ["less_than", `Input should be less than ${most}`]
    : ["less_than_equal", `Input should be less than or equal to ${most}`];
}

function tooSmall(issue: z.core.$ZodIssueTooSmall): [string, string] {
  const least = String(issue.minimum);
  const plural = issue.minimum === 1 ? "" : "s";
  if (issue.origin === "string") return ["string_too_short", `String should have at least ${least} character${plural}`];
  if (issue.origin === "array")
    return ["too_short", `List should have at least ${least} item${plural} after validation`];
  return issue.inclusive === false
    ? ["greater_than", `Input should be greater than ${least}`]
    : ["greater_than_equal", `Input should be greater than or equal to ${least}`];
}

function wrongType(issue: z.core.$ZodIssueInvalidType): [string, string] {
  if (issue.expected === "number" && issue.message === NOT_AN_INTEGER) return ["int_type", NOT_AN_INTEGER];
  if (issue.expected === "int" && typeof issue.input === "number" && Number.isFinite(issue.input))
    return ["int_from_float", "Input should be a valid integer, got a number with a fractional part"];
  if (issue.input === Number.POSITIVE_INFINITY || issue.input === Number.NEGATIVE_INFINITY)
    return ["finite_number", "Input should be a finite number"];
  return TYPES[issue.expected] ?? ["value_error", `Input should be a valid ${issue.expected}`];
}

/** One zod issue in FastAPI's shape. It needs `reportInput`, or a missing field cannot be told from a wrong one. */
function faultsOf(issue: Issue, root: Loc): Fault[] {
  const loc: Loc = [...root, ...issue.path.map((step) => (typeof step === "symbol" ? String(step) : step))];
  const fault = ([type, msg]: [string, string]): Fault[] => [{ type, loc, msg }];
  const missing = () => fault(["missing", "Field required"]);
  switch (issue.code) {
    case "invalid_type":
      return issue.input === undefined ? missing() : fault(wrongType(issue));
    case "too_big":
      return fault(tooBig(issue));
    case "too_small":
      return fault(tooSmall(issue));
    case "invalid_format":
      return fault([issue.format === "url" ? "url_parsing" : "string_pattern_mismatch", issue.message]);
    case "unrecognized_keys":
      return issue.keys.slice(0, MOST_FAULTS).map((key) => ({
        type: "extra_forbidden",
        loc: [...loc, key],
        msg: "Extra inputs are not permitted",
      }));
    case "invalid_value":
      return issue.input === undefined
        ? missing()
        : fault(["literal_error", `Input should be ${quoted(issue.values)}`]);
    case "invalid_union": {
      if (issue.discriminator !== undefined) {
        const tag = (issue.input as Record<string, unknown> | undefined)?.[issue.discriminator];
        const type = tag === undefined ? "union_tag_not_found" : "union_tag_invalid";
        const names = (issue as { options?: readonly unknown[] }).options ?? [];
        return fault([type, `Give a ${issue.discriminator} that is ${quoted(names)}`]);
      }
      // The last alternative is the most general one, so its faults help most.
      const last = issue.errors.at(-1);
      return last ? faultsIn(last, loc) : fault(["union_error", issue.message]);
    }
    case "invalid_key":
    case "invalid_element":
      return faultsIn(issue.issues, loc);
    case "custom":
      return fault([
        typeof issue.params?.fault === "string" ? issue.params.fault : "value_error",
        typeof issue.params?.fault === "string" ? issue.message : `Value error, ${issue.message}`,
      ]);
    case "not_multiple_of":
      return fault(["multiple_of", issue.message]);
    default:
      return issue satisfies never;
  }
}

function faultsIn(issues: readonly Issue[], root: Loc): Fault[] {
  const found: Fault[] = [];
  for (const issue of issues) {
    found.push(...faultsOf(issue, root));
    if (found.length >= MOST_FAULTS) break;
  }
  return found.slice(0, MOST_FAULTS);
}

/** The faults that zod found, in FastAPI's shape, 1,000 at most; `root` is where the value came from: `body`, `query`. */
export const faults = (issues: readonly Issue[], root: "body" | "query"): Fault[] => faultsIn(issues, [root]);

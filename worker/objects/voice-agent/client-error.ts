import type * as z from "zod";

/** A fault of a client's event, in the words and codes that OpenAI's clients know. The call continues. */
export class ClientError extends Error {
  readonly code: string;
  readonly param: string | null;

  constructor(code: string, message: string, param: string | null = null) {
    super(message);
    this.name = "ClientError";
    this.code = code;
    this.param = param;
  }
}

/** The first fault that zod found. */
export function clientError(error: z.ZodError): ClientError {
  const issue = error.issues[0];
  if (!issue) return new ClientError("invalid_event", "The event could not be read.");
  const param = path(issue.path);
  switch (issue.code) {
    case "unrecognized_keys": {
      const name = path([...issue.path, issue.keys[0] ?? ""]);
      return new ClientError("unknown_parameter", `Unknown parameter: '${name}'.`, name);
    }
    case "invalid_type":
      if (issue.input === undefined)
        return new ClientError("missing_required_parameter", `Missing required parameter: '${param}'.`, param);
      return new ClientError(
        "invalid_type",
        `Invalid type for '${param}': expected ${issue.expected}, but got ${kind(issue.input)} instead.`,
        param,
      );
    case "invalid_value":
      if (issue.input === undefined)
        return new ClientError("missing_required_parameter", `Missing required parameter: '${param}'.`, param);
      return new ClientError(
        "invalid_value",
        `Invalid value: ${shown(issue.input)}. Supported values are: ${issue.values.map((value) => `'${String(value)}'`).join(", ")}.`,
        param,
      );
    case "too_big":
      return new ClientError("above_max_value", `Invalid '${param}': the most is ${issue.maximum}.`, param);
    case "too_small":
      return new ClientError("below_min_value", `Invalid '${param}': the least is ${issue.minimum}.`, param);
    case "invalid_union": {
      const given = "discriminator" in issue ? valueAt(issue.input, issue.discriminator) : issue.input;
      if (given === undefined)
        return new ClientError("missing_required_parameter", `Missing required parameter: '${param}'.`, param);
      return new ClientError("invalid_value", `Invalid value for '${param}': ${shown(given)}.`, param);
    }
    default:
      return new ClientError("invalid_value", `Invalid value for '${param}': ${issue.message}`, param);
  }
}

/** `item.content[0].text` */
const path = (parts: PropertyKey[]) =>
  parts.reduce<string>(
    (text, part) => (typeof part === "number" ? `${text}[${part}]` : text ? `${text}.${String(part)}` : String(part)),
    "",
  );

const valueAt = (value: unknown, key: unknown) => (value as Record<string, unknown> | null)?.[String(key)];

const kind = (value: unknown) => (value === null ? "null" : Array.isArray(value) ? "an array" : typeof value);

/** The beginning of a wrong value, enough to recognise it. */
const shown = (value: unknown) => (typeof value === "string" ? `'${value.slice(0, 80)}'` : kind(value));

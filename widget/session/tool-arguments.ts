import type { ToolCall } from "../transport/transport.ts";

/** What is longer could be neither shown nor reported; cut, it is no JSON any more. */
const MAX_LENGTH = 100_000;

/**
 * The arguments as an object; `null` if the model wrote anything else. For a tool without any, some write nothing or `null`; some write
 * the JSON of all as a string of JSON once more.
 */
export function argumentsOf(call: ToolCall): Record<string, unknown> | null {
  try {
    const given = JSON.parse(call.arguments.slice(0, MAX_LENGTH) || "null") ?? {};
    const value = typeof given === "string" ? JSON.parse(given) : given;
    return typeof value === "object" && !Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}

import type { ToolCall } from "../transport/transport.ts";

/** The arguments as an object; `null` if the model wrote anything else. For a tool without any, some write nothing or `null`. */
export function argumentsOf(call: ToolCall): Record<string, unknown> | null {
  try {
    const value = JSON.parse(call.arguments || "{}") ?? {};
    return typeof value === "object" && !Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}

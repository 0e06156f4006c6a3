import type { ToolCall } from "../transport/transport.ts";

/** The arguments as an object; `null` if the model wrote anything else. */
export function argumentsOf(call: ToolCall): Record<string, unknown> | null {
  try {
    const value = JSON.parse(call.arguments || "{}");
    return value && typeof value === "object" && !Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}

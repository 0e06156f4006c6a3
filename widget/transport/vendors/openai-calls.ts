import type { ToolCall } from "../transport.ts";
import type { ServerEvent } from "./openai-events.ts";

/** Keeps what an event says of one call; several come, and not each says all. */
export function noteCall(
  calls: Map<string, ToolCall>,
  id: string,
  { call_id, name, arguments: said }: { call_id?: string; name?: string; arguments?: string },
): void {
  if (!call_id) return;
  const before = calls.get(call_id);
  calls.set(call_id, {
    id,
    call_id,
    name: name ?? before?.name ?? "",
    arguments: said || before?.arguments || "{}",
  });
}

export function noteItem(calls: Map<string, ToolCall>, item: ServerEvent["item"]): void {
  if (item?.type === "function_call") noteCall(calls, item.id, item);
}

import type { Session } from "../session.ts";
import type { Item, MessageItem } from "../wire.ts";

/** A message in the shape of OpenAI's chat models. */
export type ChatMessage =
  | { role: "system" | "user"; content: string }
  | { role: "assistant"; content: string | null; tool_calls?: ChatToolCall[] }
  | { role: "tool"; tool_call_id: string; content: string };

interface ChatToolCall {
  id: string;
  type: "function";
  function: { name: string; arguments: string };
}

/** Instructions for every spoken answer. */
const SPOKEN =
  "You are heard, not read: answer in one to three short sentences, without lists, markup, emoji or addresses spelled out.";

const textOf = ({ content }: MessageItem): string =>
  content
    .map((part) => ("text" in part ? part.text : (part.transcript ?? "")))
    .join(" ")
    .trim();

/** The conversation for a chat model. Calls of one answer are in one message. */
export function toMessages(instructions: string, items: readonly Item[], extra: string | undefined): ChatMessage[] {
  const messages: ChatMessage[] = [{ role: "system", content: `${instructions}\n\n${SPOKEN}`.trim() }];
  for (const item of items) {
    if (item.type === "message") {
      const content = textOf(item);
      if (content !== "") messages.push({ role: item.role, content });
    } else if (item.type === "function_call_output") {
      messages.push({ role: "tool", tool_call_id: item.call_id, content: item.output });
    } else {
      const call = {
        id: item.call_id,
        type: "function" as const,
        function: { name: item.name, arguments: item.arguments },
      };
      const last = messages.at(-1);
      if (last?.role === "assistant") last.tool_calls = [...(last.tool_calls ?? []), call];
      else messages.push({ role: "assistant", content: null, tool_calls: [call] });
    }
  }
  if (extra) messages.push({ role: "system", content: extra });
  return messages;
}

export const toChatTools = (tools: Session["tools"]) =>
  tools.map(({ name, description, parameters }) => ({
    type: "function",
    function: { name, description: description ?? "", parameters: parameters ?? { type: "object", properties: {} } },
  }));

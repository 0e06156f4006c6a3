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

/** Characters of the conversation that a model reads, its newest: hours of talk. Each answer is paid for by all that is read. */
const MAX_READ = 120_000;
/** Items that it reads however long they are: what was said last, or a call and its outcome. */
const LEAST_READ = 2;

function newest(items: readonly Item[]): readonly Item[] {
  let room = MAX_READ;
  let from = items.length;
  while (from > 0) {
    room -= JSON.stringify(items[from - 1]).length;
    if (room < 0 && items.length - from >= LEAST_READ) break;
    from--;
  }
  const kept = items.slice(from);
  const calls = new Set(kept.flatMap((item) => (item.type === "function_call" ? [item.call_id] : [])));
  // Models refuse the outcome of a call that they are not shown.
  return from === 0 ? kept : kept.filter((item) => item.type !== "function_call_output" || calls.has(item.call_id));
}

/** The conversation for a chat model, its newest part where it is very long. Calls of one answer are in one message. */
export function toMessages(instructions: string, items: readonly Item[], extra: string | undefined): ChatMessage[] {
  const messages: ChatMessage[] = [{ role: "system", content: `${instructions}\n\n${SPOKEN}`.trim() }];
  for (const item of newest(items)) {
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

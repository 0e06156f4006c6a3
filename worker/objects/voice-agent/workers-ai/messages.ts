import type { Session } from "../session.ts";
import type { FunctionCallItem, Item, MessageItem } from "../wire.ts";

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
const LEAST_ITEMS = 2;
/** Characters that it reads at the least, also for a page that has had more read than its time pays for. */
const LEAST_READ = 10_000;

/**
 * The newest part of a conversation, for a model.
 * @param room characters that may be read; with none left no item is read that is long
 * @returns also how many characters that is, as JSON
 */
export function newestPart(items: readonly Item[], room: number): { part: readonly Item[]; characters: number } {
  const most = Math.max(LEAST_READ, Math.min(MAX_READ, room));
  let characters = 0;
  let from = items.length;
  while (from > 0) {
    const size = JSON.stringify(items[from - 1]).length;
    if (characters + size > most && (room <= 0 || items.length - from >= LEAST_ITEMS)) break;
    characters += size;
    from--;
  }
  const kept = items.slice(from);
  const calls = new Set(kept.flatMap((item) => (item.type === "function_call" ? [item.call_id] : [])));
  // Models refuse the outcome of a call that they are not shown.
  const known = (item: Item) => item.type !== "function_call_output" || calls.has(item.call_id);
  return { part: from === 0 ? kept : kept.filter(known), characters };
}

/** What a model reads in place of an outcome: one who speaks while a tool works is answered before it comes. */
const NO_OUTCOME = "The tool has not answered yet.";

/**
 * A conversation for a chat model. Calls of one answer are in one message, and their outcomes right behind it: most models refuse
 * the whole conversation otherwise. So a call stands where its outcome came, where something was said meanwhile.
 */
export function toMessages(instructions: string, items: readonly Item[], extra: string | undefined): ChatMessage[] {
  const messages: ChatMessage[] = [{ role: "system", content: `${instructions}\n\n${SPOKEN}`.trim() }];
  /** How many messages came before each outcome, and each call that waits for its own. */
  const outcomes = new Map<string, { output: string; after: number }>();
  const waiting = new Map<string, FunctionCallItem>();
  let after = 0;
  for (const item of items)
    if (item.type === "message") after++;
    else if (item.type === "function_call_output") outcomes.set(item.call_id, { output: item.output, after });
  after = 0;
  /** The message of an answer whose calls are read. */
  let calling: (ChatMessage & { role: "assistant" }) | null = null;
  const called = ({ call_id, name, arguments: given }: FunctionCallItem) => {
    const last = messages.at(-1);
    if (!calling) {
      calling = last?.role === "assistant" ? last : { role: "assistant", content: null };
      if (calling !== last) messages.push(calling);
    }
    calling.tool_calls ??= [];
    calling.tool_calls.push({ id: call_id, type: "function", function: { name, arguments: given } });
    messages.push({ role: "tool", tool_call_id: call_id, content: outcomes.get(call_id)?.output ?? NO_OUTCOME });
  };
  for (const item of items) {
    if (item.type === "function_call") {
      const outcome = outcomes.get(item.call_id);
      if (outcome && outcome.after > after) waiting.set(item.call_id, item);
      else called(item);
      continue;
    }
    calling = null;
    if (item.type === "message") {
      after++;
      const content = textOf(item);
      if (content !== "") messages.push({ role: item.role, content });
    } else {
      const call = waiting.get(item.call_id);
      if (call) called(call);
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

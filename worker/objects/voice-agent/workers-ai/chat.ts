import type { ToolRequest } from "../pipeline.ts";
import { ReasoningFilter, type Thoughts } from "./reasoning-filter.ts";

/** Parts of a chat model's stream, in one vocabulary. */
export type ChatPart =
  | { type: "text"; text: string }
  | { type: "call"; request: ToolRequest }
  | { type: "usage"; input_tokens: number; output_tokens: number };

/** The most characters of one line, far more than a model sends. */
const MAX_LINE = 1_000_000;

// biome-ignore lint/suspicious/noExplicitAny: every field is looked at before it is used.
type Loose = any;

/** The `data:` lines of server-sent events. */
async function* dataOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const chunk of body) {
    // Only what is new is looked through: a line that came byte by byte took the square of its length.
    const [first = "", ...lines] = decoder.decode(chunk, { stream: true }).split("\n");
    rest += first;
    if (lines.length > 0) {
      lines.unshift(rest);
      rest = lines.pop() ?? "";
    }
    if (rest.length > MAX_LINE) throw new Error("a line of the answer has no end");
    for (const line of lines) if (line.startsWith("data:")) yield line.slice(5).trim();
  }
  if (rest.startsWith("data:")) yield rest.slice(5).trim();
}

const asArguments = (value: unknown): string =>
  typeof value === "string" ? value || "{}" : JSON.stringify(value ?? {});

/** A piece of text. Workers AI may send one that looks like a number or a truth value as such: `{"content":6}` (github.com/cloudflare/ai/issues/651). */
const piece = (value: unknown): string =>
  typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? String(value) : "";

/** A call whose pieces come. */
interface OpenCall {
  readonly id: string;
  name: string;
  arguments: string;
}

/** Collects tool calls. They come in pieces with an index in OpenAI's shape, and complete in Workers AI's own. */
class Calls {
  readonly #calls: OpenCall[] = [];
  /** The newest by index. */
  readonly #open = new Map<number, OpenCall>();

  take(calls: Loose[]): void {
    for (const call of calls) {
      if (typeof call?.name === "string")
        this.#calls.push({ id: "", name: call.name, arguments: asArguments(call.arguments) });
      else if (call?.function) {
        const { name, arguments: given } = call.function;
        const open = this.#opened(call.index, piece(call.id), piece(name));
        open.name ||= piece(name);
        open.arguments += given && typeof given === "object" ? JSON.stringify(given) : piece(given);
      }
    }
  }

  /** Several calls may have the same index, or none: another one has an id of its own, or else its name. */
  #opened(index: number | null | undefined, id: string, name: string): OpenCall {
    const before = this.#open.get(index ?? 0);
    const another = before && (id && before.id ? id !== before.id : name !== "" && index == null);
    if (before && !another) return before;
    const call = { id, name: "", arguments: "" };
    this.#open.set(index ?? 0, call);
    this.#calls.push(call);
    return call;
  }

  /** The calls whose arguments are a JSON object. */
  get whole(): ToolRequest[] {
    return this.#calls.flatMap(({ name, arguments: given }) => {
      try {
        JSON.parse(given || "{}");
        return name === "" ? [] : [{ name, arguments: given || "{}" }];
      } catch {
        return [];
      }
    });
  }
}

/**
 * Reads a streamed answer of a chat model, in the shape of OpenAI's chat completions or in Workers AI's own.
 * @param thoughts of the model, in this call
 * @throws if the model reports an error
 */
export async function* readChat(body: ReadableStream<Uint8Array>, thoughts: Thoughts): AsyncGenerator<ChatPart> {
  const calls = new Calls();
  const filter = new ReasoningFilter(thoughts);
  let usage: Loose = null;
  let finished: Loose = null;
  for await (const data of dataOf(body)) {
    if (data === "[DONE]") break;
    let chunk: Loose;
    try {
      chunk = JSON.parse(data);
    } catch {
      continue;
    }
    if (chunk?.error) throw new Error(`the model broke off: ${JSON.stringify(chunk.error).slice(0, 300)}`);
    usage = chunk?.usage ?? usage;
    const [choice] = chunk?.choices ?? [];
    const { delta } = choice ?? {};
    finished = choice?.finish_reason ?? finished;
    if (delta?.reasoning_content || delta?.reasoning) thoughts.thinks = true;
    const written = delta ? delta.content : chunk?.response;
    const text = filter.take(piece(written));
    if (text !== "") yield { type: "text", text };
    const parts = delta ? delta.tool_calls : chunk?.tool_calls;
    if (Array.isArray(parts)) calls.take(parts);
  }
  const rest = filter.rest(finished === "length");
  if (rest !== "") yield { type: "text", text: rest };
  for (const request of calls.whole) yield { type: "call", request };
  const { prompt_tokens, completion_tokens } = usage ?? {};
  if (Number.isInteger(prompt_tokens) && Number.isInteger(completion_tokens))
    yield { type: "usage", input_tokens: prompt_tokens, output_tokens: completion_tokens };
}

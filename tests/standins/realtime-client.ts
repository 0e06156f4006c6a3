/** What OpenAI's GA protocol takes from a client, and what it refuses. */

// biome-ignore lint/suspicious/noExplicitAny: a client may send anything; every field is looked at before it is used.
export type Loose = Record<string, any>;

export class Refusal extends Error {
  readonly code: string;
  readonly param: string | null;
  constructor(code: string, message: string, param: string | null = null) {
    super(message);
    this.code = code;
    this.param = param;
  }
}

const SESSION = new Set([
  "type",
  "model",
  "instructions",
  "output_modalities",
  "audio",
  "tools",
  "tool_choice",
  "parallel_tool_calls",
  "reasoning",
  "max_output_tokens",
  "prompt",
  "include",
  "tracing",
  "truncation",
]);
const INPUT = new Set(["format", "noise_reduction", "transcription", "turn_detection"]);
const OUTPUT = new Set(["format", "voice", "speed"]);
const RESPONSE = new Set([
  "instructions",
  "input",
  "conversation",
  "metadata",
  "output_modalities",
  "audio",
  "tools",
  "tool_choice",
  "max_output_tokens",
  "reasoning",
  "parallel_tool_calls",
  "prompt",
]);
/** By role, as GA names them. */
const CONTENT: Record<string, string[]> = {
  system: ["input_text"],
  user: ["input_text", "input_audio", "input_image"],
  assistant: ["output_text", "output_audio"],
};

/** A vendor's own additions to the shapes. */
export interface Dialect {
  session?: string[];
  output?: string[];
  /** Whether both modalities may be asked for. */
  bothModalities?: boolean;
}

export function onlyKnown(object: Loose, known: Set<string>, where: string): void {
  for (const name of Object.keys(object))
    if (!known.has(name)) throw new Refusal("unknown_parameter", `Unknown parameter: '${where}${name}'.`, where + name);
}

/** @throws Refusal */
export function checkSession(session: unknown, dialect: Dialect = {}): asserts session is Loose {
  const given = session as Loose | null;
  if (!given || typeof given !== "object")
    throw new Refusal("missing_required_parameter", "Missing required parameter: 'session'.", "session");
  if (given.type === undefined)
    throw new Refusal("missing_required_parameter", "Missing required parameter: 'session.type'.", "session.type");
  if (given.type !== "realtime") throw new Refusal("invalid_value", "Invalid value: 'session.type'.", "session.type");
  onlyKnown(given, new Set([...SESSION, ...(dialect.session ?? [])]), "session.");
  onlyKnown(given.audio ?? {}, new Set(["input", "output"]), "session.audio.");
  onlyKnown(given.audio?.input ?? {}, INPUT, "session.audio.input.");
  onlyKnown(given.audio?.output ?? {}, new Set([...OUTPUT, ...(dialect.output ?? [])]), "session.audio.output.");
  if (!dialect.bothModalities && given.output_modalities?.length > 1)
    throw new Refusal("invalid_value", "Only one modality may be asked for.", "session.output_modalities");
  for (const tool of given.tools ?? []) {
    onlyKnown(tool, new Set(["type", "name", "description", "parameters"]), "session.tools.");
    if (tool.type !== "function" || !/^[\w-]{1,64}$/.test(tool.name) || typeof tool.parameters !== "object")
      throw new Refusal("invalid_value", "Invalid tool.", "session.tools");
  }
}

/** @throws Refusal */
export function checkItem(item: Loose | undefined, knownCalls: ReadonlySet<string>): asserts item is Loose {
  if (!item?.type) throw new Refusal("missing_required_parameter", "Missing required parameter: 'item.type'.", "item");
  if (item.id !== undefined && !/^[\w-]{1,32}$/.test(item.id))
    throw new Refusal("string_above_max_length", "Invalid 'item.id': at most 32 characters.", "item.id");
  switch (item.type) {
    case "message": {
      onlyKnown(item, new Set(["type", "id", "role", "content", "status", "object"]), "item.");
      const kinds = CONTENT[item.role];
      if (!kinds) throw new Refusal("invalid_value", "Invalid 'item.role'.", "item.role");
      if (!Array.isArray(item.content) || !item.content.every((part: Loose) => kinds.includes(part.type)))
        throw new Refusal("invalid_value", `Invalid content of a ${item.role} item.`, "item.content");
      return;
    }
    case "function_call_output":
      onlyKnown(item, new Set(["type", "id", "call_id", "output", "status", "object"]), "item.");
      if (typeof item.output !== "string") throw new Refusal("invalid_type", "'item.output' must be a string.");
      if (!knownCalls.has(item.call_id))
        throw new Refusal("invalid_tool_call_id", `Tool call ID '${item.call_id}' not found in conversation.`);
      return;
    default:
      throw new Refusal("invalid_value", `Invalid 'item.type': ${item.type}.`, "item.type");
  }
}

/** @throws Refusal */
export function checkResponse(response: Loose = {}): void {
  onlyKnown(response, RESPONSE, "response.");
  if (response.output_modalities?.length > 1) throw new Refusal("invalid_value", "Only one modality may be asked for.");
}

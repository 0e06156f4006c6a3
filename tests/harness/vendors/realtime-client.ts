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
const TURN_DETECTION: Record<string, Set<string>> = {
  server_vad: new Set([
    "type",
    "threshold",
    "prefix_padding_ms",
    "silence_duration_ms",
    "idle_timeout_ms",
    "create_response",
    "interrupt_response",
  ]),
  semantic_vad: new Set(["type", "eagerness", "create_response", "interrupt_response"]),
};
const EAGERNESS = ["low", "medium", "high", "auto"];
const TRANSCRIPTION = new Set(["model", "language", "languages", "prompt", "keywords", "delay"]);
const NOISE_REDUCTION = new Set(["type", "strength"]);
const FORMATS = ["audio/pcm", "audio/pcmu", "audio/pcma"];
const TOOL_CHOICES = ["none", "auto", "required"];
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
  checkInput(given.audio?.input ?? {});
  checkFormat(given.audio?.output?.format, "session.audio.output.format");
  const { voice, speed = 1 } = given.audio?.output ?? {};
  if (voice !== undefined && typeof (voice?.id ?? voice) !== "string")
    throw new Refusal("invalid_type", "Invalid voice.", "session.audio.output.voice");
  if (!(speed >= 0.25 && speed <= 1.5))
    throw new Refusal("invalid_value", "Invalid speed.", "session.audio.output.speed");
  const { tool_choice = "auto", max_output_tokens = "inf" } = given;
  if (!TOOL_CHOICES.includes(tool_choice) && !["function", "mcp"].includes(tool_choice?.type))
    throw new Refusal("invalid_value", "Invalid tool choice.", "session.tool_choice");
  if (max_output_tokens !== "inf" && !(max_output_tokens >= 1 && max_output_tokens <= 4096))
    throw new Refusal("invalid_value", "Invalid limit.", "session.max_output_tokens");
  for (const tool of given.tools ?? []) {
    onlyKnown(tool, new Set(["type", "name", "description", "parameters"]), "session.tools.");
    if (tool.type !== "function" || !/^[\w-]{1,64}$/.test(tool.name) || typeof tool.parameters !== "object")
      throw new Refusal("invalid_value", "Invalid tool.", "session.tools");
  }
}

/** @throws Refusal */
function checkInput({ format, turn_detection, transcription, noise_reduction }: Loose): void {
  const where = "session.audio.input";
  checkFormat(format, `${where}.format`);
  if (turn_detection) {
    const known = TURN_DETECTION[turn_detection.type];
    if (!known) throw new Refusal("invalid_value", "Invalid turn detection.", `${where}.turn_detection.type`);
    onlyKnown(turn_detection, known, `${where}.turn_detection.`);
    if (!EAGERNESS.includes(turn_detection.eagerness ?? "auto"))
      throw new Refusal("invalid_value", "Invalid eagerness.", `${where}.turn_detection.eagerness`);
  }
  if (transcription) onlyKnown(transcription, TRANSCRIPTION, `${where}.transcription.`);
  if (noise_reduction) onlyKnown(noise_reduction, NOISE_REDUCTION, `${where}.noise_reduction.`);
}

/** @throws Refusal */
function checkFormat(format: Loose | undefined, where: string): void {
  if (format === undefined) return;
  const right = FORMATS.includes(format.type) && (format.type !== "audio/pcm" || format.rate === 24_000);
  if (!right) throw new Refusal("invalid_value", `Invalid '${where}'.`, where);
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

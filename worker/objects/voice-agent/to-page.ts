import { isObject } from "../../../shared/is-object.ts";

/**
 * Of each type of a server's events the fields that a page may see, and nothing else: servers repeat instructions, tools
 * and keys in sessions, responses, errors and fields of their own.
 */

/** How a field is copied: a plain value, all numbers in it, a list of plain values, its own fields, or a list of such. */
type Shape = "value" | "numbers" | "values" | Fields | [Fields];
interface Fields {
  [name: string]: Shape;
}

const plain = (names: string): Fields => Object.fromEntries(names.split(" ").map((name) => [name, "value"]));

const FAILURE = plain("type code");
const ITEM: Fields = {
  ...plain("id object type status role call_id name arguments output"),
  content: [plain("type text transcript")],
};
const VOICE: Fields = { id: "value" };
const FORMAT = plain("type rate");
const RESPONSE: Fields = {
  ...plain("id object status conversation_id max_output_tokens"),
  status_details: { ...plain("type reason"), error: FAILURE },
  output: [ITEM],
  output_modalities: "values",
  modalities: "values",
  audio: { output: { format: FORMAT, voice: VOICE } },
  metadata: "values",
  usage: "numbers",
};
const SESSION: Fields = {
  ...plain("type object id model expires_at max_output_tokens"),
  output_modalities: "values",
  audio: {
    input: {
      format: FORMAT,
      noise_reduction: plain("type"),
      transcription: plain("model language"),
      turn_detection: plain(
        "type threshold prefix_padding_ms silence_duration_ms idle_timeout_ms eagerness create_response interrupt_response",
      ),
    },
    output: { format: FORMAT, voice: VOICE, speed: "value" },
  },
};
const PLACE = plain("response_id item_id output_index content_index");
const WORDS: Fields = { ...PLACE, ...plain("delta text transcript") };
const TURN = plain("item_id previous_item_id audio_start_ms audio_end_ms");
const HEARD: Fields = {
  ...WORDS,
  ...plain("id speaker start end"),
  usage: "numbers",
  error: FAILURE,
};

const ADDED: Fields = { previous_item_id: "value", item: ITEM };
const PART: Fields = { ...PLACE, part: plain("type text transcript") };
const CALL: Fields = { ...PLACE, ...plain("call_id name arguments delta") };

const EVENTS: Record<string, Fields> = {
  ping: {},
  error: { error: plain("type code event_id") },
  "session.created": { session: SESSION },
  "session.updated": { session: SESSION },
  "conversation.created": { conversation: plain("id object") },
  "conversation.item.created": ADDED,
  "conversation.item.added": ADDED,
  "conversation.item.done": ADDED,
  "conversation.item.retrieved": ADDED,
  "conversation.item.deleted": PLACE,
  "conversation.item.truncated": { ...PLACE, ...TURN },
  "conversation.item.input_audio_transcription.delta": HEARD,
  "conversation.item.input_audio_transcription.segment": HEARD,
  "conversation.item.input_audio_transcription.completed": HEARD,
  "conversation.item.input_audio_transcription.failed": HEARD,
  "input_audio_buffer.committed": TURN,
  "input_audio_buffer.cleared": {},
  "input_audio_buffer.speech_started": TURN,
  "input_audio_buffer.speech_stopped": TURN,
  "input_audio_buffer.timeout_triggered": TURN,
  "output_audio_buffer.started": PLACE,
  "output_audio_buffer.stopped": PLACE,
  "output_audio_buffer.cleared": PLACE,
  "response.created": { response: RESPONSE },
  "response.done": { response: RESPONSE },
  "response.output_item.added": { ...PLACE, item: ITEM },
  "response.output_item.done": { ...PLACE, item: ITEM },
  "response.content_part.added": PART,
  "response.content_part.done": PART,
  "response.output_text.delta": WORDS,
  "response.output_text.done": WORDS,
  "response.output_audio_transcript.delta": WORDS,
  "response.output_audio_transcript.done": WORDS,
  "response.output_audio.delta": WORDS,
  "response.output_audio.done": WORDS,
  "response.function_call_arguments.delta": CALL,
  "response.function_call_arguments.done": CALL,
  "rate_limits.updated": { rate_limits: [plain("name limit remaining reset_seconds")] },
};

/** A server says in an error what it will; the page gets the code and this. */
const FAILED = "The voice server reported an error";
/** A code, and nothing that could be a key or a sentence. */
const CODE = /^[a-z][a-z0-9_]{0,63}$/;

const isPlain = (value: unknown) => value === null || ["string", "number", "boolean"].includes(typeof value);

function numbers(value: unknown, depth = 4): unknown {
  if (typeof value === "number") return value;
  if (!isObject(value) || depth === 0) return undefined;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]) => {
      const kept = name === "type" ? inner : numbers(inner, depth - 1);
      return kept === undefined || (!isPlain(kept) && !isObject(kept)) ? [] : [[name, kept]];
    }),
  );
}

function copied(value: unknown, shape: Shape): unknown {
  if (shape === "value") return isPlain(value) ? value : undefined;
  if (shape === "numbers") return numbers(value);
  if (shape === "values") {
    if (Array.isArray(value)) return value.filter(isPlain);
    return isObject(value)
      ? Object.fromEntries(Object.entries(value).filter(([, inner]) => isPlain(inner)))
      : undefined;
  }
  if (Array.isArray(shape)) {
    const [fields] = shape;
    return Array.isArray(value) ? value.filter(isObject).map((one) => fieldsOf(one, fields)) : undefined;
  }
  // Such as a voice, which may be a name alone, and what is null.
  if (isPlain(value)) return value;
  return isObject(value) ? fieldsOf(value, shape) : undefined;
}

const fieldsOf = (value: Record<string, unknown>, fields: Fields): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, shape]) => {
      const kept = Object.hasOwn(value, name) ? copied(value[name], shape) : undefined;
      return kept === undefined ? [] : [[name, kept]];
    }),
  );

/** What clients must know of an error whose server gives it no code, or one for many errors: OpenAI's code for it. */
const BY_WORDS: [words: RegExp, code: string][] = [
  [/already has an active response/i, "conversation_already_has_active_response"],
  [/cancel.*no(?:t| )active|no active response/i, "response_cancel_not_active"],
  [/session.*(?:expired|maximum duration)/i, "session_expired"],
  // The server counts its sound in another way, or made none: github.com/pipecat-ai/pipecat/issues/2106.
  [/can be truncated|is already shorter/i, "item_truncate_invalid"],
];

/** The fields of an error that are no sentence, and a sentence of ours. @param words the server's */
function withOwnWords(error: unknown, words?: unknown): unknown {
  if (!isObject(error)) return error;
  const { code, type, ...rest } = error;
  const safe = (name: unknown) => (typeof name === "string" && CODE.test(name) ? name : null);
  const known = BY_WORDS.find(([pattern]) => typeof words === "string" && pattern.test(words))?.[1] ?? null;
  return { ...rest, type: safe(type), code: known ?? safe(code), message: FAILED, param: null };
}

/** Names from before the protocol was final, as many servers have them: github.com/vllm-project/vllm-omni/pull/7339. */
const FORMER = /^response\.(audio|audio_transcript|text)\./;

/** A server's event as the page gets it; `null` for one that it gets nothing of. */
export function toPage(event: Record<string, unknown>): ({ type: string } & Record<string, unknown>) | null {
  const { event_id } = event;
  const type = typeof event.type === "string" ? event.type.replace(FORMER, "response.output_$1.") : undefined;
  const fields = type !== undefined && Object.hasOwn(EVENTS, type) ? EVENTS[type] : undefined;
  if (!fields) return null;
  // Some servers give an error's fields at the top instead, or its words alone.
  const error = isObject(event.error) ? event.error : { code: event.code, message: event.error ?? event.message };
  const kept = fieldsOf(type === "error" ? { error } : event, fields);
  if (isObject(kept.error)) kept.error = withOwnWords(kept.error, error.message);
  if (isObject(kept.response) && isObject(kept.response.status_details)) {
    const { status_details: details } = kept.response;
    if (isObject(details.error)) details.error = withOwnWords(details.error);
  }
  for (const item of itemsOf(kept)) if (item.role === "system") item.content = [];
  return { type: type as string, ...(typeof event_id === "string" && { event_id }), ...kept };
}

/** Items of the system's hold instructions. */
function itemsOf({ item, response }: Record<string, unknown>): Record<string, unknown>[] {
  const output = isObject(response) && Array.isArray(response.output) ? response.output : [];
  return [item, ...output].filter(isObject);
}

/**
 * xAI's frames of an answer, field by field and filler by filler, as `test_xai_ws/test_audio_in_server_vad_turn` and
 * `test_xai_ws/test_tool_call_round` of pydantic-ai's cassettes show them. `tests/conformance/wire` holds them to that.
 */

// biome-ignore lint/suspicious/noExplicitAny: whatever a client sends.
export type Message = Record<string, any>;

/** The ids that all frames of one answer's words have. */
export interface WordsAt {
  response_id: string;
  item_id: string;
  output_index: number;
  content_index: number;
}

export interface XaiToolCall {
  item_id: string;
  call_id: string;
  name: string;
  arguments: string;
}

/** Its responses have no numbers in them: they stand beside. */
const UNIMPLEMENTED = { object: "realtime.response", status_details: "unimplemented", usage: {} };
const USAGE = {
  input_tokens: 156,
  input_token_details: { text_tokens: 10, audio_tokens: 146, grok_tokens: 0 },
  output_tokens: 185,
  output_token_details: { text_tokens: 15, audio_tokens: 170, grok_tokens: 0 },
  total_tokens: 341,
  output_audio_seconds: 3.4,
  billable_audio_seconds: 4,
};

const itemOf = (id: string, status: string) => ({
  id,
  object: "realtime.item",
  type: "message",
  status,
  role: "assistant",
});

export function startOfWords(at: WordsAt, previous_item_id: string | null): Message[] {
  const { response_id, item_id, output_index } = at;
  const item = itemOf(item_id, "in_progress");
  return [
    { type: "response.created", response: { ...UNIMPLEMENTED, id: response_id, output: [], status: "in_progress" } },
    { type: "response.output_item.added", response_id, output_index, item },
    { type: "conversation.item.added", item: { ...item, content: [] }, previous_item_id },
    // A filler of another kind: no item has this name.
    { type: "response.content_part.added", ...at, part: { type: "audio", transcript: "" }, previous_item_id: "0" },
  ];
}

/** @param announced whether the answer began with `startOfWords` */
export function endOfWords(at: WordsAt, transcript: string, audio: string, announced: boolean): Message[] {
  const { response_id, item_id, output_index } = at;
  const item = itemOf(item_id, "completed");
  return [
    { type: `${audio}_transcript.done`, ...at, transcript },
    ...(announced ? [{ type: "response.content_part.done", ...at }] : []),
    { type: `${audio}.done`, ...at },
    ...(announced ? [{ type: "response.output_item.done", response_id, output_index, item }] : []),
  ];
}

/** A call's item is the visitor's in the answer, and a tool's in the conversation, where it names nothing before it. */
export function callFrames(response_id: string, call: XaiToolCall): Message[] {
  const { item_id, call_id, name } = call;
  const item = (role: string, status: string, args: string) => ({
    ...{ ...itemOf(item_id, status), type: "function_call", role },
    ...{ call_id, name, arguments: args },
  });
  const at = { response_id, output_index: 0 };
  const whole = { item_id, call_id, name, arguments: call.arguments };
  return [
    { type: "response.output_item.added", ...at, item: item("user", "in_progress", "") },
    { type: "conversation.item.added", item: item("tool", "in_progress", ""), previous_item_id: null },
    { type: "response.function_call_arguments.delta", item_id, response_id, call_id, delta: call.arguments },
    { type: "response.function_call_arguments.done", ...at, ...whole },
    { type: "response.output_item.done", ...at, item: item("user", "completed", call.arguments) },
  ];
}

export const asSaid = (id: string, transcript: string): Message => ({
  ...itemOf(id, "completed"),
  content: [{ type: "audio", transcript }],
});

export function doneFrame(id: string, status: string, said: Message[], calls: XaiToolCall[]): Message {
  const output = calls.map(({ item_id, ...call }) => ({
    ...{ ...itemOf(item_id, "completed"), type: "function_call", role: "user" },
    ...call,
  }));
  const response = { ...UNIMPLEMENTED, id, status, output: [...said, ...output] };
  return { type: "response.done", response, response_id: id, usage: USAGE };
}

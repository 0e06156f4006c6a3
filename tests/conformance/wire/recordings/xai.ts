import type { Frame, Recording } from "./frame.ts";

/**
 * xAI's frames as `tests/realtime/cassettes/test_xai_ws` of pydantic-ai shows them. Ids, words and numbers are ours;
 * which fields come, which are fillers, and in what order is the vendor's.
 */

const FILLER = { previous_item_id: null };
const UNIMPLEMENTED = { object: "realtime.response", status_details: "unimplemented", usage: {} };

const added = (item: Frame, previous_item_id: string | null): Frame => ({
  type: "conversation.item.added",
  item: { object: "realtime.item", ...item },
  previous_item_id,
});

/** An answer in words: its frames up to the end of its item. */
function words(response_id: string, id: string, before: string, texts: string[]): Frame[] {
  const item = { id, object: "realtime.item", type: "message", role: "assistant" };
  const at = { response_id, output_index: 0, ...FILLER };
  const part = { item_id: id, content_index: 0, ...at };
  const sound = { type: "response.output_audio.delta", ...part, delta: "AAAAAA==", audio_duration_ms: 489 };
  const text = (delta: string) => ({ type: "response.output_audio_transcript.delta", ...part, delta, start_time: 0 });
  return [
    {
      type: "response.created",
      response: { id: response_id, output: [], status: "in_progress", ...UNIMPLEMENTED },
      ...FILLER,
    },
    { type: "response.output_item.added", item: { ...item, status: "in_progress" }, ...at },
    added({ ...item, status: "in_progress", content: [] }, before),
    // A filler of another kind.
    { type: "response.content_part.added", ...part, part: { type: "audio", transcript: "" }, previous_item_id: "0" },
    ...texts.flatMap((delta) => [sound, text(delta), sound]),
    { type: "response.output_audio_transcript.done", ...part, transcript: texts.join("") },
    { type: "response.content_part.done", ...part },
    { type: "response.output_audio.done", ...part },
    { type: "response.output_item.done", item: { ...item, status: "completed" }, ...at },
  ];
}

const said = (id: string, transcript: string) => ({
  id,
  object: "realtime.item",
  type: "message",
  status: "completed",
  role: "assistant",
  content: [{ type: "audio", transcript }],
});

const done = (id: string, output: Frame[]): Frame => ({
  type: "response.done",
  response: { id, output, status: "completed", ...UNIMPLEMENTED },
  response_id: id,
  usage: {
    input_tokens: 156,
    input_token_details: { text_tokens: 10, audio_tokens: 146, grok_tokens: 0 },
    output_tokens: 185,
    output_token_details: { text_tokens: 15, audio_tokens: 170, grok_tokens: 0 },
    total_tokens: 341,
    output_audio_seconds: 3.4,
    billable_audio_seconds: 5,
  },
  ...FILLER,
});

const call = { type: "function_call", call_id: "call-1", name: "check_stock", arguments: '{"item":"rye"}' };

function calling(response_id: string): Frame[] {
  const item = (role: string, status: string, args: string) => ({
    ...{ id: "f1", object: "realtime.item", ...call },
    ...{ status, role, arguments: args },
  });
  const at = { response_id, output_index: 0, ...FILLER };
  return [
    { type: "response.output_item.added", item: item("user", "in_progress", ""), ...at },
    added(item("tool", "in_progress", ""), null),
    {
      type: "response.function_call_arguments.delta",
      item_id: "f1",
      response_id,
      delta: call.arguments,
      call_id: call.call_id,
      ...FILLER,
    },
    {
      type: "response.function_call_arguments.done",
      item_id: "f1",
      call_id: call.call_id,
      name: call.name,
      arguments: call.arguments,
      ...at,
    },
    { type: "response.output_item.done", item: item("user", "completed", call.arguments), ...at },
    done(response_id, [said("a1", "Let me look."), item("user", "completed", call.arguments)]),
  ];
}
/** `test_tool_call_round.yaml`: a typed question, words and a call in one answer, the call's output, the answer. */
export const TOOL_ROUND: Recording = [
  added(
    {
      id: "q1",
      type: "message",
      status: "completed",
      role: "user",
      content: [{ type: "input_text", text: "How much rye is left?" }],
    },
    null,
  ),
  ...words("r1", "a1", "q1", ["Let me", " look."]),
  ...calling("r1"),
  added(
    {
      id: "o1",
      type: "function_call_output",
      status: "completed",
      role: "tool",
      call_id: call.call_id,
      output: "Seven loaves.",
    },
    null,
  ),
  ...words("r2", "a2", "o1", ["Seven loaves", " are left."]),
  done("r2", [said("a2", "Seven loaves are left.")]),
];

/**
 * `test_audio_in_server_vad_turn.yaml`: words of the visitor that are cumulative, and complete more than once. From the
 * second spoken turn on, the visitor's item names the visitor's one before, and skips the agent's.
 */
export function spoken(n: number, before: string | null): Frame[] {
  const item_id = `u${n}`;
  const transcription = "conversation.item.input_audio_transcription";
  const heard = (transcript: string) => ({ item_id, transcript, content_index: 0, ...FILLER });
  return [
    { type: "input_audio_buffer.speech_started", item_id, audio_start_ms: 227, ...FILLER },
    added(
      {
        id: item_id,
        type: "message",
        status: "in_progress",
        role: "user",
        content: [{ type: "input_audio", transcript: "" }],
      },
      before,
    ),
    { type: `${transcription}.updated`, ...heard("Are you?") },
    { type: `${transcription}.completed`, ...heard("Are you?"), status: "in_progress" },
    { type: "input_audio_buffer.speech_stopped", item_id, audio_end_ms: 432, ...FILLER },
    { type: "input_audio_buffer.committed", item_id, previous_item_id: before },
    { type: `${transcription}.updated`, ...heard("Are you open on") },
    { type: `${transcription}.completed`, ...heard("Are you open on"), status: "in_progress" },
    { type: `${transcription}.completed`, ...heard(`Are you open on day ${n}?`), status: "completed" },
    ...words(`r${n}`, `a${n}`, item_id, [`On day ${n}`, " we are."]),
    done(`r${n}`, [said(`a${n}`, `On day ${n} we are.`)]),
  ];
}
export const SPOKEN_TURNS: Recording = [...spoken(1, null), ...spoken(2, "u1")];

import type { Frame, Recording } from "./frame.ts";

/**
 * OpenAI's frames as `tests/realtime/cassettes/test_openai_ws` of pydantic-ai shows them. Ids, words and numbers are
 * ours; which fields come, and in what order, is the vendor's.
 */

const RESPONSE = {
  object: "realtime.response",
  status_details: null,
  conversation_id: "conv_1",
  output_modalities: ["audio"],
  max_output_tokens: "inf",
  audio: { output: { format: { type: "audio/pcm", rate: 24_000 }, voice: "marin" } },
  metadata: null,
};
const DETAILS = { text_tokens: 14, audio_tokens: 27, image_tokens: 0, cached_tokens: 0 };
const USAGE = {
  total_tokens: 205,
  input_tokens: 41,
  output_tokens: 164,
  input_token_details: { ...DETAILS, cached_tokens_details: { text_tokens: 0, audio_tokens: 0, image_tokens: 0 } },
  output_token_details: { text_tokens: 28, audio_tokens: 136 },
};

const created = (id: string): Frame => ({
  type: "response.created",
  response: { id, status: "in_progress", output: [], usage: null, ...RESPONSE },
});
const done = (id: string, output: Frame[]): Frame[] => [
  { type: "response.done", response: { id, status: "completed", output, usage: USAGE, ...RESPONSE } },
  {
    type: "rate_limits.updated",
    rate_limits: [{ name: "tokens", limit: 15_000_000, remaining: 14_999_371, reset_seconds: 0.002 }],
  },
];
const placed = (what: "added" | "done", item: Frame, previous_item_id: string | null): Frame => ({
  type: `conversation.item.${what}`,
  previous_item_id,
  item,
});

/** @param ends what the end of the item names as before it: the conversation's second item names nothing */
function words(
  response_id: string,
  item_id: string,
  [before, ends]: [string, string | null],
  texts: string[],
): Frame[] {
  const item = (status: string, content: Frame[]) => ({
    id: item_id,
    type: "message",
    status,
    role: "assistant",
    content,
  });
  const transcript = texts.join("");
  const whole = item("completed", [{ type: "output_audio", transcript }]);
  const at = { response_id, item_id, output_index: 0, content_index: 0 };
  const begun = item("in_progress", []);
  return [
    { type: "response.output_item.added", response_id, output_index: 0, item: begun },
    placed("added", begun, before),
    { type: "response.content_part.added", ...at, part: { type: "audio", transcript: "" } },
    ...texts.flatMap((delta) => [
      { type: "response.output_audio_transcript.delta", ...at, delta, obfuscation: "jM35hfrStQ" },
      { type: "response.output_audio.delta", ...at, delta: "AAAAAA==" },
    ]),
    { type: "response.output_audio.done", ...at },
    { type: "response.output_audio_transcript.done", ...at, transcript },
    { type: "response.content_part.done", ...at, part: { type: "audio", transcript } },
    placed("done", whole, ends),
    { type: "response.output_item.done", response_id, output_index: 0, item: whole },
  ];
}

/**
 * `test_input_audio_retention_segments_three_server_vad_turns.yaml`: the visitor's words come in pieces while they
 * speak, and are whole in the middle of the answer.
 */
export function spoken(n: number, before: string | null): Frame[] {
  const item_id = `u${n}`;
  const item = {
    id: item_id,
    type: "message",
    status: "completed",
    role: "user",
    content: [{ type: "input_audio", transcript: null }],
  };
  const transcription = "conversation.item.input_audio_transcription";
  const piece = (delta: string) => ({
    type: `${transcription}.delta`,
    item_id,
    content_index: 0,
    delta,
    obfuscation: "Vv1O98xFZY",
  });
  const text = `Are you open on day ${n}?`;
  const answer = words(`r${n}`, `a${n}`, [item_id, n === 1 ? null : item_id], [`On day ${n}`, " we are."]);
  const middle = answer.length - 5;
  return [
    { type: "input_audio_buffer.speech_started", audio_start_ms: 1460, item_id },
    piece(" Are you"),
    { type: "input_audio_buffer.speech_stopped", audio_end_ms: 4256, item_id },
    { type: "input_audio_buffer.committed", previous_item_id: before, item_id },
    placed("added", item, before),
    placed("done", item, before),
    created(`r${n}`),
    piece(` open on day ${n}?`),
    ...answer.slice(0, middle),
    {
      type: `${transcription}.completed`,
      item_id,
      content_index: 0,
      transcript: text,
      usage: { type: "duration", seconds: 3 },
    },
    ...answer.slice(middle),
    ...done(`r${n}`, [answer.at(-1)?.item]),
  ];
}
export const SPOKEN_TURNS: Recording = [...spoken(1, null), ...spoken(2, "a1")];

/** `test_tool_call_round.yaml`: an answer that is nothing but a call, its output, the answer in words. */
const call = { id: "f1", type: "function_call", name: "check_stock", call_id: "call_1" };
const ARGUMENTS = '{  \n  "item": "rye" \n} \n';
const begun = { ...call, status: "in_progress", arguments: "" };
const whole = { ...call, status: "completed", arguments: ARGUMENTS };
const asked = { response_id: "r1", item_id: call.id, output_index: 0, call_id: call.call_id };
const question = {
  id: "q1",
  type: "message",
  status: "completed",
  role: "user",
  content: [{ type: "input_text", text: "How much rye is left?" }],
};
const output = { id: "o1", type: "function_call_output", call_id: call.call_id, output: "Seven loaves." };
export const CALL: Recording = [
  { type: "response.output_item.added", response_id: "r1", output_index: 0, item: begun },
  placed("added", begun, "q1"),
  ...["{", "  \n", '  "item": "rye" \n} \n'].map((delta) => ({
    type: "response.function_call_arguments.delta",
    ...asked,
    delta,
    obfuscation: "aBSplHqb",
  })),
  { type: "response.function_call_arguments.done", ...asked, name: call.name, arguments: ARGUMENTS },
  placed("done", whole, null),
  { type: "response.output_item.done", response_id: "r1", output_index: 0, item: whole },
];
const answer = words("r2", "a2", ["o1", "o1"], ["Seven loaves", " are left."]);
export const TOOL_ROUND: Recording = [
  placed("added", question, null),
  placed("done", question, null),
  created("r1"),
  ...CALL,
  ...done("r1", [whole]),
  placed("added", output, "f1"),
  placed("done", output, "f1"),
  created("r2"),
  ...answer,
  ...done("r2", [answer.at(-1)?.item]),
];

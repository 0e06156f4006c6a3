import type { Frame, Recording } from "./frame.ts";

/**
 * Gemini's frames as `tests/realtime/cassettes/test_google_ws` of pydantic-ai shows them. Words and numbers are ours;
 * which fields come, and in what order, is the vendor's.
 */

const content = (serverContent: Frame): Frame => ({ serverContent });
const sound = content({
  modelTurn: { parts: [{ inlineData: { mimeType: "audio/pcm;rate=24000", data: "AAAAAA==" } }] },
});
const wrote = (text: string) => content({ inputTranscription: { text } });
const said = (text: string) => content({ outputTranscription: { text } });

const over = (more: Frame = {}): Frame[] => [
  content({ generationComplete: true }),
  {
    ...content({ turnComplete: true }),
    usageMetadata: {
      promptTokenCount: 1197,
      responseTokenCount: 37,
      totalTokenCount: 1234,
      promptTokensDetails: [{ modality: "TEXT", tokenCount: 1197 }],
      responseTokensDetails: [{ modality: "AUDIO", tokenCount: 37 }],
      ...more,
    },
  },
];

/** `test_audio_in_server_vad_turn.yaml`: the visitor's words in fragments, a thought that is nobody's to read, the answer. */
export const SPOKEN_TURN: Recording = [
  ...[" Are", " you", " open", " on", " Sunday?"].map(wrote),
  content({ modelTurn: { parts: [{ text: "**Looking at the week**\n\nThey ask for Sunday.", thought: true }] } }),
  said("On Sunday"),
  sound,
  said(" we are."),
  sound,
  ...over({ thoughtsTokenCount: 28 }),
];

/** `test_tool_call_round.yaml`: a call before any word, its result, the answer: words well before their sound. */
export const TOOL_ROUND: Recording = [
  { toolCall: { functionCalls: [{ name: "check_stock", args: { item: "rye" }, id: "function-call-1" }] } },
  said("Seven"),
  said(" loaves"),
  sound,
  sound,
  said(" are left."),
  sound,
  ...over(),
];

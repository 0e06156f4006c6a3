import type { Frame, Recording } from "./frame.ts";

/** ElevenLabs' frames by its own type declarations: no recording of its socket is public. Words and ids are ours. */

let count = 0;
const frame = (type: string, name: string, event: Frame): Frame => ({ type, [name]: { ...event, event_id: ++count } });
const sound = () => frame("audio", "audio_event", { audio_base_64: "AAAAAA==" });

export const OPENING: Recording = [
  {
    type: "conversation_initiation_metadata",
    conversation_initiation_metadata_event: {
      conversation_id: "conv_1",
      agent_output_audio_format: "pcm_16000",
      user_input_audio_format: "pcm_16000",
    },
  },
];

export const spoken = (n: number): Frame[] => [
  frame("ping", "ping_event", { ping_ms: 20 }),
  frame("tentative_user_transcript", "tentative_user_transcription_event", { user_transcript: "Are you" }),
  frame("user_transcript", "user_transcription_event", { user_transcript: `Are you open on day ${n}?` }),
  sound(),
  frame("agent_response", "agent_response_event", { agent_response: `On day ${n} we are.` }),
  sound(),
];

/** The visitor speaks over an answer, a tool is asked for, and the agent goes on. */
export const TROUBLED: Recording = [
  ...spoken(1),
  frame("interruption", "interruption_event", {}),
  frame("agent_response_correction", "agent_response_correction_event", {
    original_agent_response: "On day 1 we are.",
    corrected_agent_response: "On day...",
  }),
  frame("client_tool_call", "client_tool_call", { tool_name: "check_stock", tool_call_id: "call_1", parameters: {} }),
  frame("error", "error_event", { code: 1011, error_type: "llm_timeout", message: "Too long" }),
  ...spoken(2),
];

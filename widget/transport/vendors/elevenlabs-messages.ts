/** The fields that are read here, of all server messages together. */
export interface ServerMessage {
  type: string;
  conversation_initiation_metadata_event?: {
    conversation_id?: string;
    agent_output_audio_format?: string;
    user_input_audio_format?: string;
  };
  audio_event?: {
    audio_base_64?: string;
    event_id?: number;
    /** When each character of the text is spoken in this sound. */
    alignment?: { chars?: string[]; char_start_times_ms?: number[] };
  };
  user_transcription_event?: { user_transcript?: string; event_id?: number };
  tentative_user_transcription_event?: { user_transcript?: string };
  agent_response_event?: { agent_response?: string; event_id?: number };
  agent_response_correction_event?: { original_agent_response?: string; corrected_agent_response?: string };
  text_response_part?: { text?: string; type?: "start" | "delta" | "stop"; event_id?: number };
  interruption_event?: { event_id?: number };
  ping_event?: { event_id?: number };
  client_tool_call?: { tool_name?: string; tool_call_id?: string; parameters?: unknown };
  agent_tool_response?: { tool_name?: string; is_error?: boolean };
  mcp_tool_call?: { tool_name?: string; tool_call_id?: string; state?: string };
  error_event?: { message?: string; error_type?: string; reason?: string };
  /** Of an error without `error_event`: github.com/elevenlabs/packages/issues/911. */
  message?: string;
}

/** Messages that are known and ignored. */
export const IGNORED =
  /^(agent_tool_request|agent_tool_response_full_payload|agent_reasoning_response_part|mcp_connection_status|vad_score|rich_content|context_usage|agent_typing|guardrail_triggered|asr_initiation_metadata|external_agent_(dis)?connected|internal_(turn_probability|tentative_agent_response))$/;

/** A sound format: sample rate, and whether it is µ-law. */
export type AudioFormat = { rate: number; ulaw: boolean };

/** `pcm_16000` and the like. */
export function formatOf(name = "pcm_16000"): AudioFormat | null {
  const [, kind, rate] = /^(pcm|ulaw)_(\d{4,5})$/.exec(name) ?? [];
  return kind && rate ? { rate: Number(rate), ulaw: kind === "ulaw" } : null;
}

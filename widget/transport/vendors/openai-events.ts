/** The fields that are read here, of all server events together. */
export interface ServerEvent {
  type: string;
  session?: { audio?: { input?: { turn_detection?: { interrupt_response?: boolean } | null } } };
  item?: { id: string; type: string; role?: string; call_id?: string; name?: string; arguments?: string };
  item_id: string;
  previous_item_id?: string | null;
  response?: {
    id: string;
    status?: string;
    status_details?: { error?: { message?: string } } | null;
    output?: ServerEvent["item"][];
    usage?: object;
  };
  response_id: string;
  call_id: string;
  name?: string;
  arguments?: string;
  delta?: string;
  transcript?: string;
  text?: string;
  /** The text of a transcription. */
  usage?: object;
  /** `event_id`: of the event of ours that it is about. */
  error?: { code?: string | null; message?: string; event_id?: string | null };
}

/** Messages that are known and ignored. */
export const IGNORED =
  /^(ping|session\.updated|rate_limits\.updated|conversation\.(created|item\.(created|done|retrieved|deleted|truncated|input_audio_transcription\.segment))|input_audio_buffer\.timeout_triggered|response\.(content_part\.(added|done)|function_call_arguments\.delta)|(response\.)?mcp_.*)$/;

/** Errors that only mean that two messages crossed on the way. */
export const CROSSED = /^(response_cancel_not_active|conversation_already_has_active_response|item_truncate_.*)$/;

export const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

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
    /** `reason`: of an answer that was broken off, as `content_filter`. */
    status_details?: { reason?: string; error?: { message?: string } } | null;
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
  /^(ping$|rate_limits|session\.u|conversation\.(created|item)|input_audio_buffer\.t|response\.(content_part|function_call)|(response\.)?mcp_)/;

/** Errors by their code or, since older and compatible servers give none, by their words. */
export const BUSY = /already.has.*active/i;
/** These only mean that two messages crossed on the way. */
export const CROSSED = /cancel.*not?.active|item_truncate|already shorter/i;
export const EXPIRED = /session_expired|maximum duration/i;

export const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

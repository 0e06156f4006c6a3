/** Why the microphone does not run. A call does not begin without one; a conversation that runs goes on by typing. */
export const MICROPHONE_FAULTS = [
  "microphone_denied",
  "microphone_missing",
  "microphone_in_use",
  "microphone_insecure",
  "microphone_blocked_by_frame",
] as const;
export type MicrophoneFault = (typeof MICROPHONE_FAULTS)[number];

export const isMicrophoneFault = (code: string): code is MicrophoneFault => code.startsWith("microphone_");

/** Everything that can go wrong, as codes: texts for visitors belong to the panel's languages. */
export type SessionErrorCode =
  | MicrophoneFault
  | "unauthorized"
  | "rate_limited"
  | "lines_busy"
  | "too_many_conversations"
  | "no_credit"
  | "agent_unavailable"
  | "unreachable"
  | "service_failed"
  | "vendor_failed"
  | "connection_lost"
  | "audio_blocked"
  | "invalid_request";

/** What a failure is. Only `code` is for visitors; the rest helps the site's owner. */
export interface SessionFault {
  readonly code: SessionErrorCode;
  /** Plain English for the console. */
  readonly message: string;
  /** What the service's `detail` said, as it came. */
  readonly detail?: unknown;
  /** The service's `X-Request-Id`, for its logs. */
  readonly request_id?: string;
  /** Seconds until another try makes sense. */
  readonly retry_after?: number;
}

/** A fault as it is thrown. */
export class SessionError extends Error {
  override readonly name = "SessionError";
  readonly fault: SessionFault;

  constructor(code: SessionErrorCode, message: string, more: Omit<SessionFault, "code" | "message"> = {}) {
    super(message);
    this.fault = { code, message, ...more };
  }
}

/** Any thrown value as a fault; what nobody foresaw counts as `otherwise`. */
export function faultOf(thrown: unknown, otherwise: SessionErrorCode): SessionFault {
  // Not by its class: a part that had to be loaded a second time has one of its own.
  const fault = (thrown as Partial<SessionError> | null)?.fault;
  if (fault) return fault;
  return { code: otherwise, message: thrown instanceof Error ? thrown.message : String(thrown) };
}

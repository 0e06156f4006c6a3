/** Why there is no microphone. A call does not begin without one; a running conversation continues by text. */
export const MICROPHONE_FAULTS = [
  "microphone_denied",
  "microphone_missing",
  "microphone_in_use",
  "microphone_insecure",
  "microphone_blocked_by_frame",
] as const;
export type MicrophoneFault = (typeof MICROPHONE_FAULTS)[number];

export const isMicrophoneFault = (code: string): code is MicrophoneFault => code.startsWith("microphone_");

/** Codes for everything that can go wrong; the texts for visitors are in i18n/. */
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

/** A failure. Visitors see a text for `code`; the rest helps the site's owner. */
export interface SessionFault {
  readonly code: SessionErrorCode;
  /** Plain English for the console. */
  readonly message: string;
  /** The page slept for so long that the service gave the session up. */
  readonly slept?: true;
  /** The service's `detail`, unchanged. */
  readonly detail?: unknown;
  /** The service's `X-Request-Id`, for its logs. */
  readonly request_id?: string;
  /** Seconds until another try makes sense. */
  readonly retry_after?: number;
}

/** A fault as an exception. */
export class SessionError extends Error {
  override readonly name = "SessionError";
  readonly fault: SessionFault;

  constructor(code: SessionErrorCode, message: string, more: Omit<SessionFault, "code" | "message"> = {}) {
    super(message);
    this.fault = { code, message, ...more };
  }
}

/** For the failed `import()` of a chunk. */
export function notLoaded(error: unknown): never {
  throw new SessionError("unreachable", `A part of the widget could not be loaded: ${error}`);
}

/** Any thrown value as a fault; an unexpected one gets the code `otherwise`. */
export function faultOf(thrown: unknown, otherwise: SessionErrorCode): SessionFault {
  // Not by `instanceof`: a chunk that was loaded a second time has a class of its own.
  const fault = (thrown as Partial<SessionError> | null)?.fault;
  if (fault) return fault;
  return { code: otherwise, message: thrown instanceof Error ? thrown.message : String(thrown) };
}

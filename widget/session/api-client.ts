import type { EventsAccepted, SessionEnded, SessionEvent } from "../../shared/events.ts";
import type {
  SessionReconnect,
  SessionReconnected,
  SessionStart,
  SessionStarted,
  SignedUrl,
} from "../../shared/session.ts";
import type { ToolCall, ToolOutcome } from "../../shared/tools.ts";
import { SessionError, type SessionErrorCode } from "../errors.ts";
import { toJson } from "../json.ts";
import { readAnswer } from "../read-answer.ts";
import type { Refusal, RefusalBody } from "./refusal.ts";

/** Milliseconds for a start, which waits for the vendor too, and for everything else. */
const START_MS = 20_000;
const CALL_MS = 15_000;

/** A failed call to the service, with its code. `status` 0: there was no answer. */
export class ApiFailure extends SessionError {
  readonly status: number;
  /** How the session ended, where the service takes no more events of it. */
  readonly session: SessionEnded["session"] | null;

  constructor(
    status: number,
    code: SessionErrorCode,
    message: string,
    more: ConstructorParameters<typeof SessionError>[2],
    session: SessionEnded["session"] | null = null,
  ) {
    super(code, message, more);
    this.status = status;
    this.session = session;
  }
}

/** The calls to the service that a conversation makes. All throw an `ApiFailure`. */
export class ApiClient {
  readonly #key: string;
  readonly #base: string;
  readonly #fetch: typeof fetch;

  /** @param send `fetch`, or a stand-in. */
  constructor(apiKey: string, baseUrl: string, send: typeof fetch) {
    this.#key = apiKey;
    this.#base = `${baseUrl.replace(/\/+$/, "")}/widget/v1/`;
    this.#fetch = send;
  }

  startSession(body: SessionStart): Promise<SessionStarted> {
    return this.#post("session", body, { signal: AbortSignal.timeout(START_MS) });
  }

  /** For an agent of the external provider. */
  signedUrl(agent_id: number, turnstile_token?: string): Promise<SignedUrl> {
    const proof = turnstile_token ? `&turnstile_token=${encodeURIComponent(turnstile_token)}` : "";
    return this.#ask("GET", `extprovider-convai/signed-url?agent_id=${agent_id}${proof}`, {
      signal: AbortSignal.timeout(START_MS),
    });
  }

  /** Another connection for a session that has lost its own. */
  reconnect(session_id: string, body: SessionReconnect, signal: AbortSignal): Promise<SessionReconnected> {
    return this.#post(`session/${session_id}/reconnect`, body, { signal });
  }

  /** Is sent even as the page closes: so a report must be below the 64 KiB that browsers then allow. */
  report(session_id: string, events: SessionEvent[], giveUp?: AbortSignal): Promise<EventsAccepted> {
    const timeout = AbortSignal.timeout(CALL_MS);
    const signal = giveUp ? AbortSignal.any([timeout, giveUp]) : timeout;
    return this.#post(`session/${session_id}/events`, { events }, { keepalive: true, signal });
  }

  executeTool(call: ToolCall, signal: AbortSignal): Promise<ToolOutcome> {
    return this.#post("tools/execute", call, { signal });
  }

  #post<Answer>(path: string, body: object, init: RequestInit): Promise<Answer> {
    return this.#ask("POST", path, { ...init, body: toJson(body) });
  }

  async #ask<Answer>(method: "GET" | "POST", path: string, init: RequestInit): Promise<Answer> {
    let response: Response;
    let answer: unknown;
    try {
      // Called as a plain function: browsers refuse `fetch` as another object's method.
      const send = this.#fetch;
      response = await send(this.#base + path, {
        ...init,
        method,
        headers: { ...(init.body && { "Content-Type": "application/json" }), "X-API-Key": this.#key },
        // The key is in the header; the page's cookies must not be sent.
        credentials: "omit",
      });
      answer = await readAnswer(response);
    } catch (error) {
      throw new ApiFailure(0, "unreachable", `The service at ${this.#base} cannot be reached (${error})`, {});
    }
    if (response.ok) return answer as Answer;
    const refused = answer as RefusalBody | null;
    // The service has answered, so this file should load; without it the error says less.
    const { code, message, more } = await import("./refusal.ts").then(
      ({ refusalOf }) => refusalOf(response, refused),
      (): Refusal => ({ code: "service_failed", message: `The service answered ${response.status}`, more: {} }),
    );
    throw new ApiFailure(response.status, code, message, more, refused?.session);
  }
}

import { DEFAULT_MAX_DURATION_SECONDS } from "../../shared/limits.ts";
import type { Bindings } from "../env.ts";
import { ApiError } from "../http/errors.ts";
import { logError } from "../log-error.ts";
import type { CapNotice, Terms } from "../objects/org-ledger/account.ts";
import { callLedger } from "../objects/org-ledger/client.ts";
import type { LeaseRequest } from "../objects/org-ledger/lease.ts";
import type { OpenResult } from "../objects/org-ledger/rpc.ts";
import type { SnapshotAgent } from "../storage/snapshots.ts";
import { type Caller, isTest } from "./caller.ts";
import { keepEvents, type OfSession } from "./keep-events.ts";
import { runToEnd } from "./run-to-end.ts";

/** Seconds after which a line may be free: a guess. */
export const LINES_RETRY_AFTER = "5";

type SessionFields = Pick<
  LeaseRequest,
  | "session_id"
  | "provider"
  | "vendor"
  | "llm_model"
  | "subject"
  | "memory"
  | "takes_line"
  | "watched"
  | "continues"
  | "channel_id"
  | "caps"
  | "ticket"
  | "places_call"
  | "page"
>;

/** A request for a lease by this caller for this agent. */
export const leaseRequest = <Rest extends SessionFields>(
  caller: Caller,
  agent: SnapshotAgent,
  rest: Rest,
): LeaseRequest & Rest => ({
  project_id: caller.policy.project_id,
  agent_id: agent.id,
  agent_name: agent.name,
  key_id: caller.policy.key_id,
  test: isTest(caller.policy),
  visitor: caller.visitor,
  max_duration_seconds: agent.max_duration_seconds ?? DEFAULT_MAX_DURATION_SECONDS,
  ...(agent.extendable === false && { extendable: false }),
  ...(agent.knowledge && { knowledge: true }),
  ...rest,
});

const CAPS = { daily_credit_cap: "credit", daily_session_cap: "sessions" };

/** The error says whose cap it is and when it reopens. */
function capError({ data }: CapNotice): ApiError {
  const reopens = new Date(data.reopens_at).toISOString().replace(".000Z", "Z");
  return new ApiError("cap_reached", {
    detail: `The daily cap on this ${data.scope}'s ${CAPS[data.cap]} is reached; it reopens at ${reopens}`,
  });
}

function refusalError(refusal: Extract<OpenResult, { ok: false }>): ApiError {
  const { error } = refusal;
  if (error === "cap_reached") return capError(refusal.notice);
  const busy = error === "lines_busy" || error === "visitor_busy";
  return new ApiError(error, busy ? { headers: { "Retry-After": LINES_RETRY_AFTER } } : {});
}

/** Stores in the session why it never began, in the same words that the page gets. */
async function recordStartFailure(bindings: Bindings, session: OfSession, error: unknown): Promise<void> {
  const detail = error instanceof ApiError ? error.detail : null;
  const reason = typeof detail === "string" ? detail : "The service could not start it";
  const { session_id } = session;
  await keepEvents(bindings, session, [{ type: "failed", reason: reason.slice(0, 256) }], Date.now()).catch((cause) =>
    logError("start_failure_not_recorded", cause, { session_id }),
  );
}

/**
 * Takes a line and credit, then does the work. If it fails, both are freed before the error is thrown, even if the page
 * is closed meanwhile.
 * @throws ApiError for a refusal of the ledger, else what the work throws
 */
export async function withReservation<T>(
  bindings: Bindings,
  caller: Caller,
  request: LeaseRequest,
  terms: Terms,
  work: (remaining_seconds: number) => Promise<T>,
): Promise<T> {
  const { session_id } = request;
  const { visitor_sessions = null } = caller.policy;
  const whole = async () => {
    try {
      const opened = await callLedger(bindings, terms.org_id, (ledger, first) =>
        ledger.open(request, terms, first, visitor_sessions),
      );
      return opened.ok ? { done: await work(opened.remaining_seconds) } : { refused: refusalError(opened) };
    } catch (error) {
      // Also if the ledger's answer was lost, since it may have reserved nevertheless.
      await callLedger(bindings, terms.org_id, (ledger) => ledger.release(session_id)).catch((cause) =>
        logError("release_failed", cause, { session_id }),
      );
      await recordStartFailure(bindings, { project_id: request.project_id, org_id: terms.org_id, session_id }, error);
      throw error;
    }
  };
  const outcome = await runToEnd(caller.waitUntil, whole());
  if (outcome.refused) throw outcome.refused;
  return outcome.done;
}

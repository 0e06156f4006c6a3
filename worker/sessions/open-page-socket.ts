import type { Bindings } from "../env.ts";
import { ApiError } from "../http/errors.ts";
import { callLedger } from "../objects/org-ledger/client.ts";
import { openSocket } from "../objects/project-desk/client.ts";
import { orgOfSession } from "../session-id.ts";
import { readVariables } from "../variables.ts";
import { sessionEndedError } from "./report-events.ts";
import { isSessionSecret } from "./session-secret.ts";

/** @throws ApiError `invalid_session_secret` also for an unknown session */
export async function requireSessionSecret(bindings: Bindings, session_id: string, secret: string): Promise<void> {
  const is_session = orgOfSession(session_id) !== null;
  if (!is_session || !(await isSessionSecret(readVariables(bindings).KEY_SECRET, session_id, secret)))
    throw new ApiError("invalid_session_secret");
}

/**
 * Lets a visitor's page, which has proved that the session is its own, in to its project's desk.
 * @throws ApiError `session_ended`, `no_person_asked`, `too_many_attempts`
 */
export async function openPageSocket(bindings: Bindings, session_id: string): Promise<Response> {
  const org_id = orgOfSession(session_id);
  if (org_id === null) throw new ApiError("session_not_found");
  const lease = await callLedger(bindings, org_id, (ledger) => ledger.lease(session_id));
  if (!lease || lease.ended_at !== null) throw sessionEndedError(lease?.end_reason ?? null);
  const answer = await openSocket(bindings, lease.project_id, { kind: "page", session_id });
  if (!answer.webSocket) throw new ApiError(answer.status === 429 ? "too_many_attempts" : "no_person_asked");
  return answer;
}

import type { SessionExtended } from "../../shared/extension.ts";
import type { Bindings } from "../env.ts";
import { ApiError } from "../http/errors.ts";
import { callLedger } from "../objects/org-ledger/client.ts";
import type { Caller } from "./caller.ts";
import { organizationOfSession, sessionEndedError, unknownSessionError } from "./report-events.ts";

/** Words for a visitor's wish, where those of a start would mislead. */
const REFUSALS = {
  no_credit: "The organization does not have enough credit for a longer session; it ends when it would have",
  cap_reached: "A daily cap has no room for a longer session; it ends when it would have",
};

/**
 * Makes a session longer than its agent's longest duration, once; the ledger decides.
 * @param ask only says by how many seconds, 0 where it cannot be
 * @throws ApiError `not_extendable`, `no_credit`, `cap_reached`: nothing has changed
 */
export async function extendSession(
  bindings: Bindings,
  caller: Caller,
  session_id: string,
  ask: boolean,
): Promise<SessionExtended> {
  const org_id = await organizationOfSession(bindings, caller, session_id);
  const scope = { project_id: caller.policy.project_id, agent_id: caller.policy.agent_id };
  const result = await callLedger(bindings, org_id, (ledger) => ledger.extendLimit(session_id, scope, ask));
  if (result.ok) {
    const { seconds, state, remaining_seconds } = result;
    return { success: true, seconds, session: { status: state, remaining_seconds, end_reason: null } };
  }
  switch (result.error) {
    case "session_ended":
      throw sessionEndedError(result.end_reason);
    case "session_not_found":
      throw await unknownSessionError(bindings, scope, session_id);
    case "not_extendable":
      throw new ApiError(result.error);
    default:
      throw new ApiError(result.error, { detail: REFUSALS[result.error] });
  }
}

import type { LiveSession } from "../../../shared/live.ts";
import type { Lease } from "../org-ledger/lease.ts";
import type { Conversation } from "./rpc.ts";

/** A session as inboxes see it. @param one where a person was asked for or has it */
export const liveSession = (lease: Lease, one?: Conversation): LiveSession => ({
  session_id: lease.session_id,
  agent_id: lease.agent_id,
  agent_name: lease.agent_name,
  handled_by: one?.handled_by ?? "agent",
  status: lease.state,
  since: lease.started_at,
  waiting_since: one?.handled_by === "waiting" ? one.waiting_since : null,
  reason: one?.reason ?? null,
  summary: one?.summary ?? null,
  page: lease.page ?? null,
  person: one?.person ?? null,
});

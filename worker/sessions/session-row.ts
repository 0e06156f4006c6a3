import type { Lease } from "../objects/org-ledger/lease.ts";
import type { SessionFound } from "../objects/project-store/session-rpc.ts";

/** A session as its ledger knows it. @param test whether it is a test call, where the lease does not say it */
export const sessionOfLease = (lease: Lease, test = false): SessionFound => ({
  id: lease.session_id,
  org_id: lease.org_id,
  project_id: lease.project_id,
  agent_id: lease.agent_id,
  agent_name: lease.agent_name,
  key_id: lease.key_id,
  test: Number(lease.test ?? test),
  provider: lease.provider,
  vendor: lease.vendor,
  llm_model: lease.llm_model,
  subject: lease.subject,
  call_id: lease.call_id,
  state: lease.state,
  end_reason: lease.end_reason,
  started_at: lease.started_at,
  connected_at: lease.connected_at,
  ended_at: lease.ended_at,
  charged: lease.charged,
});

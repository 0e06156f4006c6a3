import type { Caps } from "../../shared/caps.ts";
import type { KeyPolicy } from "../../shared/keys.ts";
import type { Cap, LeaseRequest } from "../objects/org-ledger/lease.ts";
import type { ProjectSnapshot } from "../storage/snapshots.ts";

/** The daily caps that apply to a session with this key: those of its project, the key itself, and its channel. */
export function capsFor(policy: KeyPolicy, snapshot: ProjectSnapshot): Pick<LeaseRequest, "channel_id" | "caps"> {
  const { project_id, key_id } = policy;
  const channels = snapshot.caps?.channels ?? [];
  const channel_id = policy.channel_id ?? channels.find(({ key_ids }) => key_ids.includes(key_id))?.id ?? null;
  const capOf = (scope: string, caps: Caps | undefined): Cap[] =>
    caps && (caps.daily_credit_cap !== null || caps.daily_session_cap !== null)
      ? [{ scope, project_id, credits: caps.daily_credit_cap, sessions: caps.daily_session_cap }]
      : [];
  const caps = [
    ...capOf(`project:${project_id}`, snapshot.caps?.project),
    ...capOf(
      `key:${key_id}`,
      snapshot.caps?.keys.find(({ id }) => id === key_id),
    ),
    ...capOf(
      `channel:${channel_id}`,
      channels.find(({ id }) => id === channel_id),
    ),
  ];
  return { channel_id, ...(caps.length > 0 ? { caps } : {}) };
}

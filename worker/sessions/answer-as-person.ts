import type * as z from "zod";
import { ERRORS } from "../../shared/errors.ts";
import type { LiveMessage, LiveSession } from "../../shared/live.ts";
import type { personJoin } from "../../shared/person.ts";
import type { Actor } from "../actor.ts";
import { requireAuthority } from "../bounds.ts";
import type { Bindings } from "../env.ts";
import { ApiError } from "../http/errors.ts";
import { callLedger } from "../objects/org-ledger/client.ts";
import type { Lease } from "../objects/org-ledger/lease.ts";
import { callDesk } from "../objects/project-desk/client.ts";
import type { DeskAnswer, Refused } from "../objects/project-desk/rpc.ts";
import type { SessionRow } from "../objects/project-store/session-rpc.ts";
import { type Action, permit } from "../permissions.ts";

/** The plain calls with which a help desk answers; the inbox's frames do the same. */

const RETRY_AFTER = "10";

function unwrap<Value>(answer: DeskAnswer<Value>): Value {
  if (answer.ok) return answer;
  const { error, detail } = answer as Refused;
  throw new ApiError(error, {
    ...(detail !== undefined && { detail }),
    ...(ERRORS[error].status === 429 && { headers: { "Retry-After": RETRY_AFTER } }),
  });
}

async function runningLease(
  bindings: Bindings,
  actor: Actor,
  action: Action,
  { id, org_id, project_id }: SessionRow,
): Promise<Lease> {
  await requireAuthority(bindings.DB, permit(actor, action, { id: project_id, org_id }));
  const lease = await callLedger(bindings, org_id, (ledger) => ledger.lease(id));
  if (lease?.ended_at !== null) throw new ApiError("conversation_over");
  return lease;
}

export async function joinSession(
  bindings: Bindings,
  actor: Actor,
  session: SessionRow,
  { name, picture }: z.output<typeof personJoin>,
): Promise<LiveSession> {
  const lease = await runningLease(bindings, actor, "session.join", session);
  const shown = { name, picture: picture ?? null };
  return unwrap(await callDesk(bindings, lease.project_id, (desk) => desk.join(lease, actor, shown))).session;
}

export async function writeAsPerson(
  bindings: Bindings,
  actor: Actor,
  session: SessionRow,
  text: string,
): Promise<LiveMessage> {
  const lease = await runningLease(bindings, actor, "session.message", session);
  return unwrap(await callDesk(bindings, lease.project_id, (desk) => desk.say(lease.session_id, actor, text))).message;
}

export async function whisperToAgent(
  bindings: Bindings,
  actor: Actor,
  session: SessionRow,
  text: string,
): Promise<void> {
  const lease = await runningLease(bindings, actor, "session.whisper", session);
  const name = actor.kind === "operator" ? actor.name : "Support";
  unwrap(await callDesk(bindings, lease.project_id, (desk) => desk.whisper(lease, actor, name, text)));
}

export async function releaseSession(bindings: Bindings, actor: Actor, session: SessionRow): Promise<LiveSession> {
  const lease = await runningLease(bindings, actor, "session.release", session);
  return unwrap(await callDesk(bindings, lease.project_id, (desk) => desk.release(lease.session_id, actor))).session;
}

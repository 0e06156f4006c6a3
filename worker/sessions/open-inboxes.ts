import type { Actor } from "../actor.ts";
import type { Bindings } from "../env.ts";
import { ApiError } from "../http/errors.ts";
import { callLedger } from "../objects/org-ledger/client.ts";
import { callDesk, callDesks, openSocket } from "../objects/project-desk/client.ts";
import { mayDo } from "../permissions.ts";
import {
  deleteOpenInbox,
  insertOpenInbox,
  mayStayOpen,
  type OpenInbox,
  revokedInboxes,
} from "../storage/open-inboxes.ts";

/** What visitors see of somebody who says no name of their own. */
const NAMELESS = "Support";

/** What the inbox's credential was. */
export type InboxCredential = Pick<OpenInbox, "credential_hash" | "cookie_hash">;

/**
 * @returns the desk's answer: 101 with the socket
 * @throws ApiError `too_many_inboxes`, `operator_unauthorized` where the credential or the project went meanwhile
 */
export async function openInbox(
  bindings: Bindings,
  actor: Actor,
  project_id: number,
  credential: InboxCredential,
): Promise<Response> {
  const id = crypto.randomUUID();
  const inbox: OpenInbox = {
    id,
    project_id,
    operator_id: actor.kind === "operator" ? actor.operator_id : null,
    org_token_id: actor.kind === "organization" ? actor.token_id : null,
    role: actor.kind === "operator" ? actor.role : null,
    ...credential,
  };
  // Before the socket: a revocation in this moment must find it.
  await insertOpenInbox(bindings.DB, inbox, Date.now()).run();
  const answer = await openSocket(bindings, project_id, {
    kind: "inbox",
    id,
    project_id,
    actor,
    name: actor.kind === "operator" && actor.operator_id !== null ? actor.name : NAMELESS,
    may_write: mayDo(actor, "session.message"),
  });
  // A revocation that came before the row, or between row and socket, has found no inbox to close.
  const stays = answer.webSocket !== null && (await mayStayOpen(bindings.DB, id, Date.now()));
  if (stays) return answer;
  if (answer.webSocket) await callDesk(bindings, project_id, (desk) => desk.revoke([id]));
  await deleteOpenInbox(bindings.DB, id).run();
  throw new ApiError(answer.webSocket ? "operator_unauthorized" : "too_many_inboxes");
}

/** Closes the inboxes whose credential is gone. */
export async function closeRevokedInboxes(bindings: Bindings): Promise<void> {
  const gone = await revokedInboxes(bindings.DB, Date.now());
  await callDesks(bindings, gone, (desk, own) => desk.revoke(own.map(({ id }) => id)));
  // Forget the inboxes that no desk knows any more.
  if (gone.length > 0) await bindings.DB.batch(gone.map(({ id }) => deleteOpenInbox(bindings.DB, id)));
}

/** Closes all inboxes of a project that has left this organization, whose ledger has nobody to tell any more. */
export async function closeInboxesOf(bindings: Bindings, project_id: number, org_id: number | null): Promise<void> {
  await callDesk(bindings, project_id, (desk) => desk.revoke(null));
  if (org_id !== null) await callLedger(bindings, org_id, (ledger) => ledger.running(project_id, false, null));
}

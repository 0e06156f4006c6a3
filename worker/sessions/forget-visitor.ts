import type { Actor } from "../actor.ts";
import { audit } from "../change.ts";
import type { Bindings } from "../env.ts";
import { callLedger } from "../objects/org-ledger/client.ts";
import { callStore } from "../objects/project-store/client.ts";
import { permit } from "../permissions.ts";
import { auditOutcome } from "../storage/audit.ts";
import { forgetMemories } from "../storage/memories.ts";
import { emptySessionsWith } from "./retention.ts";

/**
 * Forgets a visitor: what was said in the visitor's sessions, by which agents remember, and the link from these to the
 * visitor. Charges stay, without a name.
 * @param subject a `user_id` or `visitor_id`, or either as a session shows it (`user:…`, `visitor:…`)
 */
export async function forgetVisitor(
  bindings: Bindings,
  actor: Actor,
  project: { id: number; org_id: number | null },
  subject: string,
): Promise<void> {
  const { DB } = bindings;
  const record = permit(actor, "subject.forget", project);
  // Before the work: of many at once each would find room. The log holds that it was done, but not for whom, since that would
  // keep the name.
  const entry = await audit(DB, { ...record, target: `project:${project.id}` });
  const subjects = [subject, `user:${subject}`, `visitor:${subject}`];
  // A session that is not in the store yet would bring the subject back, and so would one that is continued: also of an organization
  // that had the project before.
  const owners = new Set(
    await callStore(bindings, project.id, (store) => store.organizationsWith(project.id, subjects)),
  );
  if (project.org_id !== null) owners.add(project.org_id);
  for (const owner of owners)
    await callLedger(bindings, owner, async (ledger) => {
      await ledger.followUpPending(project.id);
      await ledger.forgetSubject(project.id, subjects);
    });
  const sessions = await emptySessionsWith(bindings, project.id, subjects);
  await DB.batch([forgetMemories(DB, project.id, subjects), auditOutcome(DB, entry, { sessions })]);
}

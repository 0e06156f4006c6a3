import type { Bindings } from "../env.ts";
import type { LedgerNotice } from "../objects/org-ledger/account.ts";
import type { Lease } from "../objects/org-ledger/lease.ts";
import type { FailedFollowUps, FollowUpBatch } from "../objects/org-ledger/outside.ts";
import type { SessionTotals } from "../objects/project-store/after-call-rpc.ts";
import { callStore } from "../objects/project-store/client.ts";
import { NO_USAGE } from "../objects/project-store/engine.ts";
import type { Utterance } from "../objects/project-store/transcript.ts";
import type { Webhook } from "../storage/webhooks.ts";
import { enqueueWebhookEvents, type WebhookEventInput } from "../webhooks/enqueue-webhook-events.ts";
import { eachProject } from "./each-project.ts";
import { lastUtterances } from "./transcript.ts";

type Line = Utterance & { session_id: string };

/** The most lines and characters of a transcript that a webhook is sent. */
const MAX_LINES = 5_000;
const MAX_CHARACTERS = 500_000;
/** Bytes of it as JSON, where one character may take six. A row of a queue holds 2 MB. */
const MAX_BYTES = 1_500_000;

/** Bytes of JSON around a line's text. */
const LINE_BYTES = 30;

const encoder = new TextEncoder();

/**
 * Enqueues the ends of sessions and the ledger's notices for the webhooks. It may run twice.
 * @param webhooks those of all projects that they are of
 * @param everywhere the projects of notices that are of none
 */
export async function enqueueLedgerEvents(
  bindings: Bindings,
  { ended, notices, org_id }: FollowUpBatch,
  webhooks: Webhook[],
  everywhere: number[],
): Promise<FailedFollowUps> {
  const failed: FailedFollowUps = new Map();
  if (webhooks.length === 0) return failed;

  // A contact that was left before the end comes before it, even if it could not be enqueued earlier.
  const contacts = await newestContacts(bindings, ended, failed);
  const due = ended.filter(({ project_id }) => !failed.has(project_id) && wants(webhooks, project_id));
  const content = await contentOf(bindings, due, webhooks, failed);
  const sessions = due.filter(({ project_id }) => !failed.has(project_id));
  const events = [
    ...sessions.map((lease) => sessionEnded(lease, org_id, content, contacts)),
    ...notices.flatMap((notice) =>
      (notice.project_id === null ? everywhere : [notice.project_id]).map((id) => ledgerNotice(notice, org_id, id)),
    ),
  ];
  for (const [id, error] of await enqueueWebhookEvents(bindings, events, webhooks)) failed.set(id, error);
  const missed = everywhere.find((id) => failed.has(id));
  if (missed !== undefined) failed.set(null, failed.get(missed));
  return failed;
}

/** What was said, where a webhook is sent all of it, and what sessions came to. */
interface SessionContent {
  lines: Line[];
  totals: Map<string, SessionTotals>;
}

/** What sessions told their projects' stores. A project whose store does not answer has failed. */
async function contentOf(
  bindings: Bindings,
  ended: Lease[],
  webhooks: Webhook[],
  failed: FailedFollowUps,
): Promise<SessionContent> {
  const content: SessionContent = { lines: [], totals: new Map() };
  await eachProject(ended, failed, async (project_id, sessions) => {
    const ids = sessions.map(({ session_id }) => session_id);
    const totals = await callStore(bindings, project_id, (store) => store.totals(project_id, ids));
    if (wants(webhooks, project_id, true))
      content.lines.push(...(await lastUtterances(bindings, project_id, ids, MAX_LINES)));
    for (const came_to of totals) content.totals.set(came_to.session_id, came_to);
  });
  return content;
}

/** Has webhooks told of contacts that these sessions left. @returns the newest of each */
async function newestContacts(
  bindings: Bindings,
  ended: Lease[],
  failed: FailedFollowUps,
): Promise<ReadonlyMap<string, number>> {
  const newest = new Map<string, number>();
  const with_contacts = ended.filter(({ kept_contacts = 0 }) => kept_contacts > 0);
  await eachProject(with_contacts, failed, async (project_id, sessions) => {
    const ids = sessions.map(({ session_id }) => session_id);
    const left = await callStore(bindings, project_id, (store) => store.announceContacts(project_id, ids));
    for (const [session_id, id] of left) newest.set(session_id, id);
  });
  return newest;
}

const wants = (webhooks: Webhook[], project_id: number, transcript = false): boolean =>
  webhooks.some(
    (webhook) =>
      webhook.project_id === project_id &&
      webhook.events.includes("session.ended") &&
      (!transcript || webhook.include_transcript),
  );

export const linksOf = (origin: string, session_id: string) => ({
  session: `${origin}/admin/v1/sessions/${session_id}`,
  transcript: `${origin}/admin/v1/sessions/${session_id}/transcript`,
});

function sessionEnded(
  lease: Lease,
  org_id: number,
  content: SessionContent,
  contacts: ReadonlyMap<string, number>,
): WebhookEventInput {
  const { session_id, project_id, agent_id, agent_name, started_at, connected_at } = lease;
  const ended_at = lease.ended_at ?? started_at;
  const { person_ms = 0, with_person_since = ended_at } = lease;
  const with_agent = connected_at === null ? 0 : ended_at - connected_at - person_ms - (ended_at - with_person_since);
  const { usage = NO_USAGE, rating = null } = content.totals.get(session_id) ?? {};
  const seconds = Math.ceil(Math.max(0, with_agent) / 1000);
  return {
    event: "session.ended",
    project_id,
    org_id,
    name: session_id,
    session_id,
    contact_id: null,
    at: ended_at,
    data: (webhook) => ({
      session_id,
      project_id,
      agent_id,
      agent_name,
      reason: lease.end_reason,
      started_at,
      connected_at,
      ended_at,
      seconds,
      charged: lease.charged ?? 0,
      rating,
      usage,
      contact_id: contacts.get(session_id) ?? null,
      links: linksOf(webhook.origin, session_id),
      ...(webhook.include_transcript ? transcriptOf(session_id, content.lines) : {}),
    }),
  };
}

/** The whole of it, or its end where it is very long. */
function transcriptOf(session_id: string, lines: Line[]) {
  const own = lines.filter((line) => line.session_id === session_id);
  let characters = MAX_CHARACTERS;
  let bytes = MAX_BYTES;
  let from = own.length;
  for (const { text } of own.toReversed()) {
    characters -= text.length;
    bytes -= encoder.encode(JSON.stringify(text)).byteLength + LINE_BYTES;
    if (characters < 0 || bytes < 0) break;
    from -= 1;
  }
  return {
    transcript: own.slice(from).map(({ role, text }) => ({ role, text })),
    ...(from > 0 ? { transcript_truncated: true } : {}),
  };
}

function ledgerNotice(notice: LedgerNotice, org_id: number, project_id: number): WebhookEventInput {
  const whose = { project_id, org_id };
  const name = `${org_id}:${notice.key}`;
  const about = { ...whose, event: notice.type, name, session_id: null, contact_id: null, at: notice.at };
  // Each type of notice has the data of its event; the compiler does not see that they go together.
  return { ...about, data: () => ({ ...whose, ...notice.data }) } as WebhookEventInput;
}

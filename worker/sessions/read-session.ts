import { MAX_SESSION_BYTES, MAX_SESSION_EVENTS } from "../../shared/limits.ts";
import type { Handler } from "../../shared/person.ts";
import { type Actor, scopeOf } from "../actor.ts";
import type { Bindings } from "../env.ts";
import { ApiError } from "../http/errors.ts";
import { callLedger } from "../objects/org-ledger/client.ts";
import { callStore, type StoreBindings } from "../objects/project-store/client.ts";
import type { EventPage } from "../objects/project-store/rpc.ts";
import type { SessionFound, SessionRow } from "../objects/project-store/session-rpc.ts";
import { foldTranscript } from "../objects/project-store/transcript.ts";
import { orgOfSession, projectOfSession } from "../session-id.ts";
import { projectOfEarlierSession } from "../storage/project-stores.ts";
import { findProject } from "../storage/projects.ts";
import { pageAddress } from "./page-address.ts";

/** Rows of usage in an answer: as many as a session stores. */
const MAX_USAGE = MAX_SESSION_EVENTS;

/**
 * The session as its ledger knows it now.
 * @throws ApiError `session_not_found`, also if the actor may not see it
 */
export async function loadSession(bindings: Bindings, actor: Actor, id: string): Promise<SessionFound> {
  const org_id = orgOfSession(id);
  if (org_id === null || org_id !== (scopeOf(actor) ?? org_id)) throw new ApiError("session_not_found");
  const named = projectOfSession(id);
  await callLedger(bindings, org_id, (ledger) => ledger.publishPending(id, named ?? undefined));
  const row =
    (await findIn(bindings, actor, named, id)) ??
    // An older id names no project, or by chance another one.
    (await findIn(bindings, actor, await projectOfEarlierSession(bindings.DB, id), id));
  if (!row) throw new ApiError("session_not_found");
  return row;
}

async function findIn(
  bindings: Bindings,
  actor: Actor,
  project_id: number | null,
  id: string,
): Promise<SessionFound | null> {
  const project = project_id === null ? null : await findProject(bindings.DB, project_id, scopeOf(actor));
  return project && callStore(bindings, project.id, (store) => store.session(project.id, id));
}

/** Who talks with the visitor. */
export async function readHandler(bindings: Bindings, { id, org_id, state }: SessionRow): Promise<Handler> {
  if (state === "ended") return "agent";
  return (await callLedger(bindings, org_id, (ledger) => ledger.lease(id)))?.handled_by ?? "agent";
}

/** The events of a session in an answer: by default all that it may store. */
export type ConversationPage = Pick<EventPage, "after" | "limit">;

type OfProject = Pick<SessionFound, "id" | "project_id">;

const readEvents = (bindings: StoreBindings, { id, project_id }: OfProject, page: ConversationPage) =>
  callStore(bindings, project_id, (store) =>
    store.eventsOf(project_id, id, { ...page, characters: MAX_SESSION_BYTES }),
  );

/** What was said in the events of a page. */
export async function readTranscript(bindings: StoreBindings, session: OfProject, page: ConversationPage) {
  const { events, next } = await readEvents(bindings, session, page);
  return { items: foldTranscript(events), next_cursor: next === null ? null : String(next) };
}

/**
 * A session's events, transcript and the vendor's usage. Older versions stored events without a limit; these come in
 * pages, each with what is of the whole session.
 */
export async function readConversation(
  bindings: StoreBindings,
  session: OfProject & Pick<SessionFound, "test">,
  page: ConversationPage,
) {
  const { id: session_id, project_id } = session;
  const [{ events, next }, [opening], after, tool_calls] = await Promise.all([
    readEvents(bindings, session, page),
    callStore(bindings, project_id, (store) => store.openings(project_id, [session_id], [session_id])),
    callStore(bindings, project_id, (store) => store.afterCall(project_id, session_id, MAX_USAGE)),
    callStore(bindings, project_id, (store) => store.callsOf(project_id, session_id)),
  ]);
  const { usage: items, totals, rating, contacts, analysis } = after;
  return {
    rating,
    contact_id: contacts.at(-1)?.id ?? null,
    test: session.test === 1,
    failure: opening?.failure ?? null,
    page: pageAddress(opening?.page),
    input: opening?.input ?? null,
    events: events.map(({ type, body, at, received_at }) => ({ type, ...body, at, received_at })),
    transcript: foldTranscript(events),
    next_cursor: next === null ? null : String(next),
    tool_calls,
    contacts,
    analysis,
    usage: { totals, items },
  };
}

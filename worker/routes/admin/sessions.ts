import type { Context } from "hono";
import * as z from "zod";
import { MAX_SESSION_EVENTS } from "../../../shared/limits.ts";
import type { AppEnv } from "../../http/app-env.ts";
import { ApiError } from "../../http/errors.ts";
import { exportResponse } from "../../http/export.ts";
import { numberCursor } from "../../http/read-page.ts";
import { queryInteger, readQuery, requireInOrder } from "../../http/read-request.ts";
import type { SessionPlace } from "../../objects/project-store/after-call-rpc.ts";
import type { SessionFound, SessionListed, SessionRow } from "../../objects/project-store/session-rpc.ts";
import { operationsOf } from "../../openapi/operation.ts";
import { analyzeAgain } from "../../sessions/analyze-session.ts";
import { endByOperator } from "../../sessions/end-session.ts";
import { type ActivePage, findActive } from "../../sessions/find-active.ts";
import { exportSessions, findSessions } from "../../sessions/find-sessions.ts";
import { forgetVisitor } from "../../sessions/forget-visitor.ts";
import { pageAddress } from "../../sessions/page-address.ts";
import {
  type ConversationPage,
  loadSession,
  readConversation,
  readHandler,
  readTranscript,
} from "../../sessions/read-session.ts";
import type { Project } from "../../storage/projects.ts";
import { projectOfPath, sessionOfPath } from "./of-path.ts";
import { activeQuery, sessionQuery } from "./session-query.ts";

const operation = operationsOf("Reports");

const shown = <Row extends SessionRow>({ org_id: _, llm_model, call_id: __, state, ...row }: Row) => ({
  ...row,
  voice_llm_model: llm_model,
  status: state,
});

const COLUMNS = [
  ...(["id", "started_at", "connected_at", "ended_at", "end_reason", "status", "charged", "rating"] as const),
  ...([
    "agent_id",
    "agent_name",
    "provider",
    "vendor",
    "voice_llm_model",
    "failure",
    "subject",
    "key_id",
    "contact_id",
    "page",
    "input",
    "transcript",
  ] as const),
];

export const list = operation({
  id: "listSessions",
  summary: "List a project's sessions",
  description:
    "Newest first, unless `order` says otherwise. `q` means all words, in the transcripts; `from` and `to` are UTC days, both included. A page of few among many may be short, or empty: it is over where `next_cursor` is null. With `format` the whole selection, streamed, with its transcripts.",
  query: sessionQuery,
  page: "SessionList",
  errors: ["session_not_found"],
  bounds: ["project.export_sessions"],
  async handle(c) {
    const project = await projectOfPath(c);
    const { limit, cursor, after, format, spreadsheet, ...wanted } = readQuery(c, sessionQuery);
    requireInOrder(wanted);
    if (format !== "json") {
      const sessions = await exportSessions(c.env, c.var.actor, project, wanted, format);
      const pages = exportPages(sessions, format === "csv");
      return exportResponse(format, `sessions-${project.id}`, COLUMNS, pages, spreadsheet);
    }
    const before = cursor ?? (after === undefined ? null : await placeOf(c, project, after));
    return c.json(pageOf(await findSessions(c.env, c.var.actor, project, wanted, before, limit)));
  },
});

/** The cursor behind one session of the list. */
async function placeOf(c: Context<AppEnv>, project: Project, id: string): Promise<SessionPlace> {
  const row = await loadSession(c.env, c.var.actor, id);
  if (row.project_id !== project.id) throw new ApiError("session_not_found");
  return { started_at: row.started_at, id };
}

// An archive that was put back may name anything as a page.
const listed = ({ test, page, ...row }: SessionListed) => ({
  ...shown(row),
  test: test === 1,
  page: pageAddress(page),
});

const pageOf = ({ rows, next }: Pick<ActivePage, "rows" | "next">, unanswered: readonly number[] = []) => ({
  items: rows.map(listed),
  next_cursor: next && `${next.started_at}.${next.id}`,
  ...(unanswered.length > 0 && { unanswered }),
});

export const listActive = operation({
  id: "listActiveSessions",
  summary: "List what runs",
  description: "The sessions that run in all that the caller may see, newest first.",
  query: activeQuery,
  page: "SessionList",
  async handle(c) {
    const { limit, cursor = null } = readQuery(c, activeQuery);
    const page = await findActive(c.env, c.var.actor, cursor, limit);
    return c.json(pageOf(page, page.unanswered));
  },
});

const SPEAKERS = { user: "Visitor", agent: "Agent", person: "Person" };
/** What begins a new line in some reader: further lines of one speaker are indented, or a visitor could write the agent's. */
const LINE_ENDS = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/g;
const ownLines = (text: string): string => text.replace(LINE_ENDS, "\n  ");

async function* exportPages(pages: Awaited<ReturnType<typeof exportSessions>>, flat: boolean) {
  for await (const rows of pages)
    yield rows.map(({ transcript, ...row }) => ({
      ...listed(row),
      transcript: flat
        ? transcript.map(({ role, text }) => `${SPEAKERS[role]}: ${ownLines(text)}`).join("\n")
        : transcript,
    }));
}

const eventQuery = z.object({
  limit: queryInteger(
    { min: 1, max: MAX_SESSION_EVENTS },
    { description: "The most events to return; fewer if they hold more than 2 MiB of text." },
  ).default(MAX_SESSION_EVENTS),
  cursor: numberCursor,
});
function readEventPage(c: Context<AppEnv>): ConversationPage {
  const { limit, cursor = 0 } = readQuery(c, eventQuery);
  return { limit, after: cursor };
}

const whole = async (c: Context<AppEnv>, row: SessionFound, page: ConversationPage) =>
  c.json({
    ...shown(row),
    handled_by: await readHandler(c.env, row),
    ...(await readConversation(c.env, row, page)),
  });

export const read = operation({
  id: "getSession",
  summary: "Read a session with its events and transcript",
  query: eventQuery,
  answers: { 200: { description: "The current state.", schema: "Session" } },
  async handle(c) {
    const page = readEventPage(c);
    return whole(c, await sessionOfPath(c), page);
  },
});

export const transcript = operation({
  id: "getTranscript",
  summary: "Read what was said in a session",
  query: eventQuery,
  answers: { 200: { description: "In the order in which it was said.", schema: "Transcript" } },
  async handle(c) {
    const page = readEventPage(c);
    const row = await sessionOfPath(c);
    return c.json(await readTranscript(c.env, row, page));
  },
});

export const end = operation({
  id: "endSession",
  summary: "End a running session",
  description: "A session that has already ended stays as it is.",
  answers: { 200: { description: "The current state.", schema: "Session" } },
  async handle(c) {
    await endByOperator(c.env, c.var.actor, await sessionOfPath(c));
    return whole(c, await sessionOfPath(c), { after: 0, limit: MAX_SESSION_EVENTS });
  },
});

export const analyze = operation({
  id: "analyzeSession",
  summary: "Analyze a session again",
  description:
    "Needs a configured model. The result appears in the session, and `session.analyzed` is sent to webhooks.",
  answers: { 202: { description: "The analysis is requested.", schema: "Analysis" } },
  errors: ["analysis_not_configured"],
  bounds: ["session.analyze"],
  async handle(c) {
    const row = await sessionOfPath(c);
    const analysis = await analyzeAgain(c.env, c.var.actor, row, (work) => c.executionCtx.waitUntil(work));
    return c.json(analysis, 202);
  },
});

export const forgetSubject = operation({
  id: "forgetSubject",
  summary: "Forget a visitor everywhere",
  description: "Deletes memory, transcripts and the link from sessions to the visitor. Charges stay.",
  answers: { 204: "Forgotten." },
  bounds: ["subject.forget"],
  async handle(c) {
    const project = await projectOfPath(c);
    await forgetVisitor(c.env, c.var.actor, project, c.req.param("subject") ?? "");
    return c.body(null, 204);
  },
});

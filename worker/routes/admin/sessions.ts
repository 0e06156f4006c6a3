import type { Context } from "hono";
import * as z from "zod";
import { MAX_SESSION_EVENTS } from "../../../shared/limits.ts";
import { END_REASONS } from "../../../shared/session.ts";
import { LENGTHS } from "../../../shared/text-lengths.ts";
import type { AppEnv } from "../../http/app-env.ts";
import { valueError } from "../../http/errors.ts";
import { exportFormat, exportResponse } from "../../http/export.ts";
import { pathId, queryInteger, readQuery } from "../../http/read-request.ts";
import { loadProject } from "../../projects/load.ts";
import { analyzeAgain } from "../../sessions/analyze-session.ts";
import { endByOperator } from "../../sessions/end-session.ts";
import { eachSession, findActive, findSessions } from "../../sessions/find-sessions.ts";
import { forgetVisitor } from "../../sessions/forget-visitor.ts";
import {
  type ConversationPage,
  loadSession,
  readConversation,
  readHandler,
  readTranscript,
} from "../../sessions/read-session.ts";
import type { SessionListed } from "../../storage/session-search.ts";
import type { SessionRow } from "../../storage/sessions.ts";

const shown = <Row extends SessionRow>({ org_id: _, llm_model, call_id: __, state, ...row }: Row) => ({
  ...row,
  voice_llm_model: llm_model,
  status: state,
});

const day = z.iso.date("Write a UTC date as YYYY-MM-DD");
const amount = queryInteger({ min: 0, max: Number.MAX_SAFE_INTEGER }).optional();
const paging = {
  limit: queryInteger({ min: 1, max: 200 }).default(50),
  cursor: z
    .string()
    .regex(/^\d{1,15}\.ses_[0-9A-Za-z]{25,35}$/, "Use next_cursor of the previous page")
    .transform((text) => ({ started_at: Number(text.split(".")[0]), id: text.split(".")[1] ?? "" }))
    .optional(),
};
const query = z.object({
  ...paging,
  q: z.string().max(LENGTHS.search, "Search for at most 500 characters").optional(),
  agent: queryInteger({ min: 1, max: Number.MAX_SAFE_INTEGER }).optional(),
  from: day.optional(),
  to: day.optional(),
  reason: z.enum(END_REASONS, { error: `Write one of ${END_REASONS.join(", ")}` }).optional(),
  rating: queryInteger({ min: 1, max: 5 }).optional(),
  connected: z
    .enum(["true", "false"], { error: "Write true or false" })
    .transform((text) => text === "true")
    .optional(),
  min_seconds: amount,
  max_seconds: amount,
  min_credits: amount,
  max_credits: amount,
  format: exportFormat,
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
    "transcript",
  ] as const),
];

/** `GET /admin/v1/projects/{id}/sessions`, newest first, or the whole selection as NDJSON or CSV */
export async function list(c: Context<AppEnv>): Promise<Response> {
  const project = await loadProject(c.env.DB, c.var.actor, pathId(c));
  const { limit, cursor = null, format, ...wanted } = readQuery(c, query);
  if (wanted.from !== undefined && wanted.to !== undefined && wanted.from > wanted.to)
    throw valueError(["query", "from"], "Write a day that is not after `to`");
  if (format !== "json") {
    const pages = exportPages(eachSession(c.env, c.var.actor, project, wanted), format === "csv");
    return exportResponse(format, `sessions-${project.id}`, COLUMNS, pages);
  }
  return c.json(pageOf(await findSessions(c.env, c.var.actor, project, wanted, cursor, limit + 1), limit));
}

/** @param rows one more than the page has, where there are more */
function pageOf(rows: SessionListed[], limit: number) {
  const items = rows.slice(0, limit);
  const last = rows.length > limit ? items.at(-1) : undefined;
  return { items: items.map(shown), next_cursor: last ? `${last.started_at}.${last.id}` : null };
}

const activeQuery = z.object({
  ...paging,
  status: z.literal("active"),
});

/** `GET /admin/v1/sessions?status=active`, newest first */
export async function listActive(c: Context<AppEnv>): Promise<Response> {
  const { limit, cursor = null } = readQuery(c, activeQuery);
  return c.json(pageOf(await findActive(c.env, c.var.actor, cursor, limit + 1), limit));
}

const SPEAKERS = { user: "Visitor", agent: "Agent", person: "Person" };

async function* exportPages(pages: ReturnType<typeof eachSession>, flat: boolean) {
  for await (const rows of pages)
    yield rows.map(({ transcript, ...row }) => ({
      ...shown(row),
      transcript: flat ? transcript.map(({ role, text }) => `${SPEAKERS[role]}: ${text}`).join("\n") : transcript,
    }));
}

const loadSessionOfPath = (c: Context<AppEnv>) => loadSession(c.env, c.var.actor, c.req.param("id") ?? "");

const eventQuery = z.object({
  limit: queryInteger({ min: 1, max: MAX_SESSION_EVENTS }).default(MAX_SESSION_EVENTS),
  cursor: z
    .string()
    .regex(/^[1-9]\d{0,14}$/, "Use next_cursor of the previous page")
    .transform(Number)
    .default(0),
});
function readEventPage(c: Context<AppEnv>): ConversationPage {
  const { limit, cursor } = readQuery(c, eventQuery);
  return { limit, after: cursor };
}

const whole = async (c: Context<AppEnv>, row: SessionRow, page: ConversationPage) =>
  c.json({
    ...shown(row),
    handled_by: await readHandler(c.env, row),
    ...(await readConversation(c.env.DB, row.id, page)),
  });

/** `GET /admin/v1/sessions/{id}` */
export async function read(c: Context<AppEnv>): Promise<Response> {
  const page = readEventPage(c);
  return whole(c, await loadSessionOfPath(c), page);
}

/** `GET /admin/v1/sessions/{id}/transcript` */
export async function transcript(c: Context<AppEnv>): Promise<Response> {
  const page = readEventPage(c);
  const row = await loadSessionOfPath(c);
  return c.json(await readTranscript(c.env.DB, row.id, page));
}

/** `POST /admin/v1/sessions/{id}/end` */
export async function end(c: Context<AppEnv>): Promise<Response> {
  await endByOperator(c.env, c.var.actor, await loadSessionOfPath(c));
  return whole(c, await loadSessionOfPath(c), { after: 0, limit: MAX_SESSION_EVENTS });
}

/** `POST /admin/v1/sessions/{id}/analyze` */
export async function analyze(c: Context<AppEnv>): Promise<Response> {
  const row = await loadSessionOfPath(c);
  const analysis = await analyzeAgain(c.env, c.var.actor, row, (work) => c.executionCtx.waitUntil(work));
  return c.json(analysis, 202);
}

/** `DELETE /admin/v1/projects/{id}/subjects/{subject}` */
export async function forgetSubject(c: Context<AppEnv>): Promise<Response> {
  const project = await loadProject(c.env.DB, c.var.actor, pathId(c));
  await forgetVisitor(c.env, c.var.actor, project, c.req.param("subject") ?? "");
  return c.body(null, 204);
}

import type { Context } from "hono";
import * as z from "zod";
import { type AppEnv, scopeOf } from "../../http/app-env.ts";
import { ApiError, ValidationError } from "../../http/errors.ts";
import { queryInteger, readQuery } from "../../http/read-request.ts";
import { ledgerStub } from "../../objects/org-ledger/client.ts";
import { endByOperator } from "../../sessions/end-session.ts";
import { forgetVisitor } from "../../sessions/forget-visitor.ts";
import { orgOfSession } from "../../sessions/session-id.ts";
import { listCounts } from "../../storage/analytics.ts";
import { recordAudit } from "../../storage/audit.ts";
import { findProject } from "../../storage/projects.ts";
import { listEvents } from "../../storage/session-events.ts";
import { listUsage, type UsageRow } from "../../storage/session-usage.ts";
import { findSession, listSessions, type SessionRow } from "../../storage/sessions.ts";
import { auditActor, loadProjectOfPath } from "./load.ts";

/** More than a day of one conversation's events: a bound for the answer, not for the conversation. */
const MAX_EVENTS = 10_000;

const shown = ({ org_id: _, vendor: __, llm_model, call_id: ___, state, ...row }: SessionRow) => ({
  ...row,
  voice_llm_model: llm_model,
  status: state,
});

const sessionsPage = z.object({
  limit: queryInteger({ min: 1, max: 200 }).default(50),
  cursor: z
    .string()
    .regex(/^\d{1,15}\.ses_[0-9A-Za-z]{25,35}$/, "Take the cursor from next_cursor of the page before")
    .transform((text) => ({ started_at: Number(text.split(".")[0]), id: text.split(".")[1] ?? "" }))
    .optional(),
});

/** `GET /admin/v1/projects/{id}/sessions`, newest first */
export async function sessions(c: Context<AppEnv>): Promise<Response> {
  const project = await loadProjectOfPath(c);
  const { limit, cursor } = readQuery(c, sessionsPage);
  if (project.org_id !== null) await ledgerStub(c.env, project.org_id).publishPending();
  const rows = await listSessions(c.env.DB, project.id, cursor ?? null, limit + 1);
  const items = rows.slice(0, limit);
  const last = rows.length > limit ? items.at(-1) : undefined;
  return c.json({ items: items.map(shown), next_cursor: last ? `${last.started_at}.${last.id}` : null });
}

/** The session that the path names, if the caller may see it, as its ledger knows it now. */
async function loadSessionOfPath(c: Context<AppEnv>): Promise<SessionRow> {
  const id = c.req.param("id") ?? "";
  const org_id = orgOfSession(id);
  if (org_id === null || org_id !== (scopeOf(c.var.actor) ?? org_id)) throw new ApiError("session_not_found");
  await ledgerStub(c.env, org_id).publishPending();
  const row = await findSession(c.env.DB, id);
  const project = row && (await findProject(c.env.DB, row.project_id, scopeOf(c.var.actor)));
  if (!row || !project) throw new ApiError("session_not_found");
  return row;
}

function totalsOf(items: UsageRow[]) {
  const totals = { input_tokens: 0, output_tokens: 0, total_tokens: 0, seconds: 0 };
  for (const item of items)
    for (const name of ["input_tokens", "output_tokens", "total_tokens", "seconds"] as const)
      totals[name] += item[name] ?? 0;
  return totals;
}

async function sessionAnswer(c: Context<AppEnv>, row: SessionRow): Promise<Response> {
  const [events, items] = await Promise.all([
    listEvents(c.env.DB, row.id, MAX_EVENTS),
    listUsage(c.env.DB, row.id, MAX_EVENTS),
  ]);
  const transcript = events.flatMap(({ type, body, at, received_at }) =>
    type === "user_transcript" || type === "agent_transcript"
      ? [{ role: type === "user_transcript" ? "user" : "agent", text: body.text, at: at ?? received_at }]
      : [],
  );
  return c.json({
    ...shown(row),
    events: events.map(({ type, body, at, received_at }) => ({ type, ...body, at, received_at })),
    transcript,
    usage: { totals: totalsOf(items), items },
  });
}

/** `GET /admin/v1/sessions/{id}` */
export const session = async (c: Context<AppEnv>) => sessionAnswer(c, await loadSessionOfPath(c));

/** `POST /admin/v1/sessions/{id}/end`: an ended one keeps its first end */
export async function endSession(c: Context<AppEnv>): Promise<Response> {
  const row = await loadSessionOfPath(c);
  if (await endByOperator(c.env, row))
    await recordAudit(c.env.DB, { ...auditActor(c, row.org_id), action: "session.end", target: `session:${row.id}` });
  return sessionAnswer(c, await loadSessionOfPath(c));
}

const DAYS_SHOWN = 30;
const dayBefore = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
const day = z.iso.date("Write a UTC date as YYYY-MM-DD");
const range = z.object({ from: day.optional(), to: day.optional() });

/** `GET /admin/v1/projects/{id}/analytics`, both days included; the last 30 days unless said otherwise */
export async function analytics(c: Context<AppEnv>): Promise<Response> {
  const project = await loadProjectOfPath(c);
  const asked = readQuery(c, range);
  const to = asked.to ?? dayBefore(0);
  const from = asked.from ?? (asked.to === undefined ? dayBefore(DAYS_SHOWN - 1) : "0000-01-01");
  if (from > to)
    throw new ValidationError([
      { type: "value_error", loc: ["query", "from"], msg: "Value error, Write a day that is not after `to`" },
    ]);
  return c.json({ items: await listCounts(c.env.DB, project.id, from, to), next_cursor: null });
}

/** `DELETE /admin/v1/projects/{id}/subjects/{subject}` */
export async function forgetSubject(c: Context<AppEnv>): Promise<Response> {
  const project = await loadProjectOfPath(c);
  const forgotten = await forgetVisitor(c.env, project, c.req.param("subject") ?? "");
  // The audit log says that it was done, not whom it was about: that would keep the name.
  await recordAudit(c.env.DB, {
    ...auditActor(c, project.org_id),
    action: "subject.forget",
    target: `project:${project.id}`,
    change: forgotten,
  });
  return c.body(null, 204);
}

import type { Context } from "hono";
import * as z from "zod";
import type { AppEnv } from "../../http/app-env.ts";
import { pathId, queryInteger, readQuery } from "../../http/read-request.ts";
import { loadProject } from "../../projects/load.ts";
import { endByOperator } from "../../sessions/end-session.ts";
import { forgetVisitor } from "../../sessions/forget-visitor.ts";
import { loadSession, readConversation, readSessions } from "../../sessions/read-session.ts";
import type { SessionRow } from "../../storage/sessions.ts";

const shown = ({ org_id: _, vendor: __, llm_model, call_id: ___, state, ...row }: SessionRow) => ({
  ...row,
  voice_llm_model: llm_model,
  status: state,
});

const query = z.object({
  limit: queryInteger({ min: 1, max: 200 }).default(50),
  cursor: z
    .string()
    .regex(/^\d{1,15}\.ses_[0-9A-Za-z]{25,35}$/, "Take the cursor from next_cursor of the page before")
    .transform((text) => ({ started_at: Number(text.split(".")[0]), id: text.split(".")[1] ?? "" }))
    .optional(),
});

/** `GET /admin/v1/projects/{id}/sessions`, newest first */
export async function list(c: Context<AppEnv>): Promise<Response> {
  const project = await loadProject(c.env.DB, c.var.actor, pathId(c));
  const { limit, cursor = null } = readQuery(c, query);
  const rows = await readSessions(c.env, project, cursor, limit + 1);
  const items = rows.slice(0, limit);
  const last = rows.length > limit ? items.at(-1) : undefined;
  return c.json({ items: items.map(shown), next_cursor: last ? `${last.started_at}.${last.id}` : null });
}

const loadSessionOfPath = (c: Context<AppEnv>) => loadSession(c.env, c.var.actor, c.req.param("id") ?? "");
const whole = async (c: Context<AppEnv>, row: SessionRow) =>
  c.json({ ...shown(row), ...(await readConversation(c.env.DB, row.id)) });

/** `GET /admin/v1/sessions/{id}` */
export const read = async (c: Context<AppEnv>) => whole(c, await loadSessionOfPath(c));

/** `POST /admin/v1/sessions/{id}/end` */
export async function end(c: Context<AppEnv>): Promise<Response> {
  await endByOperator(c.env, c.var.actor, await loadSessionOfPath(c));
  return whole(c, await loadSessionOfPath(c));
}

/** `DELETE /admin/v1/projects/{id}/subjects/{subject}` */
export async function forgetSubject(c: Context<AppEnv>): Promise<Response> {
  const project = await loadProject(c.env.DB, c.var.actor, pathId(c));
  await forgetVisitor(c.env, c.var.actor, project, c.req.param("subject") ?? "");
  return c.body(null, 204);
}

import type { Context } from "hono";
import { personJoin, personMessage } from "../../../shared/person.ts";
import { inboxCredential } from "../../auth/inbox-credential.ts";
import { presentedToken } from "../../auth/operator-check.ts";
import type { AppEnv } from "../../http/app-env.ts";
import { requireUpgrade, upgraded } from "../../http/live-socket.ts";
import { pathId, readBody } from "../../http/read-request.ts";
import { loadProject } from "../../projects/load.ts";
import { joinSession, releaseSession, whisperToAgent, writeAsPerson } from "../../sessions/answer-as-person.ts";
import { openInbox } from "../../sessions/open-inboxes.ts";
import { loadSession } from "../../sessions/read-session.ts";

const load = (c: Context<AppEnv>) => loadSession(c.env, c.var.actor, c.req.param("id") ?? "");

/** `POST /admin/v1/sessions/{id}/join` */
export async function join(c: Context<AppEnv>): Promise<Response> {
  const session = await load(c);
  const body = await readBody(c, personJoin);
  return c.json(await joinSession(c.env, c.var.actor, session, body));
}

/** `POST /admin/v1/sessions/{id}/messages` */
export async function message(c: Context<AppEnv>): Promise<Response> {
  const session = await load(c);
  const { text } = await readBody(c, personMessage);
  return c.json(await writeAsPerson(c.env, c.var.actor, session, text));
}

/** `POST /admin/v1/sessions/{id}/whisper` */
export async function whisper(c: Context<AppEnv>): Promise<Response> {
  const session = await load(c);
  const { text } = await readBody(c, personMessage);
  await whisperToAgent(c.env, c.var.actor, session, text);
  return c.json({ success: true });
}

/** `POST /admin/v1/sessions/{id}/release` */
export const release = async (c: Context<AppEnv>): Promise<Response> =>
  c.json(await releaseSession(c.env, c.var.actor, await load(c)));

/** `GET /admin/v1/projects/{id}/live`: the inbox's WebSocket */
export async function live(c: Context<AppEnv>): Promise<Response> {
  const project = await loadProject(c.env.DB, c.var.actor, pathId(c));
  requireUpgrade(c);
  const credential = await inboxCredential(c, presentedToken(c));
  return upgraded(c, await openInbox(c.env, c.var.actor, project.id, credential));
}

import type { Context } from "hono";
import type { Actor } from "../../actor.ts";
import type { AppEnv } from "../../http/app-env.ts";
import { pathId } from "../../http/read-request.ts";
import { loadSource } from "../../knowledge/load.ts";
import * as load from "../../projects/load.ts";
import { loadSession } from "../../sessions/read-session.ts";

/** What the `:id` of a path names. */

const ofPath =
  <Row>(loadRow: (db: D1Database, actor: Actor, id: number | null) => Promise<Row>) =>
  (c: Context<AppEnv>): Promise<Row> =>
    loadRow(c.env.DB, c.var.actor, pathId(c));

export const organizationOfPath = ofPath(load.loadOrganization);
export const projectOfPath = ofPath(load.loadProject);
export const agentOfPath = ofPath(load.loadAgent);
export const channelOfPath = ofPath(load.loadChannel);
export const keyOfPath = ofPath(load.loadKey);
export const tokenOfPath = ofPath(load.loadToken);
export const deviceOfPath = ofPath(load.loadDevice);
export const webhookOfPath = ofPath(load.loadWebhook);
export const sourceOfPath = ofPath(loadSource);
export const operatorOfPath = (c: Context<AppEnv>) => load.loadOperator(c.env.DB, pathId(c));
export const sessionOfPath = (c: Context<AppEnv>) => loadSession(c.env, c.var.actor, c.req.param("id") ?? "");

import { type Actor, actorName, scopeOf } from "../actor.ts";
import { ApiError } from "../http/errors.ts";
import { type Agent, findAgent } from "../storage/agents.ts";
import type { AuditRecord } from "../storage/audit.ts";
import { type Channel, findChannel } from "../storage/channels.ts";
import { type ApiKey, findKey } from "../storage/keys.ts";
import { findOrganization, type Organization } from "../storage/organizations.ts";
import { findProject, type Project } from "../storage/projects.ts";
import { findToken, type OrgToken } from "../storage/tokens.ts";

/** These load what a request names, if the actor may see it. What belongs to another organization is not found. */

export async function loadOrganization(db: D1Database, actor: Actor, id: number | null): Promise<Organization> {
  const found = id === null ? null : await findOrganization(db, id, scopeOf(actor));
  if (!found) throw new ApiError("organization_not_found");
  return found;
}

export async function loadProject(db: D1Database, actor: Actor, id: number | null): Promise<Project> {
  const found = id === null ? null : await findProject(db, id, scopeOf(actor));
  if (!found) throw new ApiError("project_not_found");
  return found;
}

export async function loadAgent(db: D1Database, actor: Actor, id: number | null): Promise<Agent> {
  const found = id === null ? null : await findAgent(db, id, scopeOf(actor));
  if (!found) throw new ApiError("agent_not_found");
  return found;
}

export async function loadChannel(db: D1Database, actor: Actor, id: number | null): Promise<Channel> {
  const found = id === null ? null : await findChannel(db, id, scopeOf(actor));
  if (!found) throw new ApiError("channel_not_found");
  return found;
}

export async function loadKey(db: D1Database, actor: Actor, id: number | null): Promise<ApiKey> {
  const found = id === null ? null : await findKey(db, id, scopeOf(actor));
  if (!found) throw new ApiError("key_not_found");
  return found;
}

export async function loadToken(db: D1Database, actor: Actor, id: number | null): Promise<OrgToken> {
  const found = id === null ? null : await findToken(db, id, scopeOf(actor));
  if (!found) throw new ApiError("token_not_found");
  return found;
}

/** The first fields of an audit entry: the actor and the organization. */
export const auditActor = (actor: Actor, org_id: number | null): Pick<AuditRecord, "actor" | "org_id"> => ({
  actor: actorName(actor),
  org_id,
});

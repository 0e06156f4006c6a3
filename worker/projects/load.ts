import type { Operator } from "../../shared/operators.ts";
import { type Actor, scopeOf } from "../actor.ts";
import { ApiError } from "../http/errors.ts";
import { type Agent, findAgent } from "../storage/agents.ts";
import { type Channel, findChannel } from "../storage/channels.ts";
import { type ContactRow, findContact } from "../storage/contacts.ts";
import { type ApiKey, findKey } from "../storage/keys.ts";
import { findOperator } from "../storage/operators.ts";
import { findOrganization, type Organization } from "../storage/organizations.ts";
import { findProject, type Project } from "../storage/projects.ts";
import { findToken, type OrgToken } from "../storage/tokens.ts";
import { findWebhook, type Webhook } from "../storage/webhooks.ts";

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

export async function loadContact(db: D1Database, actor: Actor, id: number | null): Promise<ContactRow> {
  const found = id === null ? null : await findContact(db, id, scopeOf(actor));
  if (!found) throw new ApiError("contact_not_found");
  return found;
}

export async function loadWebhook(db: D1Database, actor: Actor, id: number | null): Promise<Webhook> {
  const found = id === null ? null : await findWebhook(db, id, scopeOf(actor));
  if (!found) throw new ApiError("webhook_not_found");
  return found;
}

export async function loadOperator(db: D1Database, id: number | null): Promise<Operator> {
  const found = id === null ? null : await findOperator(db, id);
  if (!found) throw new ApiError("operator_not_found");
  return found;
}

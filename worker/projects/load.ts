import type { ErrorCode } from "../../shared/errors.ts";
import type { Operator } from "../../shared/operators.ts";
import { type Actor, scopeOf } from "../actor.ts";
import { ApiError } from "../http/errors.ts";
import { findAgent } from "../storage/agents.ts";
import { findChannel } from "../storage/channels.ts";
import { findDevice } from "../storage/devices.ts";
import { findKey } from "../storage/keys.ts";
import { findOperator } from "../storage/operators.ts";
import { findOrganization } from "../storage/organizations.ts";
import { findProject } from "../storage/projects.ts";
import { findToken } from "../storage/tokens.ts";
import { findWebhook } from "../storage/webhooks.ts";

/**
 * Loads what a request names, if the actor may see it. What belongs to another organization is not found.
 * @throws ApiError
 */
const loader =
  <Row>(error: ErrorCode, find: (db: D1Database, id: number, scope: number | null) => Promise<Row | null>) =>
  async (db: D1Database, actor: Actor, id: number | null): Promise<Row> => {
    const row = id === null ? null : await find(db, id, scopeOf(actor));
    if (!row) throw new ApiError(error);
    return row;
  };

export const loadOrganization = loader("organization_not_found", findOrganization);
export const loadProject = loader("project_not_found", findProject);
export const loadAgent = loader("agent_not_found", findAgent);
export const loadChannel = loader("channel_not_found", findChannel);
export const loadKey = loader("key_not_found", findKey);
export const loadToken = loader("token_not_found", findToken);
export const loadDevice = loader("device_not_found", findDevice);
export const loadWebhook = loader("webhook_not_found", findWebhook);

export async function loadOperator(db: D1Database, id: number | null): Promise<Operator> {
  const operator = id === null ? null : await findOperator(db, id);
  if (!operator) throw new ApiError("operator_not_found");
  return operator;
}

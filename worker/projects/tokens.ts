import { ORG_TOKEN_PREFIX } from "../../shared/ids.ts";
import type { Actor } from "../actor.ts";
import { change } from "../change.ts";
import { randomBase62 } from "../crypto/base62.ts";
import { hex, sha256 } from "../crypto/digest.ts";
import { ApiError } from "../http/errors.ts";
import { permit } from "../permissions.ts";
import { auditRevoked, insertToken, markTokenRevoked, type OrgToken } from "../storage/tokens.ts";

/**
 * @returns the only copy of the token; 43 characters are more than 256 bits, so a plain hash protects it
 * @throws ApiError `operator_unauthorized` if the caller's own token was revoked meanwhile
 */
export async function createToken(
  db: D1Database,
  actor: Actor,
  fields: { org_id: number; name: string | null },
): Promise<OrgToken & { token: string }> {
  const token = ORG_TOKEN_PREFIX + randomBase62(43);
  const made_by = actor.kind === "organization" ? actor.token_id : null;
  const record = { ...permit(actor, "token.create", fields.org_id), change: fields };
  const token_hash = hex(await sha256(token));
  const stored = await change<OrgToken>(db, record, insertToken(db, { ...fields, made_by }, token_hash, Date.now()));
  if (!stored) throw new ApiError("operator_unauthorized");
  return { ...stored, token };
}

/**
 * Revokes a token and all tokens that were created with it, since its holder may have created more. Revoking a revoked
 * token changes nothing.
 */
export async function revokeToken(db: D1Database, actor: Actor, token: OrgToken): Promise<void> {
  const now = Date.now();
  const record = permit(actor, "token.revoke", token.org_id);
  await db.batch([markTokenRevoked(db, token.id, now), auditRevoked(db, record, now, token.id)]);
}

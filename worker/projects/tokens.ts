import { ORG_TOKEN_PREFIX } from "../../shared/ids.ts";
import type { Actor } from "../auth/actor.ts";
import { randomBase62 } from "../crypto/base62.ts";
import { hex, sha256 } from "../crypto/digest.ts";
import { auditIfChanged, auditInsert } from "../storage/audit.ts";
import { insertedRow } from "../storage/rows.ts";
import { insertToken, markTokenRevoked, type OrgToken } from "../storage/tokens.ts";
import { auditActor } from "./load.ts";

/** @returns the only copy of the token; 43 characters are more than 256 bits, so that a plain hash guards it */
export async function createToken(
  db: D1Database,
  actor: Actor,
  fields: { org_id: number; name: string | null },
): Promise<OrgToken & { token: string }> {
  const token = ORG_TOKEN_PREFIX + randomBase62(43);
  const now = Date.now();
  const record = { ...auditActor(actor, fields.org_id), action: "token.create", change: fields };
  const [made] = await db.batch([
    insertToken(db, { ...fields, token_hash: hex(await sha256(token)) }, now),
    auditInsert(db, "token", record, now),
  ]);
  return { ...insertedRow<OrgToken>(made), token };
}

/** Revoking a revoked token changes nothing. */
export async function revokeToken(db: D1Database, actor: Actor, token: OrgToken): Promise<void> {
  const now = Date.now();
  const record = { ...auditActor(actor, token.org_id), action: "token.revoke", target: `token:${token.id}` };
  await db.batch([markTokenRevoked(db, token.id, now), auditIfChanged(db, record, now)]);
}

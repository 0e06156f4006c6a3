import { hex } from "../crypto/digest.ts";
import { hmacSha256 } from "../crypto/hmac.ts";

/** A stable name of the visitor that reveals nothing, for vendors that want one against abuse. */
export async function safetyIdentifier(secret: string, project_id: number, subject: string | null) {
  return subject === null ? null : hex(await hmacSha256(secret, `safety ${project_id} ${subject}`));
}

import { OPERATOR_TOKEN_PREFIX, ORG_TOKEN_PREFIX } from "../../shared/ids.ts";
import { type Actor, ADMIN } from "../actor.ts";
import { hex, sha256 } from "../crypto/digest.ts";
import type { Bindings } from "../env.ts";
import { findOperatorByToken } from "../storage/operators.ts";
import type { SignIn } from "../storage/sign-ins.ts";
import { findLiveToken } from "../storage/tokens.ts";
import { isAdminToken } from "./admin-token.ts";

/** A caller, and the credential that a sign-in is based on. */
export interface Credential {
  actor: Actor;
  basis: Pick<SignIn, "operator_id" | "org_token_id" | "credential_hash">;
}

/** Whose token it is: ADMIN_TOKEN, a named operator's, or an organization's; `null` for an unknown token. */
export async function credentialOf(bindings: Bindings, token: string): Promise<Credential | null> {
  const credential_hash = hex(await sha256(token));
  if (await isAdminToken(bindings, token))
    return { actor: ADMIN, basis: { operator_id: null, org_token_id: null, credential_hash } };
  if (token.startsWith(ORG_TOKEN_PREFIX)) {
    const found = await findLiveToken(bindings.DB, credential_hash);
    return (
      found && {
        actor: { kind: "organization", org_id: found.org_id, token_id: found.id },
        basis: { operator_id: null, org_token_id: found.id, credential_hash },
      }
    );
  }
  if (!token.startsWith(OPERATOR_TOKEN_PREFIX)) return null;
  const found = await findOperatorByToken(bindings.DB, credential_hash);
  return (
    found && {
      actor: { kind: "operator", operator_id: found.id, name: found.name, role: found.role },
      basis: { operator_id: found.id, org_token_id: null, credential_hash },
    }
  );
}

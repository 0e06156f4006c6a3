import { OPERATOR_TOKEN_PREFIX, ORG_TOKEN_PREFIX } from "../../shared/ids.ts";
import { type Actor, ADMIN } from "../actor.ts";
import { hex, sha256 } from "../crypto/digest.ts";
import type { Bindings } from "../env.ts";
import { findOperatorByToken } from "../storage/operators.ts";
import type { SignIn } from "../storage/sign-ins.ts";
import { findLiveToken } from "../storage/tokens.ts";
import { isAdminToken } from "./admin-token.ts";
import { lookUp } from "./refused-credentials.ts";

/** A caller, and the credential that a sign-in is based on. */
export interface Credential {
  actor: Actor;
  basis: Pick<SignIn, "operator_id" | "org_token_id" | "credential_hash">;
}

/**
 * Whose token it is: ADMIN_TOKEN, a named operator's, or an organization's; `null` for an unknown token.
 * @param sender as `senderOf` names them
 * @throws ApiError `refused_too_often`
 */
export async function credentialOf(
  bindings: Bindings,
  token: string,
  sender: string | null = null,
): Promise<Credential | null> {
  const credential_hash = hex(await sha256(token));
  if (await isAdminToken(bindings, token))
    return { actor: ADMIN, basis: { operator_id: null, org_token_id: null, credential_hash } };
  if (token.startsWith(ORG_TOKEN_PREFIX)) {
    const token = await lookUp(sender, credential_hash, () => findLiveToken(bindings.DB, credential_hash));
    return (
      token && {
        actor: { kind: "organization", org_id: token.org_id, token_id: token.id },
        basis: { operator_id: null, org_token_id: token.id, credential_hash },
      }
    );
  }
  if (!token.startsWith(OPERATOR_TOKEN_PREFIX)) return null;
  const operator = await lookUp(sender, credential_hash, () => findOperatorByToken(bindings.DB, credential_hash));
  return (
    operator && {
      actor: { kind: "operator", operator_id: operator.id, name: operator.name, role: operator.role },
      basis: { operator_id: operator.id, org_token_id: null, credential_hash },
    }
  );
}

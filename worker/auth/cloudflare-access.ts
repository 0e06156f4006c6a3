import { createRemoteJWKSet, errors, type JWTVerifyGetKey, jwtVerify } from "jose";
import type { Actor } from "../actor.ts";
import type { Bindings } from "../env.ts";
import { findOperatorByEmail } from "../storage/operators.ts";
import { readVariables } from "../variables.ts";

/** The header that Cloudflare Access adds to every request that it lets through. */
export const ACCESS_HEADER = "Cf-Access-Jwt-Assertion";

/** Public keys of a team, fetched when they are first needed and again when a token names an unknown one. */
const keySets = new Map<string, JWTVerifyGetKey>();

function keysOf(team: string): JWTVerifyGetKey {
  const keySet = keySets.get(team);
  if (keySet) return keySet;
  const keys = createRemoteJWKSet(new URL(`${team}/cdn-cgi/access/certs`));
  keySets.set(team, keys);
  return keys;
}

/**
 * The operator whom Cloudflare Access let in; `null` if it is not set up, the token is of another team or application,
 * or no operator has the address.
 * https://developers.cloudflare.com/cloudflare-one/identity/authorization-cookie/validating-json/
 * @throws if the team's keys cannot be fetched
 */
export async function accessActor(bindings: Bindings, token: string): Promise<Actor | null> {
  const { ACCESS_TEAM_URL: team, ACCESS_AUDIENCE: audience } = readVariables(bindings);
  if (!team || !audience) return null;
  const email = await verifiedEmail(keysOf(team), team, audience, token);
  const operator = email === null ? null : await findOperatorByEmail(bindings.DB, email);
  return operator && { kind: "operator", operator_id: operator.id, name: operator.name, role: operator.role };
}

async function verifiedEmail(
  keys: JWTVerifyGetKey,
  issuer: string,
  audience: string,
  token: string,
): Promise<string | null> {
  try {
    const { payload } = await jwtVerify(token, keys, { issuer, audience, algorithms: ["RS256"] });
    return typeof payload.email === "string" ? payload.email.toLowerCase() : null;
  } catch (error) {
    // A fault of the token. If the team's keys cannot be fetched, it is not the caller's fault.
    if (error instanceof errors.JOSEError && !(error instanceof errors.JWKSTimeout)) return null;
    throw error;
  }
}

import type { Context } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import { HOUR_MS } from "../../shared/time.ts";
import type { Actor } from "../actor.ts";
import { adminHashes } from "../crypto/admin-hashes.ts";
import { randomBase62 } from "../crypto/base62.ts";
import { hex, sha256 } from "../crypto/digest.ts";
import type { AppEnv } from "../http/app-env.ts";
import { requestContextOf } from "../http/request-context.ts";
import { deleteSignIn, findSignIn, saveSignIn } from "../storage/sign-ins.ts";
import { readVariables } from "../variables.ts";
import type { Credential } from "./credentials.ts";
import { lookUp, senderOf } from "./refused-credentials.ts";

/** A sign-in lasts a working day. Milliseconds. */
const LASTS = 12 * HOUR_MS;

/**
 * With https the cookie's prefix makes the browser refuse it from any other host or path; plain http has no such
 * prefix.
 */
const isSecure = (c: Context<AppEnv>) => new URL(c.req.url).protocol === "https:";
const nameOf = (c: Context<AppEnv>) => (isSecure(c) ? "__Host-voice-widget" : "voice-widget");

/** Signs in: from now on the browser's cookie, which no script can read, replaces the credential. */
export async function signIn(c: Context<AppEnv>, { basis }: Credential): Promise<number> {
  const value = randomBase62(43);
  const now = Date.now();
  const expires_at = now + LASTS;
  await saveSignIn(c.env.DB, hex(await sha256(value)), { ...basis, expires_at }, now);
  setCookie(c, nameOf(c), value, {
    path: "/",
    httpOnly: true,
    secure: isSecure(c),
    sameSite: "Strict",
    maxAge: LASTS / 1000,
  });
  return expires_at;
}

/** Ends the sign-in and removes the cookie. @returns whether there was one */
export async function signOut(c: Context<AppEnv>): Promise<boolean> {
  const value = getCookie(c, nameOf(c));
  const ended = value !== undefined && (await deleteSignIn(c.env.DB, hex(await sha256(value))));
  deleteCookie(c, nameOf(c), { path: "/", secure: isSecure(c) });
  return ended;
}

/**
 * Who is signed in with the request's cookie; `null` for nobody. The sign-in is kept with the request.
 * @throws ApiError `refused_too_often`
 */
export async function signedInActor(c: Context<AppEnv>): Promise<Actor | null> {
  const value = getCookie(c, nameOf(c));
  if (value === undefined) return null;
  const cookie_hash = hex(await sha256(value));
  const variables = readVariables(c.env);
  const hashes = await adminHashes(variables);
  const signIn = await lookUp(senderOf(requestContextOf(c), variables), cookie_hash, () =>
    findSignIn(c.env.DB, cookie_hash, hashes, Date.now()),
  );
  if (!signIn) return null;
  const { operator_id, org_token_id, org_id, name, role, credential_hash } = signIn;
  c.set("signIn", { credential_hash, cookie_hash });
  if (org_token_id !== null && org_id !== null) return { kind: "organization", org_id, token_id: org_token_id };
  return { kind: "operator", operator_id, name: name ?? "operator", role: role ?? "owner" };
}

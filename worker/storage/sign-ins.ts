import type { Role } from "../../shared/operators.ts";

/** The credential that a sign-in was made with. */
export interface SignIn {
  operator_id: number | null;
  org_token_id: number | null;
  /** Hash of the token; the sign-in ends with it. */
  credential_hash: string;
  expires_at: number;
}

/** A sign-in and its owner; only if its credential is still valid. */
export interface SignInFound extends SignIn {
  name: string | null;
  role: Role | null;
  org_id: number | null;
}

/**
 * @param admin_hashes of the present ADMIN_TOKEN, and of the previous one while it is rotated; a sign-in with another
 *   has ended
 * @returns `null` if it has expired, or its credential was deleted or renewed
 */
export const findSignIn = (
  db: D1Database,
  cookie_hash: string,
  admin_hashes: string[],
  now: number,
): Promise<SignInFound | null> =>
  db
    .prepare(
      `SELECT s.operator_id, s.org_token_id, s.credential_hash, s.expires_at, o.name, o.role, t.org_id
       FROM sign_ins AS s LEFT JOIN operators AS o ON o.id = s.operator_id LEFT JOIN org_tokens AS t ON t.id = s.org_token_id
       WHERE s.cookie_hash = ?1 AND s.expires_at > ?3 AND
         CASE WHEN s.operator_id IS NOT NULL THEN s.credential_hash = o.token_hash
              WHEN s.org_token_id IS NOT NULL THEN t.revoked_at IS NULL AND s.credential_hash = t.token_hash
              ELSE s.credential_hash IN (SELECT value FROM json_each(?2)) END`,
    )
    .bind(cookie_hash, JSON.stringify(admin_hashes), now)
    .first<SignInFound>();

/** Sign-ins that one token has at a time; with one more the oldest is over. */
const MOST_OF_A_TOKEN = 200;

/** Stores a sign-in, and deletes expired ones, and of those with the same token all but the newest. */
export async function saveSignIn(db: D1Database, cookie_hash: string, signIn: SignIn, now: number): Promise<void> {
  await db.batch([
    db
      .prepare(
        `INSERT INTO sign_ins (cookie_hash, operator_id, org_token_id, credential_hash, expires_at)
         VALUES (?1, ?2, ?3, ?4, ?5)`,
      )
      .bind(cookie_hash, signIn.operator_id, signIn.org_token_id, signIn.credential_hash, signIn.expires_at),
    db.prepare("DELETE FROM sign_ins WHERE expires_at <= ?1").bind(now),
    db
      .prepare(
        `DELETE FROM sign_ins WHERE cookie_hash IN
           (SELECT cookie_hash FROM sign_ins WHERE credential_hash = ?1 ORDER BY expires_at DESC LIMIT -1 OFFSET ?2)`,
      )
      .bind(signIn.credential_hash, MOST_OF_A_TOKEN),
  ]);
}

/**
 * Notes that a link was used, until it is over. No cookie has a hash like its row, and no credential is behind it.
 * @returns whether this was the first use
 */
export async function spendSignInLink(db: D1Database, nonce: string, expires_at: number): Promise<boolean> {
  const { meta } = await db
    .prepare(
      `INSERT INTO sign_ins (cookie_hash, operator_id, org_token_id, credential_hash, expires_at)
       VALUES ('link ' || ?1, NULL, NULL, '', ?2) ON CONFLICT DO NOTHING`,
    )
    .bind(nonce, expires_at)
    .run();
  return meta.changes === 1;
}

/** Signs out, and its browsers are told nothing more. @returns whether somebody was signed in */
export async function deleteSignIn(db: D1Database, cookie_hash: string): Promise<boolean> {
  const [ended] = await db.batch(
    ["sign_ins", "devices"].map((table) => db.prepare(`DELETE FROM ${table} WHERE cookie_hash = ?1`).bind(cookie_hash)),
  );
  return (ended?.meta.changes ?? 0) > 0;
}

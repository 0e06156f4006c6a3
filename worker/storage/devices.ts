import type { Page, PageRequest } from "./page.ts";
import { OF_SCOPE, plain, type RowOf, Table } from "./table.ts";

const DEVICES = new Table("devices", {
  id: plain<number>(),
  project_id: plain<number>(),
  operator_id: plain<number | null>(null),
  org_token_id: plain<number | null>(null),
  /** Hash of the token; `null` if Cloudflare Access vouches for the caller. */
  credential_hash: plain<string | null>(null),
  /** Hash of the sign-in's cookie, if one was used. */
  cookie_hash: plain<string | null>(null),
  endpoint: plain<string>(),
  p256dh: plain<string>(),
  auth: plain<string>(),
  public_key: plain<string>(),
  origin: plain<string>(),
  created_at: plain<number>(),
});
/** A browser that is told when somebody waits for a person. */
export type DeviceRow = RowOf<typeof DEVICES>;
export const deviceFromRow = DEVICES.read;

/**
 * Whose credential is still good and may write. A sign-in that is only over by the clock changes nothing: the person did not
 * sign out.
 * @param hashes the parameter with the hashes of ADMIN_TOKEN
 */
const entitled = (hashes: "?1" | "?2") => `CASE
  WHEN operator_id IS NOT NULL THEN EXISTS (SELECT 1 FROM operators AS o WHERE o.id = operator_id
    AND o.role <> 'read_only' AND o.token_hash = IFNULL(credential_hash, o.token_hash))
  WHEN org_token_id IS NOT NULL THEN EXISTS (SELECT 1 FROM org_tokens AS t JOIN projects AS p ON p.org_id = t.org_id
    WHERE t.id = org_token_id AND t.revoked_at IS NULL AND p.id = project_id)
  ELSE credential_hash IN (SELECT value FROM json_each(${hashes})) END`;

export const findDevice = (db: D1Database, id: number, scope: number | null): Promise<DeviceRow | null> =>
  DEVICES.one(db, `id = ?1 AND ${OF_SCOPE}`, id, scope);

export const findDeviceAt = (db: D1Database, project_id: number, endpoint: string): Promise<DeviceRow | null> =>
  DEVICES.one(db, "project_id = ?1 AND endpoint = ?2", project_id, endpoint);

export const listDevices = (db: D1Database, project_id: number, page: PageRequest): Promise<Page<DeviceRow>> =>
  DEVICES.page(db, page, "project_id = ?1", project_id);

/**
 * Those that are told of a session of this organization: who gets its project hears nothing of it.
 * @param session_org_id who pays for the session
 */
export const devicesToTell = (
  db: D1Database,
  { project_id, session_org_id }: { project_id: number; session_org_id: number },
  admin_hashes: string[],
): Promise<DeviceRow[]> =>
  DEVICES.all(
    db,
    `project_id = ?1 AND ${entitled("?2")}
       AND (org_token_id IS NULL OR (SELECT org_id FROM org_tokens WHERE org_tokens.id = org_token_id) = ?3)`,
    ...[project_id, JSON.stringify(admin_hashes), session_org_id],
  );

type NewDevice = Omit<DeviceRow, "id">;

/** Browsers of a project that are told. */
export const MOST_DEVICES = 50;

/** Whose person has not signed out, or never signed in: they came with a token. */
const signedIn = ({ cookie_hash }: Pick<NewDevice, "cookie_hash">) => ({
  sql: "(? IS NULL OR EXISTS (SELECT 1 FROM sign_ins AS s WHERE s.cookie_hash = ?))",
  values: [cookie_hash, cookie_hash],
});

export async function isSignedIn(db: D1Database, device: Pick<NewDevice, "cookie_hash">): Promise<boolean> {
  const { sql, values } = signedIn(device);
  const statement = db.prepare(`SELECT 1 WHERE ${sql}`).bind(...values);
  return (await statement.first()) !== null;
}

/** Makes no row where it is there already, the project has no room for one more, or the sign-in is over. */
export const insertDevice = (db: D1Database, device: NewDevice): D1PreparedStatement =>
  DEVICES.insert(
    db,
    device,
    {},
    {
      where: {
        sql: `WHERE (SELECT count(*) FROM devices WHERE project_id = ?) < ? AND ${signedIn(device).sql}`,
        values: [device.project_id, MOST_DEVICES, ...signedIn(device).values],
      },
      tail: "ON CONFLICT (project_id, endpoint) DO NOTHING",
    },
  );

/** The same browser again, with what it stands on now. */
export const renewDevice = (db: D1Database, id: number, device: NewDevice): D1PreparedStatement =>
  DEVICES.update(db, id, device, {}, signedIn(device));

export const deleteDevice = (db: D1Database, id: number): D1PreparedStatement =>
  db.prepare("DELETE FROM devices WHERE id = ?1").bind(id);

/** Those whose credential is gone, or whose project is another organization's by now. */
export async function deleteRevokedDevices(db: D1Database, admin_hashes: string[]): Promise<void> {
  await db
    .prepare(`DELETE FROM devices WHERE NOT ifnull(${entitled("?1")}, 0)`)
    .bind(JSON.stringify(admin_hashes))
    .run();
}

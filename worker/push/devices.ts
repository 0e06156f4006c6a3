import type { Device, DeviceCreate } from "../../shared/devices.ts";
import { type Actor, actorName } from "../actor.ts";
import { change, permitIn } from "../change.ts";
import { adminHashes } from "../crypto/admin-hashes.ts";
import type { Bindings } from "../env.ts";
import { ApiError } from "../http/errors.ts";
import { permit } from "../permissions.ts";
import {
  type DeviceRow,
  deleteDevice,
  deleteRevokedDevices,
  deviceFromRow,
  findDeviceAt,
  insertDevice,
  isSignedIn,
  MOST_DEVICES,
  renewDevice,
} from "../storage/devices.ts";
import type { Project } from "../storage/projects.ts";
import type { Row } from "../storage/table.ts";
import { readVariables } from "../variables.ts";
import { pushKeys } from "./service-keys.ts";

const FULL = `A project may tell ${MOST_DEVICES} devices; delete one that is no longer used`;

/** What a device stands on. */
type Credential = Pick<DeviceRow, "credential_hash" | "cookie_hash">;

export async function publicPushKey(bindings: Bindings): Promise<string> {
  const [{ publicKey } = { publicKey: "" }] = await pushKeys(readVariables(bindings));
  return publicKey;
}

/**
 * The same browser again is renewed.
 * @param origin the service's address in the browser's request
 * @throws ApiError `limit_reached`, `changes_limited`, `operator_unauthorized` where its person has signed out meanwhile
 */
export async function addDevice(
  bindings: Bindings,
  actor: Actor,
  project: Pick<Project, "id" | "org_id">,
  { credential, origin, sent }: { credential: Credential; origin: string; sent: DeviceCreate },
): Promise<DeviceRow> {
  const { DB } = bindings;
  const device = {
    project_id: project.id,
    operator_id: actor.kind === "operator" ? actor.operator_id : null,
    org_token_id: actor.kind === "organization" ? actor.token_id : null,
    ...credential,
    endpoint: sent.endpoint,
    ...sent.keys,
    public_key: await publicPushKey(bindings),
    origin,
    created_at: Date.now(),
  };
  const record = { ...permit(actor, "device.create", project), change: { push_service: hostOf(sent.endpoint) } };
  const row = await change<Row>(DB, record, insertDevice(DB, device));
  if (row) return deviceFromRow(row);
  if (!(await isSignedIn(DB, device))) throw new ApiError("operator_unauthorized");
  const existing = await findDeviceAt(DB, project.id, sent.endpoint);
  if (!existing) throw new ApiError("limit_reached", { detail: FULL });
  await renewDevice(DB, existing.id, device).run();
  return existing;
}

export async function removeDevice(db: D1Database, actor: Actor, { id, project_id }: DeviceRow): Promise<void> {
  await change(db, await permitIn(db, actor, "device.delete", project_id, `device:${id}`), deleteDevice(db, id));
}

/** After whatever takes a credential away. No message is sent to them before this either. */
export const forgetRevokedDevices = async (bindings: Bindings): Promise<void> =>
  deleteRevokedDevices(bindings.DB, await adminHashes(readVariables(bindings)));

const hostOf = (endpoint: string): string => new URL(endpoint).hostname;

/** Never its address and keys: whoever has them may write to that browser. */
export const deviceShown = ({
  id,
  project_id,
  operator_id,
  org_token_id,
  endpoint,
  created_at,
}: DeviceRow): Device => ({
  id,
  project_id,
  by:
    org_token_id === null
      ? actorName({ kind: "operator", operator_id, name: "", role: "owner" })
      : actorName({ kind: "organization", org_id: 0, token_id: org_token_id }),
  push_service: hostOf(endpoint),
  created_at,
});

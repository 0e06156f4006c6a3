import type { PushMessage } from "../../shared/devices.ts";
import { hoursAt } from "../../shared/hours-clock.ts";
import { adminHashes } from "../crypto/admin-hashes.ts";
import type { Bindings } from "../env.ts";
import { type DeviceRow, deleteDevice, devicesToTell } from "../storage/devices.ts";
import { findProject } from "../storage/projects.ts";
import { addErrors } from "../storage/service-errors.ts";
import { readVariables } from "../variables.ts";
import { type Sent, sendPush } from "./send-push.ts";
import { pushKeys } from "./service-keys.ts";

/** Code points of a reason in a message. */
const MAX_REASON = 200;
/** The shortest time that a push service keeps a message for a browser that is offline, seconds. */
const SHORTEST = 10;

interface WaitingSession {
  session_id: string;
  /** Who pays for the session. */
  org_id: number;
  project_id: number;
}

const toTell = async (bindings: Bindings, { project_id, org_id }: Pick<WaitingSession, "project_id" | "org_id">) =>
  devicesToTell(bindings.DB, { project_id, session_org_id: org_id }, await adminHashes(readVariables(bindings)));

/** Whether a request for a person reaches somebody by push. */
export const hasDevices = async (
  bindings: Bindings,
  asked: Pick<WaitingSession, "project_id" | "org_id">,
): Promise<boolean> => (await toTell(bindings, asked)).length > 0;

/**
 * Tells the browsers of the team that somebody waits, within opening hours. What cannot be told now is of no use later:
 * nothing is tried again but once, and nothing is thrown.
 */
export async function tellDevices(
  bindings: Bindings,
  asked: WaitingSession & { reason: string | null; wait_until: number | null; waiting_since: number },
): Promise<void> {
  const { session_id, project_id, reason, wait_until, waiting_since } = asked;
  const now = Date.now();
  // Told late, as after a failure.
  if (wait_until === null || wait_until <= now) return;
  const devices = await toTell(bindings, asked);
  const project = devices.length > 0 ? await findProject(bindings.DB, project_id, null) : null;
  if (!project || !hoursAt(project.hours, now).open) return;
  const message: PushMessage = {
    project_id,
    session_id,
    site: project.name,
    reason: reason && [...reason].slice(0, MAX_REASON).join(""),
    waiting_since,
  };
  const seconds = Math.max(SHORTEST, Math.ceil((wait_until - now) / 1000));
  const results = await Promise.all(devices.map((device) => sendTwice(bindings, device, message, seconds)));
  await settle(bindings, devices, results, now);
}

async function sendTwice(bindings: Bindings, device: DeviceRow, message: PushMessage, seconds: number): Promise<Sent> {
  const variables = readVariables(bindings);
  const keys = (await pushKeys(variables)).find(({ publicKey }) => publicKey === device.public_key);
  // Its secret was taken away: the browser subscribes anew when its person opens the inbox.
  if (!keys) return "gone";
  const send = () => sendPush(device, message, keys, seconds, variables.ENVIRONMENT === "development");
  const first = await send();
  return typeof first === "string" ? first : send();
}

const isOver = (sent: Sent | undefined): boolean =>
  sent === "gone" || (typeof sent === "object" && sent.refused === true);

async function settle({ DB }: Bindings, devices: DeviceRow[], results: Sent[], now: number): Promise<void> {
  // A browser that is refused would keep visitors waiting for somebody whom no message reaches. It registers again with the inbox.
  const unreachable = devices.filter((_, at) => isOver(results[at]));
  if (unreachable.length > 0) await DB.batch(unreachable.map(({ id }) => deleteDevice(DB, id)));
  const failed = results.flatMap((sent) => (typeof sent === "object" ? [sent.failed] : []));
  if (failed.length === 0) return;
  console.error(JSON.stringify({ event: "push_failed", project_id: devices[0]?.project_id, failed }));
  await addErrors(DB, "push", failed.length, failed[0] ?? null, now);
}

import type { Bindings } from "../../env.ts";
import { deleteKnowledgeOfProject } from "../../knowledge/sources.ts";
import { callQueue } from "../../objects/delivery-queue/client.ts";
import { callGate } from "../../objects/key-gate/client.ts";
import { callLedger } from "../../objects/org-ledger/client.ts";
import { callDesk } from "../../objects/project-desk/client.ts";
import { callStore } from "../../objects/project-store/client.ts";
import { callCrawler } from "../../objects/source-crawler/client.ts";
import {
  deleteKeys,
  deleteLoose,
  deleteProject,
  deleteRows,
  deleteSessions,
  eraseAuditedChanges,
  keysOf,
  liveKeysOf,
  rowsOfProject,
} from "../../storage/erase.ts";
import { forgetSnapshots } from "../../storage/snapshots.ts";
import { type KeyBindings, revokeEach } from "../revoke-keys.ts";
import type { Step } from "./budget.ts";

/** Objects that are called at once. */
const AT_ONCE = 50;
const SESSIONS = 400;
const ROWS = 2_000;

/** After it has returned, no request passes with any key of the project. */
export async function revokeKeysOf(bindings: KeyBindings, project_id: number): Promise<void> {
  await revokeEach(bindings, (most) => liveKeysOf(bindings.DB, project_id, most));
}

/** The steps that delete a project, in this order. Each may run twice. */
export function stepsOfProject(bindings: Bindings, id: number, org_id: number | null): Step[] {
  const { DB } = bindings;
  return [
    async () => {
      await revokeKeysOf(bindings, id);
      return false;
    },
    () => endSessions(bindings, id, org_id),
    async () => {
      await callDesk(bindings, id, (desk) => desk.close());
      return false;
    },
    async () => {
      const webhooks = await rowsOfProject(DB, "webhooks", id);
      for (const webhook of webhooks) await callQueue(bindings, webhook, (queue) => queue.drop());
      await DB.batch(deleteRows(DB, "webhooks", webhooks));
      return false;
    },
    async () => {
      const sources = await rowsOfProject(DB, "knowledge_sources", id);
      for (const source of sources) await callCrawler(bindings, source, (crawler) => crawler.stop());
      await eraseAuditedChanges(
        DB,
        sources.map((source) => `source:${source}`),
      ).run();
      await deleteKnowledgeOfProject(bindings, id);
      return false;
    },
    async () => {
      await DB.batch(deleteRows(DB, "channels", await rowsOfProject(DB, "channels", id)));
      return false;
    },
    () => forgetKeys(bindings, id),
    async () => {
      await DB.batch(deleteRows(DB, "agents", await rowsOfProject(DB, "agents", id)));
      return false;
    },
    async () => (await deleteLoose(DB, id, ROWS)) === ROWS,
    async () => (await deleteSessions(DB, id, SESSIONS)) === SESSIONS,
    // After D1's rows, which a store that is asked again would take over.
    async () => {
      await callStore(bindings, id, (store) => store.drop());
      return false;
    },
    () => forgetSnapshots(bindings.SNAPSHOTS, id),
    async () => {
      await DB.batch(deleteProject(DB, id));
      return false;
    },
  ];
}

/** Ends running sessions: they are charged and hung up, then deleted. */
async function endSessions(bindings: Bindings, id: number, org_id: number | null): Promise<boolean> {
  const running = await callStore(bindings, id, (store) => store.organizationsRunning(id));
  const owners = new Set(org_id === null ? running : [org_id, ...running]);
  const left = await Promise.all(
    [...owners].map((owner) => callLedger(bindings, owner, (ledger) => ledger.dropProject(id))),
  );
  return left.some(Boolean);
}

/** Deletes the rows and what the gates store. A gate keeps refusing until no load of its key can be under way. */
async function forgetKeys(bindings: Bindings, id: number): Promise<boolean> {
  const keys = await keysOf(bindings.DB, id, AT_ONCE);
  if (keys.length === 0) return false;
  await Promise.all(keys.map(({ key_hash }) => callGate(bindings, key_hash, (gate) => gate.forget())));
  await bindings.DB.batch(
    deleteKeys(
      bindings.DB,
      keys.map((key) => key.id),
    ),
  );
  return keys.length === AT_ONCE;
}

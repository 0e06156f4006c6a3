import { askAll } from "../ask-all.ts";
import type { Bindings } from "../env.ts";
import type { Lease } from "../objects/org-ledger/lease.ts";
import type { FailedPublications, Publish } from "../objects/org-ledger/outside.ts";
import { callStoreWithin } from "../objects/project-store/client.ts";
import type { SessionCopy } from "../objects/project-store/session-rpc.ts";
import { testKeysAmong } from "../storage/keys.ts";
import { insertEntries } from "../storage/ledger-entries.ts";
import { sessionOfLease } from "./session-row.ts";

/** How long a publication waits for a project's store, milliseconds; and how many it asks at once. */
const STORE_LIMIT = 5_000;
const AT_ONCE = 10;

/** Writes the ledger's entries to D1, and its sessions to the stores of their projects; all of it may run twice. */
export const publish =
  (bindings: Bindings): Publish =>
  async ({ org_id, entries, sessions }) => {
    const failed: FailedPublications = new Map();
    const work = async (project_id: number | null, done: Promise<unknown>) => {
      await done.catch((error: unknown) => failed.set(project_id, error));
    };
    const projects = [...Map.groupBy(sessions, ({ project_id }) => project_id)];
    await Promise.all([
      entries.length > 0 && work(null, bindings.DB.batch(insertEntries(bindings.DB, org_id, entries))),
      askAll(projects, AT_ONCE, ([project_id, leases]) => work(project_id, keep(bindings, project_id, leases))),
    ]);
    return failed;
  };

async function keep(bindings: Bindings, project_id: number, leases: Lease[]): Promise<void> {
  const copies = await copiesOf(bindings, leases);
  await callStoreWithin(STORE_LIMIT, bindings, project_id, (store) => store.keepSessions(project_id, copies));
}

/** Not all leases say whether they are test calls: their keys do. */
async function copiesOf({ DB }: Bindings, leases: Lease[]): Promise<SessionCopy[]> {
  const unknown = leases.filter(({ test }) => test === undefined).map(({ key_id }) => key_id);
  const tests = unknown.length > 0 ? await testKeysAmong(DB, unknown) : [];
  return leases.map((lease) => ({ ...sessionOfLease(lease, tests.includes(lease.key_id)), revision: lease.revision }));
}

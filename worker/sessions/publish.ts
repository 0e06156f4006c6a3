import type { Bindings } from "../env.ts";
import type { Publish } from "../objects/org-ledger/outside.ts";
import { insertEntries } from "../storage/ledger-entries.ts";
import { upsertSessions } from "../storage/sessions.ts";
import { updateMemory } from "./memory.ts";

/** Writes the ledger's changes to D1; all of it may run twice. */
export const publish =
  ({ DB }: Bindings): Publish =>
  async ({ org_id, entries, sessions }) => {
    await DB.batch([insertEntries(DB, org_id, entries), upsertSessions(DB, sessions)]);
    const now = Date.now();
    for (const { session_id, state, memory } of sessions)
      if (state === "ended" && memory) await updateMemory(DB, session_id, now);
  };

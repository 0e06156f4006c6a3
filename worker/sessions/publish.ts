import type { Bindings } from "../env.ts";
import { logError } from "../log-error.ts";
import type { Publish } from "../objects/org-ledger/outside.ts";
import { insertEntries } from "../storage/ledger-entries.ts";
import { upsertSessions } from "../storage/sessions.ts";
import { updateMemory } from "./memory.ts";

/** Writes the ledger's changes to D1; all of it may run twice. */
export const publish =
  (bindings: Bindings): Publish =>
  async ({ org_id, entries, sessions }) => {
    const { DB } = bindings;
    await DB.batch([...insertEntries(DB, org_id, entries), ...upsertSessions(DB, sessions)]);
    const now = Date.now();
    for (const { session_id, state, memory } of sessions)
      if (state === "ended" && memory)
        // What a project's store cannot tell holds up no other session. Its page's last report remembers it too.
        await updateMemory(bindings, session_id, now).catch((error) =>
          logError("memory_not_kept", error, { session_id }),
        );
  };

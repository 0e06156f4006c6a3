import type { Bindings } from "../env.ts";
import type { Lease, Publish } from "../objects/org-ledger/rpc.ts";
import { insertEntries } from "../storage/ledger-entries.ts";
import { upsertSessions } from "../storage/sessions.ts";
import { analyzeEnded } from "./analyze-session.ts";
import { announcePublication } from "./announce-publication.ts";
import { updateMemory } from "./memory.ts";
import { tidyEnded } from "./retention.ts";

/**
 * The ledger's way to D1; all of it may run twice.
 * @param later takes work that no publication waits for: a slow vendor must not delay D1's copy
 */
export const publish =
  (bindings: Bindings, later: (work: Promise<unknown>) => void): Publish =>
  async (publication) => {
    const { org_id, entries, sessions } = publication;
    const { DB } = bindings;
    await DB.batch([insertEntries(DB, org_id, entries), upsertSessions(DB, sessions)]);
    const now = Date.now();
    for (const { session_id, state, memory } of sessions)
      if (state === "ended" && memory) await updateMemory(DB, session_id, now);
    await announcePublication(bindings, publication);
    await analyzeEnded(bindings, sessions, later);
    const ended = sessions.filter(({ state }) => state === "ended");
    if (ended.length > 0) later(tidy(bindings, ended));
  };

/** What the next cron would do as well. */
async function tidy(bindings: Bindings, ended: Lease[]): Promise<void> {
  try {
    await tidyEnded(bindings, ended);
  } catch (error) {
    console.error(JSON.stringify({ event: "tidy_failed", error: String(error).slice(0, 300) }));
  }
}

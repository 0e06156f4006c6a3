import type { Bindings } from "../env.ts";
import type { Lease, Publish } from "../objects/org-ledger/rpc.ts";
import { insertEntries } from "../storage/ledger-entries.ts";
import { upsertSessions } from "../storage/sessions.ts";
import { readVariables } from "../variables.ts";
import { analyzeEnded } from "./analyze-session.ts";
import { announcePublication } from "./announce-publication.ts";
import { hangUp } from "./hang-up.ts";
import { updateMemory } from "./memory.ts";
import { tidyEnded } from "./retention.ts";

/** Ends that the page did not decide itself: the vendor may not know of them yet. */
const ENDED_BY_SERVICE: Lease["end_reason"][] = ["visitor_left", "max_duration", "credit_exhausted", "operator"];

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
    const cut = sessions.filter(({ end_reason }) => ENDED_BY_SERVICE.includes(end_reason));
    for (const lease of cut) later(hangUpOrLog(bindings, lease));
    await announcePublication(bindings, publication);
    await analyzeEnded(bindings, sessions, later);
    const ended = sessions.filter(({ state }) => state === "ended");
    if (ended.length > 0) later(tidy(bindings, ended));
  };

/** A failure is only logged: the vendor's own limits end the call, and publishing again would not help. */
async function hangUpOrLog(bindings: Bindings, lease: Lease): Promise<void> {
  try {
    await hangUp(bindings, readVariables(bindings), lease);
  } catch (error) {
    const { session_id, vendor } = lease;
    console.error(JSON.stringify({ event: "hang_up_failed", session_id, vendor, error: String(error).slice(0, 300) }));
  }
}

/** What the next cron would do as well. */
async function tidy(bindings: Bindings, ended: Lease[]): Promise<void> {
  try {
    await tidyEnded(bindings, ended);
  } catch (error) {
    console.error(JSON.stringify({ event: "tidy_failed", error: String(error).slice(0, 300) }));
  }
}

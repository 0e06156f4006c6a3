import { whisperNote } from "../../shared/whisper.ts";
import type { Bindings } from "../env.ts";
import { logError } from "../log-error.ts";
import type { Lease } from "../objects/org-ledger/lease.ts";
import { withTimeout } from "../outbound/time-limit.ts";
import { readVariables } from "../variables.ts";
import { adapterOf } from "./hang-up.ts";

/** How long a vendor may take to hear it, before the page tells it. Milliseconds. */
const TIME_LIMIT_MS = 3_000;

/** Tells the agent what the team whispers, in a call that the service holds or can join. @returns whether it was told; else its page has to */
export async function tellAgent(
  bindings: Bindings,
  { vendor, session_id, call_id, handled_by, ended_at }: Lease,
  text: string,
): Promise<boolean> {
  const adapter = adapterOf(vendor);
  const tell = adapter?.tell?.bind(adapter);
  if (!tell || handled_by === "person" || ended_at !== null) return false;
  try {
    return await withTimeout(TIME_LIMIT_MS, (signal) =>
      tell({ session_id, call_id }, whisperNote(JSON.stringify(text)), {
        bindings,
        variables: readVariables(bindings),
        signal,
      }),
    );
  } catch (error) {
    logError("agent_not_told", error, { session_id });
    return false;
  }
}

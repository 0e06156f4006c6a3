import { whisperNote } from "../../shared/whisper.ts";
import type { Bindings } from "../env.ts";
import type { Lease } from "../objects/org-ledger/lease.ts";
import { adapterOf } from "./hang-up.ts";

/** Tells the agent what the team whispers, in a call that the service holds. @returns whether it was told; else its page has to */
export async function tellAgent(
  bindings: Bindings,
  { vendor, session_id, handled_by, ended_at }: Lease,
  text: string,
): Promise<boolean> {
  const adapter = adapterOf(vendor);
  if (!adapter?.tell || handled_by === "person" || ended_at !== null) return false;
  try {
    return await adapter.tell(session_id, whisperNote(JSON.stringify(text)), { bindings });
  } catch (error) {
    console.error(JSON.stringify({ event: "agent_not_told", session_id, error: String(error).slice(0, 300) }));
    return false;
  }
}

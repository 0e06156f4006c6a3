import { cyrb53 } from "../../shared/cyrb53.ts";
import type { Bindings } from "../env.ts";
import { logError } from "../log-error.ts";
import { callLedger } from "../objects/org-ledger/client.ts";
import { keepEvents, type OfSession } from "./keep-events.ts";
import { withoutEmptyValues } from "./visitor-context.ts";

/**
 * Keeps what the page told the agent about the visitor, for people who read along or step in; the same again is kept once. A
 * failure costs them that, never the visitor the conversation.
 */
export async function keepContext(
  bindings: Bindings,
  session: OfSession,
  context: Record<string, unknown> | null | undefined,
): Promise<void> {
  const pairs = withoutEmptyValues(context) as Record<string, unknown> | undefined;
  if (pairs === undefined) return;
  const json = JSON.stringify(pairs);
  const bytes = new TextEncoder().encode(json).byteLength;
  const { org_id, session_id } = session;
  try {
    const at = await callLedger(bindings, org_id, (ledger) => ledger.keepContext(session_id, cyrb53(json), bytes));
    if (at !== null) await keepEvents(bindings, session, [{ type: "context", pairs }], at);
  } catch (error) {
    logError("context_not_kept", error, { session_id });
  }
}

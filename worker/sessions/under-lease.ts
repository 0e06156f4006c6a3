import { DEFAULT_MAX_DURATION_SECONDS } from "../../shared/limits.ts";
import type { Bindings } from "../env.ts";
import { ApiError } from "../http/error.ts";
import type { Opening, OpenResult, Terms } from "../objects/org-ledger/contract.ts";
import type { SnapshotAgent } from "../storage/snapshots.ts";
import type { Caller } from "./caller.ts";
import { onLedger } from "./ledger.ts";

/** A guess at when a line may be free, in seconds: nobody knows when a conversation ends. */
const LINES_RETRY_AFTER = "5";

type Particulars = Pick<
  Opening,
  "session_id" | "provider" | "vendor" | "llm_model" | "subject" | "memory" | "takes_line" | "continues"
>;

/** What a lease says of whom and what it is for. */
export const openingOf = <Rest extends Particulars>(
  caller: Caller,
  agent: SnapshotAgent,
  rest: Rest,
): Opening & Rest => ({
  project_id: caller.policy.project_id,
  agent_id: agent.id,
  agent_name: agent.name,
  key_id: caller.policy.key_id,
  max_duration_seconds: agent.max_duration_seconds ?? DEFAULT_MAX_DURATION_SECONDS,
  ...rest,
});

function refusal({ error }: Extract<OpenResult, { ok: false }>): ApiError {
  return new ApiError(error, error === "lines_busy" ? { headers: { "Retry-After": LINES_RETRY_AFTER } } : {});
}

/**
 * Takes a line and credit, then does the work. Should it fail, both are free again before the error leaves. A page that
 * is closed meanwhile stops neither.
 * @throws ApiError for a refusal of the ledger, else what the work throws
 */
export function underLease<T>(
  bindings: Bindings,
  caller: Caller,
  opening: Opening,
  terms: Terms,
  work: (remaining_seconds: number) => Promise<T>,
): Promise<T> {
  const { session_id } = opening;
  const whole = async () => {
    try {
      const opened = await onLedger(bindings, terms.org_id, (ledger, first) => ledger.open(opening, terms, first));
      return opened.ok ? { done: await work(opened.remaining_seconds) } : { refused: refusal(opened) };
    } catch (error) {
      // Also where the ledger's own answer was lost: what it may have taken is given back.
      await onLedger(bindings, terms.org_id, (ledger) => ledger.release(session_id)).catch((cause) =>
        console.error(JSON.stringify({ event: "release_failed", session_id, error: String(cause) })),
      );
      throw error;
    }
  };
  const result = whole();
  caller.waitUntil(result.catch(() => {}));
  return result.then((outcome) => {
    if (outcome.refused) throw outcome.refused;
    return outcome.done;
  });
}

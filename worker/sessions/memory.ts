import { MEMORY_DAYS } from "../../shared/limits.ts";
import { DAY_MS } from "../../shared/time.ts";
import { logError } from "../log-error.ts";
import { callStore, type StoreBindings } from "../objects/project-store/client.ts";
import type { Visitor } from "../objects/project-store/session-rpc.ts";
import { withTimeout } from "../outbound/time-limit.ts";
import { SAID_LIMIT_MS } from "./transcript.ts";

/** What an agent remembers of a visitor: nothing where nobody can tell, since the call goes on. */
export const memoryOf = (bindings: StoreBindings, project_id: number, visitor: Visitor): Promise<string | null> =>
  withTimeout(SAID_LIMIT_MS, () =>
    callStore(bindings, project_id, (store) => store.memoryOf(project_id, visitor, Date.now() - MEMORY_DAYS * DAY_MS)),
  ).catch((error: unknown) => {
    logError("memory_not_read", error, { project_id });
    return null;
  });

import type { ToolOutcome } from "../../../shared/tools.ts";
import type { ClaimedCall } from "./rpc.ts";
import type { ToolCallsTable } from "./tool-calls-table.ts";

const keyOf = (session_id: string, call_id: string) => JSON.stringify([session_id, call_id]);

/** The first outcomes of calls, and who waits for them: in memory, which the object keeps while it is asked. */
export class FirstOutcomes {
  readonly #calls: ToolCallsTable;
  readonly #waiting = new Map<string, Set<() => void>>();
  constructor(calls: ToolCallsTable) {
    this.#calls = calls;
  }

  finish(session_id: string, outcome: ToolOutcome): void {
    this.#calls.finish(session_id, outcome);
    for (const wake of this.#waiting.get(keyOf(session_id, outcome.call_id)) ?? []) wake();
  }

  /**
   * Waits for its outcome where it is under way.
   * @param patience milliseconds after it was claimed in which it is waited for
   */
  async find(session_id: string, call_id: string, patience: number): Promise<ClaimedCall | null> {
    const call = this.#calls.find(session_id, call_id);
    const rest = call ? call.at + patience - Date.now() : 0;
    if (!call || call.outcome || rest <= 0) return call;
    await this.#woken(keyOf(session_id, call_id), rest);
    return this.#calls.find(session_id, call_id);
  }

  async #woken(key: string, at_most: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, at_most);
    const those = this.#waiting.get(key) ?? new Set();
    this.#waiting.set(key, those.add(resolve));
    await promise;
    clearTimeout(timer);
    those.delete(resolve);
    if (those.size === 0) this.#waiting.delete(key);
  }
}

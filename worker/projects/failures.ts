import { BoundedMap } from "../bounded-map.ts";
import { addErrors } from "../storage/service-errors.ts";

/**
 * An isolate writes each kind at most this often: a vendor that is down must not cost a write for each visitor.
 * Milliseconds.
 */
const EVERY_MS = 10_000;
const KINDS = 100;

interface Waiting {
  count: number;
  written_at: number;
}
const kinds = new BoundedMap<string, Waiting>(KINDS);

/** Counts a failure for the operators. Further ones of the same kind are written together with a later one. */
export function noteFailure(
  db: D1Database,
  execution: Pick<ExecutionContext, "waitUntil">,
  kind: string,
  detail: string,
  now: number,
): void {
  const failure = kinds.get(kind) ?? { count: 0, written_at: Number.NEGATIVE_INFINITY };
  failure.count += 1;
  kinds.set(kind, failure);
  if (now - failure.written_at < EVERY_MS) return;
  const { count } = failure;
  kinds.set(kind, { count: 0, written_at: now });
  const [line = ""] = detail.split("\n");
  // If the database fails, this write fails too; the log has the failure.
  execution.waitUntil(addErrors(db, kind, count, line === "" ? null : line, now).catch(() => {}));
}

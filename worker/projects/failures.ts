import { BoundedMap } from "../bounded-map.ts";
import { addErrors } from "../storage/service-errors.ts";

/** An isolate writes of each kind at most this often: a vendor that is down must not cost a write for each visitor. */
const EVERY_MS = 10_000;
const KINDS = 100;

interface Waiting {
  count: number;
  written_at: number;
}
const kinds = new BoundedMap<string, Waiting>(KINDS);

/** Counts a failure, where operators see it. Those of one kind that follow soon are written with the next. */
export function noteFailure(
  db: D1Database,
  execution: Pick<ExecutionContext, "waitUntil">,
  kind: string,
  detail: string,
  now: number,
): void {
  const known = kinds.get(kind) ?? { count: 0, written_at: Number.NEGATIVE_INFINITY };
  known.count += 1;
  kinds.set(kind, known);
  if (now - known.written_at < EVERY_MS) return;
  const { count } = known;
  kinds.set(kind, { count: 0, written_at: now });
  const [line = ""] = detail.split("\n");
  // A database that fails cannot be told of its failure; the log has it.
  execution.waitUntil(addErrors(db, kind, count, line === "" ? null : line, now).catch(() => {}));
}

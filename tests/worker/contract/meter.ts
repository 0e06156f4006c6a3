import { createExecutionContext, runInDurableObject, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, onTestFinished } from "vitest";
import worker from "../../../worker/index.ts";
import { apiKey, requestOf } from "../../harness/worker/request.ts";

/** What Cloudflare bills besides the request: counted at the platform's own methods, in the Worker and in its objects. */
export interface Bill {
  object_calls: number;
  object_rows_read: number;
  object_rows_written: number;
  alarms_set: number;
  d1_rows_read: number;
  d1_rows_written: number;
  kv_reads: number;
  kv_writes: number;
}

export const NOTHING: Bill = {
  object_calls: 0,
  object_rows_read: 0,
  object_rows_written: 0,
  alarms_set: 0,
  d1_rows_read: 0,
  d1_rows_written: 0,
  kv_reads: 0,
  kv_writes: 0,
};
const nothing = (): Bill => ({ ...NOTHING });

/** What each costs a million times, by Cloudflare's prices of 2026. */
const DOLLARS: Bill = {
  object_calls: 0.15,
  object_rows_read: 0.001,
  object_rows_written: 1,
  alarms_set: 1,
  d1_rows_read: 0.001,
  d1_rows_written: 1,
  kv_reads: 0.5,
  kv_writes: 5,
};

/** What a million of these cost. */
export const dollars = (bill: Bill): number =>
  (Object.keys(DOLLARS) as (keyof Bill)[]).reduce((sum, field) => sum + bill[field] * DOLLARS[field], 0);

let bill = nothing();
/** How often each method of a kind of object was called, and D1 asked: what stands in line for one thread. */
let turns: Record<string, number> = {};
const countTurn = (name: string) => {
  turns[name] = (turns[name] ?? 0) + 1;
};
let cursors: { rowsRead: number; rowsWritten: number }[] = [];
/** How often a key's gate has stored its counts. */
let stored = 0;

// biome-ignore lint/suspicious/noExplicitAny: the platform's prototypes, wrapped by name.
type Prototype = any;

/** Has `after` see what the method returns, and return it or something else, until the test is over. */
function wrap(
  prototype: Prototype,
  name: string,
  after: (result: Prototype, key: unknown, self: unknown) => Prototype,
): void {
  const before = Object.getOwnPropertyDescriptor(prototype, name);
  const original = prototype[name];
  prototype[name] = function (this: unknown, ...args: unknown[]) {
    return after(original.apply(this, args), args[0], this);
  };
  onTestFinished(() => {
    if (before) Object.defineProperty(prototype, name, before);
    else delete prototype[name];
  });
}

interface Meta {
  meta?: { rows_read?: number; rows_written?: number };
}

let installed = false;

/** Puts the counters in, until the test is over. */
export async function installMeter(): Promise<void> {
  installed = true;
  onTestFinished(() => {
    installed = false;
  });
  const object = env.ORG_LEDGER.getByName("meter");
  const session = Object.getPrototypeOf((env.DB as Prototype).alwaysPrimarySession);
  const owner = Object.hasOwn(session, "_sendOrThrow") ? session : Object.getPrototypeOf(session);
  wrap(owner, "_sendOrThrow", async (pending: Promise<Meta | Meta[]>) => {
    const results = await pending;
    const before = bill.d1_rows_written;
    for (const { meta } of Array.isArray(results) ? results : [results]) {
      bill.d1_rows_read += meta?.rows_read ?? 0;
      bill.d1_rows_written += meta?.rows_written ?? 0;
    }
    countTurn(bill.d1_rows_written > before ? "D1.write" : "D1.read");
    return results;
  });
  wrap(
    Object.getPrototypeOf(env.KEY_GATE),
    "getByName",
    (stub, _, namespace) =>
      new Proxy(stub, {
        get(target, name) {
          const value = Reflect.get(target, name);
          if (typeof value !== "function") return value;
          return (...args: unknown[]) => {
            bill.object_calls++;
            countTurn(`${bindingOf(namespace)}.${String(name)}`);
            // An RPC method has no `apply` of its own: that name would be asked of the object.
            return Reflect.apply(value, target, args);
          };
        },
      }),
  );
  const kv = Object.getPrototypeOf(env.SNAPSHOTS);
  const counted = (field: "kv_reads" | "kv_writes") => (result: Prototype) => {
    bill[field]++;
    return result;
  };
  wrap(kv, "get", counted("kv_reads"));
  wrap(kv, "put", counted("kv_writes"));
  await runInDurableObject(object, (_instance, state) => {
    wrap(Object.getPrototypeOf(state.storage.sql), "exec", (cursor) => {
      cursors.push(cursor);
      return cursor;
    });
    wrap(Object.getPrototypeOf(state.storage), "setAlarm", (result) => {
      bill.alarms_set++;
      return result;
    });
    for (const name of ["put", "delete"])
      wrap(Object.getPrototypeOf(state.storage), name, (result, key) => {
        bill.object_rows_written++;
        if (key === "counts") stored++;
        return result;
      });
  });
}

/** Waits for the counts that the key's gate keeps 20 ms after the request: they belong to its bill, and to no later one. */
async function withItsCounts<T>(request: () => Promise<T>): Promise<T> {
  const before = stored;
  const answer = await request();
  if (installed) await expect.poll(() => stored, { timeout: 30_000 }).toBeGreaterThan(before);
  return answer;
}

const bindingOf = (namespace: unknown): string =>
  Object.entries(env).find(([, value]) => value === namespace)?.[0] ?? "another";

/** One request with a key, and everything that it leaves to be done after its answer. @returns the body of its 200 */
export function ask(
  method: string,
  path: string,
  key: string,
  body?: unknown,
  more: Record<string, string> = {},
): Promise<Record<string, unknown>> {
  const context = createExecutionContext();
  const request = requestOf(method, path, { headers: { ...apiKey(key), ...more }, body });
  return withItsCounts(async () => {
    const response = await worker.fetch(request as Parameters<typeof worker.fetch>[0], env, context);
    const answer = (await response.json()) as Record<string, unknown>;
    await waitOnExecutionContext(context);
    expect(response.status, `${method} ${path}`).toBe(200);
    return answer;
  });
}

/** What stood in line for each thread in the last `billOf`. */
export const turnsOf = (): Readonly<Record<string, number>> => turns;

/** What `work` cost. */
export async function billOf(work: () => Promise<unknown>): Promise<Bill> {
  bill = nothing();
  turns = {};
  cursors = [];
  await work();
  for (const { rowsRead, rowsWritten } of cursors) {
    bill.object_rows_read += rowsRead;
    bill.object_rows_written += rowsWritten;
  }
  return bill;
}

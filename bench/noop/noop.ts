import { DurableObject } from "cloudflare:workers";
import { Hono } from "hono";

/** The least that Hono can do, and the least with the object calls of the hot paths: the lower bound of what those paths cost. */

interface Bindings {
  /** The service that is measured. */
  SERVICE: { scheduled(controller: { cron: string; scheduledTime: Date }): Promise<{ outcome: string }> };
  COUNTER: DurableObjectNamespace<Counter>;
  LEDGER: DurableObjectNamespace<NoopLedger>;
  /** The service's own, whose calls are measured one by one. */
  KEY_GATE: DurableObjectNamespace;
  ORG_LEDGER: DurableObjectNamespace;
  PROJECT_STORE: DurableObjectNamespace;
  DB: D1Database;
}

/** Calls of one object, each list in its order, the lists side by side. */
interface ObjectCalls {
  binding: "KEY_GATE" | "ORG_LEDGER" | "PROJECT_STORE";
  name: string;
  lists: [method: string, ...args: unknown[]][][];
}

/** Statements for D1, each list in one batch, the batches side by side. */
interface Batches {
  batches: { sql: string; values: unknown[] }[][];
}

/** Counts in memory. */
export class Counter extends DurableObject {
  #count = 0;

  admit(_permission: string): { kind: string; count: number } {
    this.#count += 1;
    return { kind: "admitted", count: this.#count };
  }
}

/** Writes one row a call. */
export class NoopLedger extends DurableObject {
  readonly #sql = this.ctx.storage.sql;

  constructor(state: DurableObjectState, bindings: Bindings) {
    super(state, bindings);
    this.#sql.exec("CREATE TABLE IF NOT EXISTS lease (session_id TEXT PRIMARY KEY) WITHOUT ROWID");
  }

  open(session_id: string): { ok: boolean } {
    this.#sql.exec("INSERT INTO lease (session_id) VALUES (?)", session_id);
    return { ok: true };
  }
}

const app = new Hono<{ Bindings: Bindings }>();
const admit = (bindings: Bindings) => bindings.COUNTER.getByName("one").admit("widget:read");

app.get("/", (c) => c.json({ status: "ok" }));
app.get("/one-hop", async (c) => c.json(await admit(c.env)));
app.post("/two-hops", async (c) => {
  await c.req.json();
  const { kind } = await admit(c.env);
  const { ok } = await c.env.LEDGER.getByName("one").open(crypto.randomUUID());
  return c.json({ kind, ok });
});
app.post("/objects", async (c) => {
  const { binding, name, lists } = await c.req.json<ObjectCalls>();
  const stub = c.env[binding].getByName(name) as unknown as Record<string, (...args: unknown[]) => Promise<unknown>>;
  await Promise.all(
    lists.map(async (list) => {
      for (const [method, ...args] of list) await stub[method]?.(...args);
    }),
  );
  return c.json({ ok: true });
});
app.post("/batches", async (c) => {
  const { batches } = await c.req.json<Batches>();
  const { DB } = c.env;
  await Promise.all(batches.map((batch) => DB.batch(batch.map(({ sql, values }) => DB.prepare(sql).bind(...values)))));
  return c.json({ ok: true });
});
/** Nothing else on raw workerd sets a cron going. */
app.post("/cron", async (c) =>
  c.json(await c.env.SERVICE.scheduled({ cron: c.req.query("cron") ?? "", scheduledTime: new Date() })),
);
export default app;

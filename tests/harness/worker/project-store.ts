import { runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, vi } from "vitest";
import type { EventBatch } from "../../../worker/objects/project-store/rpc.ts";
import { StoreTable } from "../../../worker/objects/project-store/table.ts";

/** A project's store. */
export const storeOf = (project_id: number) => env.PROJECT_STORE.getByName(String(project_id));

/** All rows of tables of a project's store; a table that is not there has none. */
export const inStore = (project_id: number, ...tables: string[]) =>
  runInDurableObject(storeOf(project_id) as never, (_, { storage }: DurableObjectState) =>
    tables.flatMap((table) => {
      const there = storage.sql.exec("SELECT 1 FROM sqlite_master WHERE name = ?", table).toArray().length > 0;
      return there ? storage.sql.exec(`SELECT * FROM ${table}`).toArray() : [];
    }),
  );

/** A session as its project's store has it. */
export const sessionIn = async (project_id: number, id: string) =>
  (await inStore(project_id, "sessions")).find((session) => session.id === id);

/** A project's sessions are in D1, as a version left them that had them there, and nothing has asked for its store yet. */
export async function leaveInD1({
  project_id,
  ledger,
}: {
  project_id: number;
  ledger: { publishPending(): Promise<void> };
}): Promise<void> {
  await ledger.publishPending();
  const rows = (await inStore(project_id, "sessions")).map(({ test: _, ...row }) => row);
  for (const row of rows)
    await env.DB.prepare(
      `INSERT INTO sessions (${Object.keys(row)}) VALUES (${Object.keys(row).map(() => "?")}) ON CONFLICT DO NOTHING`,
    )
      .bind(...Object.values(row))
      .run();
  await storeOf(project_id).drop();
  await env.DB.prepare("DELETE FROM project_stores WHERE project_id = ?1").bind(project_id).run();
}

/** Runs a statement with these values in a project's store. */
export const changeStore = (project_id: number, sql: string, ...bound: SqlStorageValue[]) =>
  runInDurableObject(storeOf(project_id) as never, (_, { storage }: DurableObjectState) => {
    storage.sql.exec(sql, ...bound);
  });

/** The store has taken over what D1 has, has woken since, and has said that it has analyses that wait for somebody. */
export async function wakeForAnalyses(project_id: number): Promise<void> {
  await storeOf(project_id).takeOver(project_id);
  await runDurableObjectAlarm(storeOf(project_id) as never);
  const noted = env.DB.prepare("SELECT open_since FROM project_stores WHERE project_id = ?1").bind(project_id);
  await vi.waitFor(async () => expect(await noted.first("open_since")).not.toBeNull(), { timeout: 20_000 });
}

/** A session reports these events, as if the ledger had taken them. */
export const keepEvents = (
  { project_id, org_id }: { project_id: number; org_id: number },
  session_id: string,
  events: EventBatch["events"],
  at = Date.now(),
) => storeOf(project_id).keepEvents(project_id, { session_id, org_id, batch: at, at, events }, false);

/** A session's agent found nothing for these words. */
export const askUnanswered = (
  { project_id, org_id }: { project_id: number; org_id: number },
  session_id: string,
  text: string,
  at = Date.now(),
) => storeOf(project_id).ask(project_id, { org_id, session_id }, [{ words: text.toLowerCase(), text }], at);

/** What a method of the store does that cannot be reached. */
export const away = async (): Promise<never> => {
  throw new Error("the store is away");
};

/** Takeovers by stores die at this piece. @param of counts pieces of this table alone */
export function dieAtPiece(piece: number, of?: string) {
  const { arrive } = StoreTable.prototype;
  let pieces = 0;
  return vi.spyOn(StoreTable.prototype, "arrive").mockImplementation(function (
    this: StoreTable,
    ...[table, ...rest]: Parameters<typeof arrive>
  ) {
    if ((of ?? table) === table && ++pieces === piece) throw new Error("killed");
    arrive.call(this, table, ...rest);
  });
}

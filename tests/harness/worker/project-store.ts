import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { vi } from "vitest";
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

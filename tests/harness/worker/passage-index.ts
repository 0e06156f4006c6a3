import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import type { StoredPassage } from "../../../worker/objects/passage-index/rpc.ts";

/** The object that keeps a project's passages. */
export const indexOf = (project_id: number) => env.PASSAGE_INDEX.getByName(String(project_id));

/** What a query finds in it; nothing where it has no tables. */
export const inIndex = <Row>(project_id: number, sql: string): Promise<Row[]> =>
  runInDurableObject(indexOf(project_id) as never, (_, { storage }: DurableObjectState) => {
    const there = storage.sql.exec("SELECT 1 FROM sqlite_master WHERE name = 'vocabulary'").toArray().length > 0;
    return there ? (storage.sql.exec(sql).toArray() as Row[]) : [];
  });

/** All passages that are kept, also of texts that no page has. */
export const passagesOf = (project_id: number) =>
  inIndex<StoredPassage>(project_id, "SELECT * FROM passages ORDER BY id");

/** The words that passages hold. */
export const wordsOf = async (project_id: number): Promise<string[]> =>
  (await inIndex<{ term: string }>(project_id, "SELECT term FROM vocabulary")).map(({ term }) => term);

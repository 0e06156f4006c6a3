import { idsFrom } from "./engine.ts";

/** An id that no row of a store's table ever had, nor one of another project's store: see `idsFrom`. */
export const newId = (sql: SqlStorage, table: "contacts" | "questions", project_id: number): number =>
  sql
    .exec<{ id: number }>(
      `INSERT INTO given_id VALUES ('${table}', max(?, (SELECT coalesce(max(id), 0) FROM ${table})) + 1)
       ON CONFLICT DO UPDATE SET id = max(id + 1, excluded.id) RETURNING id`,
      idsFrom(project_id),
    )
    .one().id;

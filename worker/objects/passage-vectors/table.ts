import type { EmbeddingModel } from "../../../shared/vendors.ts";
import type { Calibration } from "../../embeddings/calibration.ts";

const TABLES = [
  // project, serving (the model whose vectors answer), dirty (passages changed since they were last compared), problem.
  "CREATE TABLE IF NOT EXISTS state (name TEXT PRIMARY KEY, value TEXT NOT NULL)",
  "CREATE TABLE IF NOT EXISTS models (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, calibration_json TEXT)",
  `CREATE TABLE IF NOT EXISTS vectors (model_id INTEGER NOT NULL, id INTEGER NOT NULL, vector BLOB NOT NULL,
   PRIMARY KEY (model_id, id)) WITHOUT ROWID`,
  "CREATE TABLE IF NOT EXISTS waiting (id INTEGER PRIMARY KEY)",
];

type StateName = "project" | "serving" | "dirty" | "problem";

/** The vectors of one project's passages. An object that was never told of a passage has no tables. */
export class VectorTable {
  readonly #storage: DurableObjectStorage;
  constructor(storage: DurableObjectStorage) {
    this.#storage = storage;
  }

  get #sql(): SqlStorage {
    return this.#storage.sql;
  }

  exists(): boolean {
    return this.#sql.exec("SELECT 1 FROM sqlite_master WHERE name = 'state'").toArray().length > 0;
  }

  create(): void {
    for (const table of TABLES) this.#sql.exec(table);
  }

  read(name: StateName): string | null {
    const [row] = this.#sql.exec<{ value: string }>("SELECT value FROM state WHERE name = ?", name).toArray();
    return row?.value ?? null;
  }

  write(name: StateName, value: string | null): void {
    if (value === null) this.#sql.exec("DELETE FROM state WHERE name = ?", name);
    else
      this.#sql.exec(
        "INSERT INTO state VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
        name,
        value,
      );
  }

  serving(): EmbeddingModel | null {
    return JSON.parse(this.read("serving") ?? "null") as EmbeddingModel | null;
  }

  #modelId({ vendor, name }: EmbeddingModel): number {
    const key = `${vendor} ${name}`;
    this.#sql.exec("INSERT INTO models (name) VALUES (?) ON CONFLICT DO NOTHING", key);
    return this.#sql.exec<{ id: number }>("SELECT id FROM models WHERE name = ?", key).one().id;
  }

  calibration(model: EmbeddingModel): Calibration | null {
    const id = this.#modelId(model);
    const { json } = this.#sql
      .exec<{ json: string | null }>("SELECT calibration_json AS json FROM models WHERE id = ?", id)
      .one();
    return JSON.parse(json ?? "null") as Calibration | null;
  }

  calibrate(model: EmbeddingModel, calibration: Calibration): void {
    const json = JSON.stringify(calibration);
    this.#sql.exec("UPDATE models SET calibration_json = ? WHERE id = ?", json, this.#modelId(model));
  }

  vectors(model: EmbeddingModel): { id: number; vector: ArrayBuffer }[] {
    return this.#sql
      .exec<{ id: number; vector: ArrayBuffer }>(
        "SELECT id, vector FROM vectors WHERE model_id = ? ORDER BY id",
        this.#modelId(model),
      )
      .toArray();
  }

  /** Bytes of a vector of this model; `null` where it has none. */
  dimensions(model: EmbeddingModel): number | null {
    const [row] = this.#sql
      .exec<{ length: number }>(
        "SELECT length(vector) AS length FROM vectors WHERE model_id = ? LIMIT 1",
        this.#modelId(model),
      )
      .toArray();
    return row?.length ?? null;
  }

  /** What the project holds now: vectors of others go, and what has none of this model waits. */
  compare(model: EmbeddingModel, ids: readonly number[]): void {
    const list = JSON.stringify(ids);
    const model_id = this.#modelId(model);
    this.#storage.transactionSync(() => {
      this.#sql.exec("DELETE FROM vectors WHERE id NOT IN (SELECT value FROM json_each(?))", list);
      this.#sql.exec("DELETE FROM waiting");
      this.#sql.exec(
        `INSERT INTO waiting SELECT value FROM json_each(?1)
         WHERE value NOT IN (SELECT id FROM vectors WHERE model_id = ?2)`,
        list,
        model_id,
      );
    });
  }

  waiting(limit: number): number[] {
    return this.#sql
      .exec<{ id: number }>("SELECT id FROM waiting ORDER BY id LIMIT ?", limit)
      .toArray()
      .map(({ id }) => id);
  }

  /** These no longer wait: they have their vectors, or are gone. */
  save(model: EmbeddingModel, ids: readonly number[], vectors: ReadonlyMap<number, ArrayBuffer>): void {
    const model_id = this.#modelId(model);
    this.#storage.transactionSync(() => {
      for (const id of ids) {
        const there = this.#sql.exec("DELETE FROM waiting WHERE id = ? RETURNING id", id).toArray().length > 0;
        const vector = vectors.get(id);
        if (there && vector) this.#sql.exec("INSERT OR REPLACE INTO vectors VALUES (?, ?, ?)", model_id, id, vector);
      }
    });
  }

  /** From now on this model answers, and vectors of others go. */
  serve(model: EmbeddingModel): void {
    this.#storage.transactionSync(() => {
      this.write("serving", JSON.stringify(model));
      this.#sql.exec("DELETE FROM vectors WHERE model_id != ?", this.#modelId(model));
    });
  }

  forgetModel(model: EmbeddingModel): void {
    this.#sql.exec("DELETE FROM vectors WHERE model_id = ?", this.#modelId(model));
  }

  forget(ids: readonly number[]): void {
    const list = JSON.stringify(ids);
    this.#sql.exec("DELETE FROM vectors WHERE id IN (SELECT value FROM json_each(?))", list);
    this.#sql.exec("DELETE FROM waiting WHERE id IN (SELECT value FROM json_each(?))", list);
  }

  counts(): { ready: number; waiting: number } {
    const serving = this.serving();
    const ready = serving
      ? this.#sql
          .exec<{ n: number }>("SELECT count(*) AS n FROM vectors WHERE model_id = ?", this.#modelId(serving))
          .one().n
      : 0;
    return { ready, waiting: this.#sql.exec<{ n: number }>("SELECT count(*) AS n FROM waiting").one().n };
  }
}

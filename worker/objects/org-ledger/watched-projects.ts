/** Projects whose desk hears of every change of a session, since somebody has its inbox open; kept, since an inbox outlives the memory. */
export class WatchedProjects {
  readonly #sql: SqlStorage;
  #known: Set<number> | null = null;
  constructor(sql: SqlStorage) {
    this.#sql = sql;
  }

  has(project_id: number): boolean {
    return this.#all().has(project_id);
  }

  set(project_id: number, on: boolean): void {
    if (this.has(project_id) === on) return;
    const statement = on
      ? "INSERT INTO watched_project (project_id) VALUES (?)"
      : "DELETE FROM watched_project WHERE project_id = ?";
    this.#sql.exec(statement, project_id);
    if (on) this.#all().add(project_id);
    else this.#all().delete(project_id);
  }

  /** After the tables were deleted or replaced. */
  forget(): void {
    this.#known = null;
  }

  #all(): Set<number> {
    this.#known ??= new Set(
      this.#sql
        .exec("SELECT project_id FROM watched_project")
        .toArray()
        .map((row) => Number(row.project_id)),
    );
    return this.#known;
  }
}

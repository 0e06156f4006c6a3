/** How often something was done on a UTC day (YYYY-MM-DD). */
export interface DayCount {
  day: string;
  name: string;
  count: number;
}

/** A row of the store: counts of the time when the project was this organization's, 0 for nobody's. */
export interface CountRow extends DayCount {
  org_id: number;
}

/** Rows for a backup, by their key. */
export interface CountPage {
  rows: CountRow[];
  /** Where the next page begins; `null` at the end. */
  next: CountKey | null;
}
export type CountKey = [org_id: number, day: string, name: string];

/**
 * RPC of the object that keeps what a project's pages leave. Its name is the project's id. Before it answers for the first
 * time it takes over what D1 has of the project; a project that D1 does not know has nothing.
 */
export interface ProjectStoreRpc {
  /**
   * Adds to the counts of a day. A repetition counts again.
   * @param version of the project that the caller knows: a store that knows only an older one asks D1 whose the project is
   */
  count(
    project_id: number,
    version: number,
    day: string,
    counts: readonly [name: string, count: number][],
  ): Promise<void>;
  /**
   * Oldest day first, then by name; both days included.
   * @param scope the only organization whose counts are read, `null` for all
   */
  counts(project_id: number, version: number, scope: number | null, from: string, to: string): Promise<DayCount[]>;
  /** Takes over what D1 has, if that was not done yet. */
  takeOver(project_id: number): Promise<void>;
  /** For a backup. */
  dump(project_id: number, after: CountKey | null, limit: number): Promise<CountPage>;
  /** Adds rows that are not there. @returns whether D1 knows the project */
  restore(project_id: number, rows: CountRow[]): Promise<boolean>;
  /** Deletes what an organization left in a project that is another's now. */
  forgetOrganization(project_id: number, org_id: number): Promise<void>;
  /** The project is gone. */
  drop(): Promise<void>;
}

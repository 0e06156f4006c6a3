import type { Rows } from "../table-rows.ts";
import type { Earlier, StoreTable } from "./table.ts";
import type { ArrivingTable, TableName } from "./tables.ts";

/** What D1 knows of a project, read in one instant, with its rows of these tables; `null` where there is no such project. */
export type ReadEarlier = (project_id: number, tables: readonly TableName[]) => Promise<Earlier | null>;

/** Behind which of D1's rows the next piece begins: a list of the values that they are ordered by. */
type Place = (string | number)[];

/** A piece of D1's rows; `after` is `null` behind the last. */
export type ReadPiece = (
  project_id: number,
  table: ArrivingTable,
  after: Place | null,
) => Promise<{ rows: Rows[string]; after: Place | null }>;

/** The tables that pieces may come into. */
export type ReadToMove = (project_id: number) => Promise<ArrivingTable[]>;

interface FromD1 {
  readEarlier: ReadEarlier;
  readToMove: ReadToMove;
  readPiece: ReadPiece;
}

export interface Opening {
  /** Of the project, as the caller knows it. */
  version?: number;
  /** Whose the caller takes it to be. */
  org_id?: number;
  /** Whether the store is made where it is not there and D1 has nothing for it. */
  writing?: boolean;
}

/** How long a report waits for history to come in, milliseconds. */
const ARRIVAL_LIMIT = 1_500;

/** Brings what D1 has of the project into the store with its first answer, and knows whose the project is. */
export class Takeover {
  readonly #table: StoreTable;
  readonly #d1: FromD1;
  #arrival: Promise<void> | null = null;

  constructor(table: StoreTable, d1: FromD1) {
    this.#table = table;
    this.#d1 = d1;
  }

  /** @returns whose the project is, 0 for nobody's; `null` where there is nothing */
  async open(project_id: number, { version = 0, org_id, writing = false }: Opening = {}): Promise<number | null> {
    await this.#arrived(project_id);
    const owner = this.#table.owner();
    const follows = owner && owner.version >= version && (org_id === undefined || org_id === owner.org_id);
    if (follows && this.#table.whole()) return owner.org_id;
    const earlier = await this.#d1.readEarlier(project_id, this.#table.missing());
    // Others were served meanwhile; who opened it first has taken over the rows.
    const now = this.#table.owner();
    if (earlier === null) return this.#table.whole() ? (now?.org_id ?? null) : null;
    const nothing = !this.#table.hasArrived() && Object.values(earlier.rows).every((rows) => rows.length === 0);
    if (!writing && nothing && now === null) return null;
    // A version that D1 does not have comes from before a restore: D1 is asked for it once.
    this.#table.follow({ ...earlier, version: Math.max(version, earlier.version) });
    return this.#table.owner()?.org_id ?? null;
  }

  /** Waits for D1's rows, though not for long. @throws Error where they are still coming in */
  async soon(project_id: number): Promise<void> {
    if (this.#table.arriving().length === 0) return;
    const arrived = this.#arrived(project_id).then(() => true);
    if (!(await Promise.race([arrived, scheduler.wait(ARRIVAL_LIMIT)])))
      throw new Error("The history of before is still coming in");
  }

  /** Has come in what does not fit into one answer of D1. Whoever asks meanwhile waits for the same arrival. */
  #arrived(project_id: number): Promise<void> {
    if (this.#table.arriving().length === 0) return Promise.resolve();
    this.#arrival ??= this.#arrive(project_id).finally(() => {
      this.#arrival = null;
    });
    return this.#arrival;
  }

  /** Piece by piece; a kill leaves them where they are, and the next life goes on. */
  async #arrive(project_id: number): Promise<void> {
    const toMove = await this.#d1.readToMove(project_id);
    for (const table of this.#table.arriving().filter((one) => toMove.includes(one)))
      for (let after = this.#table.arrived(table); ; ) {
        const piece = await this.#d1.readPiece(project_id, table, after);
        if (piece.after === null || this.#table.has(table)) break;
        this.#table.arrive(table, piece.rows, piece.after);
        after = piece.after;
      }
  }
}

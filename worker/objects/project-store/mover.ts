import { DAY_MS } from "../../../shared/time.ts";
import type { Rows } from "../table-rows.ts";
import type { MovedTable, Moving } from "./moved-table.ts";
import type { Records } from "./records.ts";
import type { StorePart } from "./rpc.ts";
import type { SessionsTable } from "./sessions-table.ts";
import { RECORD_TABLES } from "./tables.ts";
import type { CallVolume } from "./volume-client.ts";

const GIB = 1024 ** 3;
/** Bytes of a store from which on its oldest sessions' records move to volumes, until it has only so many. Of 10 GiB. */
const MOVED_FROM = 6 * GIB;
const MOVED_UNTIL = 5 * GIB;
/** From so many on, where nothing is left that may move, rows of sessions go that retention has emptied. */
const DROPPED_FROM = 9 * GIB;
/** Bytes from which on a volume takes no more sessions. */
const VOLUME_FULL = 6 * GIB;
/** Sessions that move at once, and characters of one request about. */
const BATCH = 100;
const PART = 1_000_000;
/** Rows that go at once. */
const DROPPED = 1_000;
/** No session runs for so long, nor is one analyzed; milliseconds. */
const RECENT = 2 * DAY_MS;

/** Whether records are to be moved; which are under way, so that a kill repeats them; up to which start all have. */
const WANTED = "moves_wanted";
const UNDER_WAY = "moves_under_way";
const REACHED = "moves_reached";

interface Batch {
  project_id: number;
  volume: number;
  sessions: Moving[];
}

interface Parts {
  storage: DurableObjectStorage;
  records: Records;
  moved: MovedTable;
  sessions: SessionsTable;
  callVolume: CallVolume;
}

/** Moves the records of a project's oldest sessions from a store that has grown into volumes, each of one month. */
export class Mover {
  readonly #parts: Parts;
  /** Sessions that were written to since the batch that is being copied was read; nothing while none is. */
  #touched: Set<string> | null = null;
  /** From how many bytes on. */
  from = MOVED_FROM;
  until = MOVED_UNTIL;
  full = DROPPED_FROM;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  get #kv() {
    return this.#parts.storage.kv;
  }

  get #bytes(): number {
    return this.#parts.storage.sql.databaseSize;
  }

  #batch(): Batch | undefined {
    return this.#kv.get<Batch>(UNDER_WAY);
  }

  /** Notes that the store has grown past its bound. @returns whether there is something to move */
  wanted(): boolean {
    if (this.#bytes >= this.from) this.#kv.put(WANTED, true);
    return this.#kv.get(WANTED) === true || this.#batch() !== undefined;
  }

  /** Call it when something of these sessions is written or deleted: a batch that holds them is copied again. */
  touch(session_ids: Iterable<string>): void {
    for (const id of this.#touched ? session_ids : []) this.#touched?.add(id);
  }

  /** As `touch` of all. */
  touchAll(): void {
    this.touch(this.#batch()?.sessions.map(({ id }) => id) ?? []);
  }

  /** Whose records are being copied. */
  project(): number | null {
    return this.#batch()?.project_id ?? null;
  }

  /** The volume that records are being copied to. */
  underWay(): number | null {
    return this.#batch()?.volume ?? null;
  }

  /** Those of these sessions that are being copied. */
  copying(session_ids: readonly string[]): string[] {
    const ids = new Set(this.#batch()?.sessions.map(({ id }) => id));
    return session_ids.filter((id) => ids.has(id));
  }

  /** Older sessions have come: by a restore. */
  lookAnew(): void {
    if (this.#kv.get(REACHED) !== undefined) this.#kv.delete(REACHED);
  }

  /**
   * Moves a batch, or does again what a kill has cut off.
   * @returns whether there is more to move
   * @throws what the volume threw
   */
  async step(project_id: number): Promise<boolean> {
    // One at a time: the second would take what the first has moved for a store that was dropped.
    if (this.#touched !== null) return true;
    const batch = this.#batch() ?? this.#next(project_id);
    const { moved, records, sessions, storage, callVolume } = this.#parts;
    if (batch === null) {
      // A store without room would take no reports of running sessions. What old sessions cost is in the ledger, too.
      if (this.#bytes >= this.full && sessions.dropEmptied(Date.now() - RECENT, DROPPED) > 0) return true;
      this.#kv.delete(WANTED);
      records.search.noteLeft();
      return false;
    }
    const touched = new Set<string>();
    this.#touched = touched;
    const there = batch.sessions.filter(({ id }) => sessions.isKept(id));
    const bytes = await this.#copy(project_id, batch, there).finally(() => {
      this.#touched = null;
    });
    const now = this.#batch();
    // The store was dropped meanwhile.
    if (now === undefined) {
      await callVolume(project_id, batch.volume, (volume) => volume.drop());
      return false;
    }
    if (batch.sessions.some(({ id }) => touched.has(id))) return true;
    storage.transactionSync(() => {
      moved.add(project_id, batch.volume, there, bytes >= VOLUME_FULL);
      records.moveAway(there.map(({ id }) => id));
      this.#kv.delete(UNDER_WAY);
      this.#kv.put(REACHED, batch.sessions.at(-1)?.started_at);
      if (this.#bytes < this.until) this.#kv.delete(WANTED);
    });
    if (this.wanted()) return true;
    // This writes the whole index again: so once, not with each batch.
    records.search.noteLeft();
    return false;
  }

  /** The oldest that have not moved, of one month. */
  #next(project_id: number): Batch | null {
    const { moved, sessions } = this.#parts;
    moved.create();
    const those = sessions.toMove(this.#kv.get<number>(REACHED) ?? 0, Date.now() - RECENT, BATCH);
    const month = those[0] && monthOf(those[0]);
    if (month === undefined) return null;
    const batch = {
      project_id,
      volume: moved.volumeFor(month),
      sessions: those.filter((one) => monthOf(one) === month),
    };
    this.#kv.put(UNDER_WAY, batch);
    return batch;
  }

  /** In place of what an earlier try left there. @returns bytes of the volume */
  async #copy(project_id: number, { volume, sessions }: Batch, there: readonly Moving[]): Promise<number> {
    const call: <T>(ask: Parameters<CallVolume>[2]) => Promise<T> = (ask) =>
      this.#parts.callVolume(project_id, volume, ask) as never;
    await call((stub) => stub.forget(sessions.map(({ id }) => id)));
    for (const parts of this.#pieces(there)) await call((stub) => stub.insert(parts));
    return call((stub) => stub.index(there.map(({ id, started_at }) => ({ id, started_at }))));
  }

  /** Requests of about a million characters; each session is read as it is then. */
  *#pieces(sessions: readonly Moving[]): Generator<StorePart[]> {
    let parts: StorePart[] = [];
    let characters = 0;
    for (const { id } of sessions)
      for (const table of RECORD_TABLES)
        for (const row of this.#rowsOf(table, id)) {
          const last = parts.at(-1);
          if (last?.table === table) last.rows.push(row);
          else parts.push({ table, rows: [row] });
          characters += JSON.stringify(row).length;
          if (characters < PART) continue;
          yield parts;
          [parts, characters] = [[], 0];
        }
    if (parts.length > 0) yield parts;
  }

  #rowsOf(table: (typeof RECORD_TABLES)[number], session_id: string): Rows[string] {
    return this.#parts.storage.sql
      .exec<Rows[string][number]>(`SELECT * FROM ${table} WHERE session_id = ?`, session_id)
      .toArray();
  }
}

const monthOf = ({ started_at }: Moving): string => new Date(started_at).toISOString().slice(0, 7);

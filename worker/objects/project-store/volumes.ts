import type { Rows } from "../table-rows.ts";
import type { MovedTable } from "./moved-table.ts";
import type { Mover } from "./mover.ts";
import type { EventBatch, StoreKey, StorePage, StorePart } from "./rpc.ts";
import { isRecordTable, MOVED_SESSIONS, VOLUME } from "./tables.ts";
import type { CallVolume } from "./volume-client.ts";

interface Parts {
  moved: MovedTable;
  mover: Mover;
  callVolume: CallVolume;
}

/** What is done to records that have moved to volumes, or are being copied there. */
export class Volumes {
  readonly #parts: Parts;
  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** A late report. @returns whether it was not there; `null` where the session's records are the store's */
  async keepEvents(project_id: number, batch: EventBatch, repeated: boolean): Promise<boolean | null> {
    const { moved, mover, callVolume } = this.#parts;
    const { session_id } = batch;
    mover.touch([session_id]);
    const [[volume, [session]] = [null, []]] = moved.byVolume([session_id]);
    if (volume === null || session === undefined) return null;
    const kept = await callVolume(project_id, volume, (stub) => stub.keepEvents(batch, repeated, session.started_at));
    if (moved.of(session_id) === volume) return kept;
    // Forgotten meanwhile: what is late stays with the store, and goes with the next cron.
    await callVolume(project_id, volume, (stub) => stub.forget([session_id]));
    return null;
  }

  async deleteEvents(project_id: number, session_id: string, ids: readonly number[]): Promise<void> {
    const { moved, mover, callVolume } = this.#parts;
    mover.touch([session_id]);
    const volume = moved.of(session_id);
    if (volume !== null) await callVolume(project_id, volume, (stub) => stub.deleteEvents(session_id, ids));
  }

  /** Before the store forgets them itself. */
  async forget(project_id: number, session_ids: readonly string[]): Promise<void> {
    const { moved, mover, callVolume } = this.#parts;
    mover.touch(session_ids);
    const forgotten = moved.idsByVolume(session_ids);
    const [copying, underWay] = [mover.copying(session_ids), mover.underWay()];
    if (underWay !== null && copying.length > 0) forgotten.push([underWay, copying]);
    await Promise.all(forgotten.map(([volume, ids]) => callVolume(project_id, volume, (stub) => stub.forget(ids))));
  }

  /** Within the transaction in which the store forgets them. */
  forgotten(session_ids: readonly string[]): void {
    const { moved, mover } = this.#parts;
    // What was read of them meanwhile is not to be kept.
    mover.touch(session_ids);
    moved.forget(session_ids);
  }

  /** Drops volumes whose sessions are all forgotten: whole months. */
  async dropEmpty(project_id: number): Promise<void> {
    const { moved, mover, callVolume } = this.#parts;
    for (const volume of moved.empty()) {
      if (volume === mover.underWay()) continue;
      await callVolume(project_id, volume, (stub) => stub.drop());
      moved.remove(volume);
    }
  }

  async forgetOrganization(project_id: number, org_id: number): Promise<void> {
    const { moved, mover, callVolume } = this.#parts;
    for (const volume of this.#all()) await callVolume(project_id, volume, (stub) => stub.forgetOrganization(org_id));
    moved.forgetOrganization(org_id);
    mover.touchAll();
    await this.dropEmpty(project_id);
  }

  /** Before the store is dropped. */
  async drop(): Promise<void> {
    const { moved, mover, callVolume } = this.#parts;
    const project_id = moved.project() ?? mover.project();
    if (project_id === null) return;
    for (const volume of this.#all()) await callVolume(project_id, volume, (stub) => stub.drop());
  }

  /** Call it after the storage was emptied. */
  dropped(): void {
    this.#parts.moved.dropped();
  }

  /** Also the one that records are being copied to. */
  #all(): Set<number> {
    const { moved, mover } = this.#parts;
    const underWay = mover.underWay();
    return new Set([...moved.volumes().map(({ id }) => id), ...(underWay === null ? [] : [underWay])]);
  }

  /**
   * A page of a backup: first which volume has which session, then the store's own rows, then those of the volumes. All are restored
   * alike.
   */
  async dump(
    project_id: number,
    after: StoreKey | null,
    limit: number,
    own: (after: StoreKey | null) => StorePage,
  ): Promise<StorePage> {
    if (after?.[0] === VOLUME) return this.#dumpVolume(project_id, Number(after[1]), within(after), limit);
    if (after === null || after[0] === MOVED_SESSIONS) {
      const rows = this.#parts.moved.after(after === null ? "" : String(after[1]), limit);
      const part = { table: MOVED_SESSIONS, rows };
      if (rows.length === limit) return { parts: [part], next: [MOVED_SESSIONS, String(rows.at(-1)?.session_id)] };
      const page = own(null);
      const parts = rows.length > 0 ? [part, ...page.parts] : page.parts;
      return { parts, next: page.next ?? this.#volumeBehind(0) };
    }
    const page = own(after);
    return { ...page, next: page.next ?? this.#volumeBehind(0) };
  }

  async #dumpVolume(project_id: number, volume: number, after: StoreKey | null, limit: number): Promise<StorePage> {
    const { parts, next } = await this.#parts.callVolume(project_id, volume, (stub) => stub.dump(after, limit));
    return { parts, next: next === null ? this.#volumeBehind(volume) : [VOLUME, volume, ...next] };
  }

  #volumeBehind(volume: number): StoreKey | null {
    const ids = this.#parts.moved.volumes().map(({ id }) => id);
    const next = ids.filter((id) => id > volume);
    return next.length === 0 ? null : [VOLUME, Math.min(...next)];
  }

  /** @returns those of the rows that are the store's */
  async insert(project_id: number, { table, rows }: StorePart): Promise<Rows[string]> {
    const { moved, mover, callVolume } = this.#parts;
    if (table === "sessions") mover.lookAnew();
    if (table === MOVED_SESSIONS) {
      moved.insert(rows);
      return [];
    }
    if (!isRecordTable(table)) return rows;
    const ids = new Set(rows.map(({ session_id }) => String(session_id)));
    mover.touch(ids);
    const elsewhere = new Set<string>();
    for (const [volume, sessions] of moved.byVolume(ids)) {
      const theirs = new Set(sessions.map(({ id }) => id));
      for (const id of theirs) elsewhere.add(id);
      const part = { table, rows: rows.filter(({ session_id }) => theirs.has(String(session_id))) };
      await callVolume(project_id, volume, (stub) => stub.insert([part]));
      if (table === "events") await callVolume(project_id, volume, (stub) => stub.index(sessions));
    }
    return rows.filter(({ session_id }) => !elsewhere.has(String(session_id)));
  }
}

const within = ([, , ...key]: StoreKey): StoreKey | null => (key.length === 0 ? null : (key as StoreKey));

import type { AnsweringPage } from "../../../shared/question-topics.ts";
import { DAY_MS } from "../../../shared/time.ts";
import { DOCUMENTS_PER_MS } from "./engine.ts";
import type { MovedTable, Volume } from "./moved-table.ts";
import type { Records } from "./records.ts";
import type { ContactEvent, EventPage, EventsRead, KeptCall, TranscriptEvent } from "./rpc.ts";
import { MAX_PAGES } from "./tool-calls-table.ts";
import type { CallVolume } from "./volume-client.ts";
import type { Maybe, OpeningWords, RecordReads, SearchAsked, SearchHit, UsageRead } from "./volume-rpc.ts";

/** The records of the store itself, or a volume. */
type Reader = {
  [Name in keyof RecordReads]: (
    ...args: Parameters<RecordReads[Name]>
  ) => Maybe<Awaited<ReturnType<RecordReads[Name]>>>;
};

interface Places {
  records: Records;
  moved: MovedTable;
  callVolume: CallVolume;
}

/** Reads the records of sessions where they are: in the store, or in the volume that they have moved to. */
export class History {
  readonly #at: Places;
  constructor(places: Places) {
    this.#at = places;
  }

  async #one<T>(project_id: number, session_id: string, read: (from: Reader) => Maybe<T>): Promise<T> {
    const { records, moved, callVolume } = this.#at;
    const volume = moved.of(session_id);
    return volume === null ? read(records) : callVolume(project_id, volume, async (stub) => read(stub));
  }

  /** In the order of the sessions. */
  async #many<T>(
    project_id: number,
    session_ids: readonly string[],
    read: (from: Reader, ids: readonly string[]) => Maybe<T[]>,
    idOf: (item: T) => string,
  ): Promise<T[]> {
    const { records, moved, callVolume } = this.#at;
    const byVolume = moved.idsByVolume(session_ids);
    if (byVolume.length === 0) return read(records, session_ids);
    const elsewhere = new Set(byVolume.flatMap(([, ids]) => ids));
    const here = session_ids.filter((id) => !elsewhere.has(id));
    const answers = await Promise.all([
      read(records, here),
      ...byVolume.map(([volume, ids]) => callVolume(project_id, volume, async (stub) => read(stub, ids))),
    ]);
    const items = Map.groupBy(answers.flat(), idOf);
    return session_ids.flatMap((id) => items.get(id) ?? []);
  }

  eventsOf(project_id: number, session_id: string, page: EventPage): Promise<EventsRead> {
    return this.#one(project_id, session_id, (from) => from.eventsOf(session_id, page));
  }

  contactEvents(project_id: number, session_id: string): Promise<ContactEvent[]> {
    return this.#one(project_id, session_id, (from) => from.contactEvents(session_id));
  }

  usageOf(project_id: number, session_id: string, most: number): Promise<UsageRead> {
    return this.#one(project_id, session_id, (from) => from.usageOf(session_id, most));
  }

  callsOf(project_id: number, session_id: string): Promise<KeptCall[]> {
    return this.#one(project_id, session_id, (from) => from.callsOf(session_id));
  }

  lastSaid(project_id: number, session_ids: readonly string[], limit: number): Promise<TranscriptEvent[]> {
    const read = (from: Reader, ids: readonly string[]) => from.lastSaid(ids, limit);
    return this.#many(project_id, session_ids, read, ({ session_id }) => session_id);
  }

  saidSizes(project_id: number, session_ids: readonly string[]): Promise<[session_id: string, characters: number][]> {
    const read = (from: Reader, ids: readonly string[]) => from.saidSizes(ids);
    return this.#many(project_id, session_ids, read, ([session_id]) => session_id);
  }

  openingWords(project_id: number, session_ids: readonly string[], failed: readonly string[]): Promise<OpeningWords[]> {
    const read = (from: Reader, ids: readonly string[]) => from.openingWords(ids, failed);
    return this.#many(project_id, session_ids, read, ({ session_id }) => session_id);
  }

  /** In the order of `asked`. A volume is asked only if it may have hits that come before those that are there. */
  async find(project_id: number, asked: SearchAsked, limit: number): Promise<SearchHit[]> {
    const { records, moved, callVolume } = this.#at;
    const { oldest } = asked;
    let hits = records.search.find(asked, limit);
    const volumes = moved.volumes().filter((volume) => mayHave(volume, asked));
    for (const { id, first_at, last_at } of oldest ? volumes.reverse() : volumes) {
      const last = hits.length < limit ? undefined : hits[limit - 1]?.id;
      const behind =
        last !== undefined && (oldest ? last < first_at * DOCUMENTS_PER_MS : last >= (last_at + 1) * DOCUMENTS_PER_MS);
      if (behind) continue;
      const found = await callVolume(project_id, id, (volume) => volume.find(asked, limit));
      hits = [...hits, ...found].sort((one, other) => (oldest ? one.id - other.id : other.id - one.id)).slice(0, limit);
    }
    return hits;
  }

  /** The pages that stood first where a search was answered, the most frequent first. */
  async answering(project_id: number, scope: number | null, since: number): Promise<AnsweringPage[]> {
    const { records, moved, callVolume } = this.#at;
    // A call of a tool comes after its session's start.
    const volumes = moved.volumes().filter(({ last_at }) => last_at >= since - DAY_MS);
    const here = records.calls.answering(scope, since);
    if (volumes.length === 0) return here;
    const elsewhere = volumes.map(({ id }) => callVolume(project_id, id, (volume) => volume.answering(scope, since)));
    const pages = [here, ...(await Promise.all(elsewhere))].flat();
    return [...Map.groupBy(pages, ({ title, url }) => JSON.stringify([title, url])).values()]
      .map(([page, ...others]) => ({
        ...(page as AnsweringPage),
        count: others.reduce((sum, { count }) => sum + count, page?.count ?? 0),
      }))
      .sort((one, other) => other.count - one.count || (one.title ?? "").localeCompare(other.title ?? ""))
      .slice(0, MAX_PAGES);
  }
}

const mayHave = ({ first_at, last_at }: Volume, { from, until, before, oldest }: SearchAsked): boolean =>
  (from === null || last_at >= from) &&
  (until === null || first_at < until) &&
  (before === null || (oldest ? last_at >= before.started_at : first_at <= before.started_at));

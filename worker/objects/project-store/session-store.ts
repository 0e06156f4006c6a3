import type { StatisticsDay } from "../../../shared/statistics.ts";
import { HOUR_MS } from "../../../shared/time.ts";
import { logError } from "../../log-error.ts";
import type { PersonCounts } from "../project-desk/rpc.ts";
import type { SessionPlace } from "./after-call-rpc.ts";
import { AfterCallStore } from "./after-call-store.ts";
import { digestOf, MOST_LOOKED_AT } from "./digest.ts";
import { NO_CALLS } from "./engine.ts";
import { Indexer } from "./indexer.ts";
import { Mover } from "./mover.ts";
import { TIDY_PAUSE } from "./search-table.ts";
import { SessionFinder } from "./session-finder.ts";
import type {
  SessionCopy,
  SessionFilter,
  SessionFound,
  SessionOpening,
  SessionRpc,
  SessionsFound,
  SiteSums,
  Summed,
  Visitor,
} from "./session-rpc.ts";
import { SessionSums } from "./session-sums.ts";
import { SessionsTable } from "./sessions-table.ts";
import { Volumes } from "./volumes.ts";

/** Notes in D1 that no session of a project began before this that is not emptied yet; `null` where there is none. */
export type NoteOldest = (project_id: number, started_at: number | null) => Promise<void>;

/** Sessions that may be indexed before a search is answered. */
const MOST_INDEXED = 500;
/** Between two batches of records that move, milliseconds. */
const MOVE_PAUSE = 250;
/** What the cron knows of the oldest session; nothing where that is not certain. */
const NOTED = "oldest_noted";

/** Whether the cron has to hear of the oldest session, by what it knows of it. */
type IsNews = (oldest: number | null, noted: number | null) => boolean;
const isEarlier: IsNews = (oldest, noted) => oldest !== null && (noted === null || oldest < noted);
/** Of a cron that knows of one. */
const isOther: IsNews = (oldest, noted) => oldest === null || oldest !== noted;

/** What a project's store does with sessions, and with the search of them. */
export abstract class SessionStore<Env> extends AfterCallStore<Env> implements SessionRpc {
  protected abstract noteOldest: NoteOldest;
  /** @throws Error where D1's rows are still coming in: nobody waits long for them */
  protected abstract openSoon(project_id: number): Promise<number | null>;
  protected readonly sessions = new SessionsTable(this.ctx.storage);
  protected readonly mover = new Mover({
    storage: this.ctx.storage,
    records: this.records,
    moved: this.moved,
    sessions: this.sessions,
    callVolume: this.volumeCaller,
  });
  protected readonly volumes = new Volumes({ moved: this.moved, mover: this.mover, callVolume: this.volumeCaller });
  protected readonly sessionSums = new SessionSums(this.ctx.storage);
  protected readonly indexer = new Indexer(this.records.events, this.records.search);
  #noting: Promise<void> = Promise.resolve();

  async keepSessions(project_id: number, copies: readonly SessionCopy[]): Promise<void> {
    if ((await this.openSoon(project_id)) === null) return;
    this.ctx.storage.transactionSync(() => this.sessions.keep(copies));
    // The ledger waits for the store, not for D1.
    this.ctx.waitUntil(this.noteOldestSession(project_id));
  }

  async session(project_id: number, id: string): Promise<SessionFound | null> {
    return (await this.open(project_id)) === null ? null : this.sessions.find(id);
  }

  async agentNames(project_id: number, ids: readonly string[], scope: number | null): Promise<[string, string][]> {
    return (await this.open(project_id)) === null ? [] : this.sessions.agentNames(ids, scope);
  }

  async findSessions(
    project_id: number,
    filter: SessionFilter,
    before: SessionPlace | null,
    limit: number,
  ): Promise<SessionsFound> {
    if ((await this.open(project_id)) === null) return { rows: [], next: null };
    if (filter.match !== null) this.indexer.run(MOST_INDEXED);
    const finder = new SessionFinder({
      sessions: this.sessions,
      ratings: this.ratings,
      search: (...asked) => this.history.find(project_id, ...asked),
    });
    const { found, next } = await finder.page(filter, before, limit);
    const failed = found.filter(({ end_reason }) => end_reason === "failed").map(({ id }) => id);
    const openings = await this.#openingsOf(
      project_id,
      found.map(({ id }) => id),
      failed,
    );
    const rows = found.map((row, at) => {
      const { session_id: _, ...opening } = openings[at] as SessionOpening;
      return { ...row, ...opening };
    });
    return { rows, next };
  }

  async openings(
    project_id: number,
    session_ids: readonly string[],
    failed: readonly string[],
  ): Promise<SessionOpening[]> {
    return (await this.open(project_id)) === null ? [] : this.#openingsOf(project_id, session_ids, failed);
  }

  /** In the order of the ids. */
  async #openingsOf(
    project_id: number,
    session_ids: readonly string[],
    failed: readonly string[],
  ): Promise<SessionOpening[]> {
    const words = await this.history.openingWords(project_id, session_ids, failed);
    const [contacts, ratings] = [this.contactsTable.newest(session_ids), this.ratings.of(session_ids)];
    const summaries = this.analyses.summaries(session_ids);
    return words.map(({ session_id, ...said }) => ({
      session_id,
      ...said,
      contact_id: contacts.get(session_id) ?? null,
      rating: ratings.get(session_id) ?? null,
      summary: summaries.get(session_id) ?? null,
    }));
  }

  async index(project_id: number, limit: number): Promise<number> {
    return (await this.open(project_id)) === null ? 0 : this.indexer.run(limit).indexed;
  }

  /** No word of what is gone stays in the search's segments: what these steps leave, an alarm goes on with. */
  protected async tidySearch(): Promise<void> {
    if (this.records.search.tidySome()) await this.wakeAt(Date.now() + TIDY_PAUSE);
  }

  /** What an alarm does: moves records where the store has grown. A volume that is away stops nothing else. */
  protected async tendMoves(): Promise<void> {
    const project_id = this.mover.wanted() ? this.sessions.project() : null;
    if (project_id === null) return;
    try {
      if (await this.mover.step(project_id)) await this.wakeAt(Date.now() + MOVE_PAUSE);
    } catch (error) {
      logError("records_not_moved", error, { project_id });
      await this.wakeAt(Date.now() + HOUR_MS);
    }
  }

  async memoryOf(project_id: number, visitor: Visitor, since: number): Promise<string | null> {
    if ((await this.open(project_id)) === null) return null;
    const sessions = this.sessions.ofVisitor(visitor, since, MOST_LOOKED_AT);
    return digestOf(sessions, (ids, limit) => this.history.lastSaid(project_id, ids, limit));
  }

  async addPersonCounts(project_id: number, session_id: string, org_id: number, counts: PersonCounts): Promise<void> {
    if ((await this.open(project_id, { writing: true })) !== null)
      this.sessionSums.addPerson(session_id, org_id, counts);
  }

  async markTestCalls(project_id: number, key_ids: readonly number[]): Promise<void> {
    if ((await this.open(project_id)) !== null) this.sessions.markTests(key_ids);
  }

  async sums(project_id: number, summed: Summed): Promise<StatisticsDay[]> {
    return (await this.open(project_id)) === null ? [] : this.sessionSums.ofDays(summed);
  }

  async siteSums(
    project_id: number,
    scope: number | null,
    day: { from: number; until: number },
    week_from: number,
  ): Promise<SiteSums> {
    return (await this.open(project_id)) === null ? NO_CALLS : this.sessionSums.ofSite(scope, day, week_from);
  }

  async firstCall(project_id: number): Promise<number | null> {
    return (await this.open(project_id)) === null ? null : this.sessions.firstCall();
  }

  async sessionsToEmpty(project_id: number, before: number, limit: number): Promise<string[]> {
    if ((await this.open(project_id)) === null) return [];
    const ids = this.sessions.toEmpty(before, limit);
    if (ids.length === 0) await this.#note(project_id, isOther);
    return ids;
  }

  async sessionsWith(project_id: number, subjects: readonly string[], limit: number): Promise<string[]> {
    return (await this.open(project_id)) === null ? [] : this.sessions.with(subjects, limit);
  }

  async organizationsWith(project_id: number, subjects: readonly string[]): Promise<number[]> {
    return (await this.open(project_id)) === null ? [] : this.sessions.organizationsWith(subjects);
  }

  async organizationsRunning(project_id: number): Promise<number[]> {
    return (await this.open(project_id)) === null ? [] : this.sessions.organizationsRunning();
  }

  /**
   * Has the cron look for a session that began before all it knows of. A note that is too early costs it a look, which sets it right, and
   * a call of a project that keeps nothing no write. What a kill leaves is made good by the next call that is kept, and where D1 does
   * not answer by an alarm.
   */
  protected noteOldestSession(project_id: number): Promise<void> {
    return this.#note(project_id, isEarlier);
  }

  /** One at a time, so that D1 has the last. */
  #note(project_id: number, isNews: IsNews): Promise<void> {
    this.#noting = this.#noting.then(() =>
      this.#noteOldest(project_id, isNews).catch((error: unknown) => {
        logError("oldest_session_not_noted", error, { project_id });
        return this.wakeAt(Date.now() + HOUR_MS);
      }),
    );
    return this.#noting;
  }

  /** What an alarm does. */
  protected async tendSessions(): Promise<void> {
    const project_id = this.sessions.project();
    if (project_id !== null) await this.noteOldestSession(project_id);
  }

  async #noteOldest(project_id: number, isNews: IsNews): Promise<void> {
    const oldest = this.sessions.oldest();
    if (!isNews(oldest, this.ctx.storage.kv.get<number>(NOTED) ?? null)) return;
    // D1 may take it and not say so, or a kill come between.
    this.ctx.storage.kv.delete(NOTED);
    await this.noteOldest(project_id, oldest);
    if (oldest !== null) this.ctx.storage.kv.put(NOTED, oldest);
  }
}

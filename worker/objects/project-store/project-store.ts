// Long: one short method for each of the object's RPC.
import type { OpenQuestion } from "../../../shared/knowledge.ts";
import type { ToolOutcome } from "../../../shared/tools.ts";
import { CountsTable } from "./counts-table.ts";
import { countedNames, deletedAt, firstKeptDay, firstKeptQuestion, questionDeletedAt } from "./engine.ts";
import { FirstOutcomes } from "./first-outcomes.ts";
import { INDEX_AFTER } from "./indexer.ts";
import { QuestionsTable } from "./questions-table.ts";
import type {
  Asking,
  ClaimedCall,
  ContactEvent,
  DayCount,
  EventBatch,
  EventPage,
  EventsRead,
  KeptCall,
  ProjectStoreRpc,
  QuestionHistory,
  QuestionText,
  StoreKey,
  StorePage,
  StorePart,
  ToolCallClaim,
  TranscriptEvent,
} from "./rpc.ts";
import { SessionStore } from "./session-store.ts";
import { StoreTable } from "./table.ts";
import { type Opening, type ReadEarlier, type ReadPiece, type ReadToMove, Takeover } from "./takeover.ts";

/**
 * Keeps what the pages and calls of one project leave: counts, questions that nothing answered, sessions and what they reported,
 * calls of tools, contacts, ratings and analyses. What D1 had of it before there were stores is here with the first answer, in one
 * transaction: until then everything is in D1, from then on everything is here.
 */
export abstract class ProjectStore<Env> extends SessionStore<Env> implements ProjectStoreRpc {
  protected abstract readEarlier: ReadEarlier;
  protected abstract readToMove: ReadToMove;
  protected abstract readPiece: ReadPiece;
  readonly #counts = new CountsTable(this.ctx.storage);
  readonly #questions = new QuestionsTable(this.ctx.storage);
  readonly #outcomes = new FirstOutcomes(this.records.calls);
  readonly #table = new StoreTable(this.ctx.storage, {
    counts: this.#counts,
    questions: this.#questions,
    contacts: this.contactsTable,
    events: this.records.events,
    search: this.records.search,
  });
  readonly #takeover = new Takeover(this.#table, {
    readEarlier: (...tables) => this.readEarlier(...tables),
    readToMove: (project_id) => this.readToMove(project_id),
    readPiece: (...piece) => this.readPiece(...piece),
  });
  /** Whether this life of the object has looked for what is too old. */
  #tidied = false;

  async count(
    project_id: number,
    version: number,
    day: string,
    counts: readonly [name: string, count: number][],
  ): Promise<void> {
    const owner = await this.open(project_id, { version, writing: true });
    if (owner === null) return;
    const names = counts.map(([name]) => name);
    const counted = countedNames(names, this.#counts.namesOf(owner, day));
    for (const [name, count] of counts) if (counted.has(name)) this.#counts.add(owner, day, name, count);
    if (!this.#tidied) await this.#tidy();
  }

  async counts(
    project_id: number,
    version: number,
    scope: number | null,
    from: string,
    to: string,
  ): Promise<DayCount[]> {
    return (await this.open(project_id, { version })) === null ? [] : this.#counts.sums(scope, from, to);
  }

  async ask(project_id: number, asking: Asking, questions: readonly QuestionText[], at: number): Promise<void> {
    const { org_id, session_id, once = false } = asking;
    if ((await this.open(project_id, { org_id, writing: true })) !== org_id) return;
    // Emptied since its words were read: its visitor is forgotten, or its time over.
    if (once && (this.#questions.hasAsked(session_id) || this.sessions.isEmptied(session_id))) return;
    this.ctx.storage.transactionSync(() => {
      for (const question of questions) this.#questions.ask(project_id, asking, question, at);
    });
    await this.wakeAt(questionDeletedAt(at));
  }

  async questions(project_id: number, version: number, limit: number, offset: number): Promise<OpenQuestion[]> {
    return (await this.open(project_id, { version })) === null ? [] : this.#questions.list(limit, offset);
  }

  async questionHistory(
    project_id: number,
    version: number,
    scope: number | null,
    since: number,
  ): Promise<QuestionHistory> {
    if ((await this.open(project_id, { version })) === null) return { questions: [], asked: [], answered: [] };
    const answered = await this.history.answering(project_id, scope, since);
    return { ...this.#questions.history(since), answered };
  }

  async question(project_id: number, version: number, id: number): Promise<OpenQuestion | null> {
    return (await this.open(project_id, { version })) === null ? null : this.#questions.find(id);
  }

  async deleteQuestion(project_id: number, id: number): Promise<void> {
    if ((await this.open(project_id)) !== null) this.ctx.storage.transactionSync(() => this.#questions.delete([id]));
  }

  async hasAsked(project_id: number, session_id: string): Promise<boolean> {
    if ((await this.open(project_id)) === null) return false;
    return this.#questions.hasAsked(session_id) || this.records.calls.hasSearched(session_id);
  }

  async claimCall(project_id: number, claim: ToolCallClaim): Promise<boolean> {
    return (await this.open(project_id, { writing: true })) === null || this.records.calls.claim(claim);
  }

  async finishCall(project_id: number, session_id: string, outcome: ToolOutcome): Promise<void> {
    if ((await this.open(project_id)) === null) return;
    this.mover.touch([session_id]);
    this.#outcomes.finish(session_id, outcome);
  }

  async findCall(
    project_id: number,
    session_id: string,
    call_id: string,
    patience: number,
  ): Promise<ClaimedCall | null> {
    return (await this.open(project_id)) === null ? null : this.#outcomes.find(session_id, call_id, patience);
  }

  async callsOf(project_id: number, session_id: string): Promise<KeptCall[]> {
    return (await this.open(project_id)) === null ? [] : this.history.callsOf(project_id, session_id);
  }

  async keepEvents(project_id: number, batch: EventBatch, repeated: boolean): Promise<void> {
    if ((await this.openSoon(project_id)) === null) return;
    const moved = await this.volumes.keepEvents(project_id, batch, repeated);
    await this.keepWithContacts(project_id, batch, () => {
      if (!(moved ?? this.records.add(batch, repeated))) return false;
      const rated = batch.events.findLast((event) => event.type === "feedback");
      const [known] = rated ? this.sessions.starts([batch.session_id]) : [];
      if (rated) this.ratings.keep({ ...batch, started_at: known?.[1] ?? batch.started_at ?? batch.at }, rated.rating);
      return true;
    });
    // A project that keeps nothing may have emptied it a moment ago: what came late goes with the next cron.
    if (this.sessions.fill(batch.session_id)) this.ctx.waitUntil(this.noteOldestSession(project_id));
  }

  async eventsOf(project_id: number, session_id: string, page: EventPage): Promise<EventsRead> {
    return (await this.open(project_id)) === null
      ? { events: [], next: null }
      : this.history.eventsOf(project_id, session_id, page);
  }

  async lastSaid(project_id: number, session_ids: readonly string[], limit: number): Promise<TranscriptEvent[]> {
    return (await this.open(project_id)) === null ? [] : this.history.lastSaid(project_id, session_ids, limit);
  }

  async saidSizes(project_id: number, session_ids: readonly string[]): Promise<[string, number][]> {
    return (await this.open(project_id)) === null ? [] : this.history.saidSizes(project_id, session_ids);
  }

  async contactEvents(project_id: number, session_id: string): Promise<ContactEvent[]> {
    return (await this.open(project_id)) === null ? [] : this.history.contactEvents(project_id, session_id);
  }

  async deleteEvents(project_id: number, session_id: string, ids: readonly number[]): Promise<void> {
    if ((await this.open(project_id)) === null) return;
    await this.volumes.deleteEvents(project_id, session_id, ids);
    this.records.events.delete(session_id, ids);
  }

  async forget(project_id: number, session_ids: readonly string[], before: number): Promise<void> {
    if ((await this.open(project_id)) === null) return;
    await this.volumes.forget(project_id, session_ids);
    this.ctx.storage.transactionSync(() => {
      this.#questions.forgetSessions(session_ids);
      this.records.forget(session_ids);
      this.volumes.forgotten(session_ids);
      this.ratings.forgetSessions(session_ids);
      this.analyses.forgetSessions(session_ids);
      this.contactsTable.forgetSessions(session_ids);
      this.sessionSums.forgetPersons(session_ids);
      this.sessions.empty(session_ids, Date.now());
      this.#questions.deleteBefore(before);
      this.contactsTable.deleteLoose(before);
    });
    await this.volumes.dropEmpty(project_id);
    await this.tidySearch();
    await this.announcementsSettled();
  }

  async bytes(): Promise<number> {
    if (this.mover.wanted()) await this.wakeAt(Date.now());
    return this.ctx.storage.sql.databaseSize;
  }

  async follow(project_id: number, version: number): Promise<void> {
    if ((await this.open(project_id, { version })) !== null) await this.lookAtLoose();
  }

  async takeOver(project_id: number): Promise<void> {
    if ((await this.open(project_id)) === null) return;
    await this.#tidy();
    await this.lookAtOpenAnalyses();
    await this.noteOldestSession(project_id);
  }

  async dump(project_id: number, after: StoreKey | null, limit: number): Promise<StorePage> {
    if ((await this.open(project_id)) === null) return { parts: [], next: null };
    return this.volumes.dump(project_id, after, limit, (own) => this.#table.rowsAfter(own, limit));
  }

  async restore(project_id: number, part: StorePart): Promise<boolean> {
    const owner = await this.open(project_id, { writing: true });
    if (owner === null) return false;
    const rows = await this.volumes.insert(project_id, part);
    if (rows.length > 0) this.#table.insert({ ...part, rows }, owner);
    await this.#tidy();
    await this.lookAtOpenAnalyses();
    if (part.table === "sessions") await this.noteOldestSession(project_id);
    // Those of which a restore has the events first are numbered by their starts.
    if (part.table === "events" || part.table === "sessions") await this.wakeAt(Date.now() + INDEX_AFTER);
    return true;
  }

  async forgetOrganization(project_id: number, org_id: number): Promise<void> {
    if ((await this.open(project_id)) === null) return;
    await this.volumes.forgetOrganization(project_id, org_id);
    this.#table.forgetOrganization(org_id);
    await this.tidySearch();
  }

  async drop(): Promise<void> {
    await this.volumes.drop();
    await this.ctx.storage.deleteAlarm();
    await this.ctx.storage.deleteAll();
    this.#table.dropped();
    this.volumes.dropped();
  }

  /** At least once, perhaps twice. No part of it throws where D1 is away: the others would not be done. */
  override async alarm(): Promise<void> {
    if (this.#table.owner() === null || !this.#table.whole()) return;
    await this.tendContacts();
    const pause = this.indexer.tend();
    await this.tidySearch();
    await this.#tidy();
    await this.tendAnalyses();
    await this.tendSessions();
    await this.tendMoves();
    if (pause !== null) await this.wakeAt(Date.now() + pause);
  }

  protected override async openSoon(project_id: number): Promise<number | null> {
    await this.#takeover.soon(project_id);
    return this.open(project_id, { writing: true });
  }

  protected override open(project_id: number, opening?: Opening): Promise<number | null> {
    return this.#takeover.open(project_id, opening);
  }

  /** Deletes what is too old, and wakes when there is more of it. */
  async #tidy(): Promise<void> {
    const now = Date.now();
    this.ctx.storage.transactionSync(() => {
      this.#counts.deleteBefore(firstKeptDay(now));
      this.#questions.deleteBefore(firstKeptQuestion(now));
    });
    const day = this.#counts.firstDay();
    const seen = this.#questions.firstSeen();
    if (day !== null) await this.wakeAt(deletedAt(day));
    if (seen !== null) await this.wakeAt(questionDeletedAt(seen));
    await this.tidyContacts();
    this.#tidied = true;
  }
}

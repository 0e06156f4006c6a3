import { NO_USAGE } from "./engine.ts";
import { EventsTable } from "./events-table.ts";
import type { ContactEvent, EventBatch, EventPage, EventsRead, KeptCall, TranscriptEvent, UsageEvent } from "./rpc.ts";
import { SearchTable } from "./search-table.ts";
import { ToolCallsTable } from "./tool-calls-table.ts";
import { UsageTable } from "./usage-table.ts";
import type { OpeningWords, RecordReads, UsageRead } from "./volume-rpc.ts";

/** What sessions leave that fills a store: events, usage, calls of tools, and the search of what was said. */
export class Records implements RecordReads {
  readonly search: SearchTable;
  readonly events: EventsTable;
  readonly usage: UsageTable;
  readonly calls: ToolCallsTable;
  constructor(storage: DurableObjectStorage) {
    this.search = new SearchTable(storage);
    this.events = new EventsTable(storage, this.search);
    this.usage = new UsageTable(storage);
    this.calls = new ToolCallsTable(storage);
  }

  /** @param repeated whether it may be here already: then it is looked for. @returns whether it was not */
  add(batch: EventBatch, repeated: boolean): boolean {
    const { usage = [], events = [] } = Object.groupBy(batch.events, ({ type }) =>
      type === "usage" ? type : "events",
    );
    this.usage.add(batch, usage as UsageEvent[]);
    return events.length > 0 && this.events.add({ ...batch, events }, repeated);
  }

  eventsOf(session_id: string, page: EventPage): EventsRead {
    return this.events.page(session_id, page);
  }

  lastSaid(session_ids: readonly string[], limit: number): TranscriptEvent[] {
    return session_ids.flatMap((session_id) => this.events.lastSaid(session_id, limit));
  }

  saidSizes(session_ids: readonly string[]): [session_id: string, characters: number][] {
    return this.events.saidSizes(session_ids);
  }

  contactEvents(session_id: string): ContactEvent[] {
    return this.events.contacts(session_id);
  }

  openingWords(session_ids: readonly string[], failed: readonly string[]): OpeningWords[] {
    return session_ids.map((session_id) => this.events.opening(session_id, failed.includes(session_id)));
  }

  usageOf(session_id: string, most: number): UsageRead {
    return {
      usage: this.usage.ofSession(session_id, most),
      totals: this.usage.totals([session_id]).get(session_id) ?? NO_USAGE,
    };
  }

  callsOf(session_id: string): KeptCall[] {
    return this.calls.ofSession(session_id);
  }

  forget(session_ids: readonly string[]): void {
    for (const table of [this.calls, this.events, this.usage, this.search]) table.forgetSessions(session_ids);
  }

  /** They are in a volume now. Call `search.noteLeft()` behind the last. */
  moveAway(session_ids: readonly string[]): void {
    for (const table of [this.calls, this.events, this.usage]) table.forgetSessions(session_ids);
    this.search.remove(session_ids);
  }
}

import { DurableObject } from "cloudflare:workers";
import { HOUR_MS } from "../../../shared/time.ts";
import { logError } from "../../log-error.ts";
import { wakeBy } from "../wake-by.ts";
import type { IndexedPassage, IndexedText, PassageIndexRpc, Read, StoredPassage, WordCounts } from "./rpc.ts";
import { PassageTable } from "./table.ts";

/** A page whose passages are still in D1. */
export interface EarlierPage {
  id: number;
  /** Shows D1 whether the page was read again meanwhile. */
  fetched_at: number | null;
  /** The text that it had in this object before, if a Worker of before has read it since. */
  text_id: string | null;
  passages: IndexedPassage[];
}

/** What D1 says of the project's pages. */
export interface PagesInD1 {
  /** The texts that pages have now. */
  textIds(project_id: number): Promise<string[]>;
  /** Some of the pages whose passages are still in D1; none at the end. */
  toMove(project_id: number): Promise<EarlierPage[]>;
  /** Makes these the pages' texts. @returns the ids of the pages that took theirs: the others are gone, or were read again */
  moved(pages: { page: EarlierPage; text_id: string }[]): Promise<number[]>;
}

/** Milliseconds after which D1 has surely heard of a text that was put; one that no page has then is swept. */
const GRACE = HOUR_MS;
const SOON = 60_000;
/** Between two steps of tidying. */
const PAUSE = 1_000;

/**
 * Keeps the passages of one project's pages and the index of their words. D1 says which text is a page's, so that a page changes
 * with one statement there: its new text is here before that, its old one goes after it. What a kill leaves between is swept by an
 * alarm, which is set before.
 */
export abstract class PassageIndex<Env> extends DurableObject<Env> implements PassageIndexRpc {
  protected abstract pages: PagesInD1;
  readonly #table = new PassageTable(this.ctx.storage);
  #takeover: Promise<number> | null = null;

  async put(project_id: number, texts: IndexedText[]): Promise<void> {
    await this.#wakeIn(GRACE);
    this.#table.create(project_id);
    for (const { text_id, passages } of texts) this.#table.put(text_id, passages, Date.now());
  }

  async drop(text_ids: string[]): Promise<number[]> {
    if (!this.#table.exists()) return [];
    const passages = this.#table.drop(text_ids);
    if (passages.length > 0) await this.#wakeIn(SOON);
    return passages;
  }

  async has(text_ids: string[]): Promise<string[]> {
    return this.#table.exists() ? this.#table.has(text_ids) : [];
  }

  async passages(text_ids: string[]): Promise<StoredPassage[]> {
    return this.#table.exists() ? this.#table.passages(text_ids) : [];
  }

  async passagesById(ids: number[]): Promise<StoredPassage[]> {
    return this.#table.exists() ? this.#table.passagesById(ids) : [];
  }

  async ids(): Promise<number[]> {
    return this.#table.exists() ? this.#table.ids() : [];
  }

  async counts(words: string[], beginnings: string[], limit: number): Promise<WordCounts> {
    return this.#table.exists() ? this.#table.counts(words, beginnings, limit) : { rows: [], longer: [], rows_read: 0 };
  }

  async matching(match: string, limit: number): Promise<Read<StoredPassage>> {
    return this.#table.exists() ? this.#table.matching(match, limit) : { rows: [], rows_read: 0 };
  }

  async phrasesThere(phrases: string[]): Promise<Read<string>> {
    return this.#table.exists() ? this.#table.phrasesThere(phrases) : { rows: [], rows_read: 0 };
  }

  async sweepSoon(project_id: number): Promise<void> {
    this.#table.create(project_id);
    await this.#wakeIn(SOON);
  }

  /** Callers that ask meanwhile wait for the same. */
  takeOver(project_id: number): Promise<number> {
    this.#takeover ??= this.#takeOver(project_id).finally(() => {
      this.#takeover = null;
    });
    return this.#takeover;
  }

  /** Each page as if it were read now: a kill leaves it in D1 or here. */
  async #takeOver(project_id: number): Promise<number> {
    const pages = (await this.pages.toMove(project_id)).map((page) => ({ page, text_id: crypto.randomUUID() }));
    if (pages.length === 0) return 0;
    const texts = pages.map(({ page, text_id }) => ({ text_id, passages: page.passages }));
    await this.put(project_id, texts);
    const done = new Set(await this.pages.moved(pages));
    await this.drop(pages.flatMap(({ page, text_id }) => (done.has(page.id) ? (page.text_id ?? []) : text_id)));
    return done.size;
  }

  async dump(after: number, limit: number): Promise<{ passages: StoredPassage[]; next: number | null }> {
    return this.#table.exists() ? this.#table.after(after, limit) : { passages: [], next: null };
  }

  async clear(): Promise<void> {
    await this.ctx.storage.deleteAlarm();
    await this.ctx.storage.deleteAll();
  }

  /** At least once, perhaps twice. It must not throw, or what is left over would stay. */
  override async alarm(): Promise<void> {
    if (!this.#table.exists()) return;
    try {
      await this.#sweep();
    } catch (error) {
      logError("passages_not_swept", error);
      await this.#wakeIn(GRACE);
    }
    if (this.#table.exists() && this.#table.tidy()) await this.#wakeIn(PAUSE);
  }

  async #sweep(): Promise<void> {
    const known = await this.pages.textIds(this.#table.project());
    // It may have been cleared meanwhile. What was put since D1 was read is younger than the grace.
    if (!this.#table.exists()) return;
    const due = Date.now() - GRACE;
    const others = this.#table.others(known);
    this.#table.drop(others.filter(({ put_at }) => put_at <= due).map(({ id }) => id));
    const young = others.map(({ put_at }) => put_at).filter((put_at) => put_at > due);
    if (young.length > 0) await this.#wakeIn(Math.min(...young) - due);
  }

  #wakeIn(pause: number): Promise<void> {
    return wakeBy(this.ctx.storage, Date.now() + pause);
  }
}

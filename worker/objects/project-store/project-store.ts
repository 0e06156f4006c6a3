import { DurableObject } from "cloudflare:workers";
import { countedNames, deletedAt, firstKeptDay } from "./engine.ts";
import type { CountKey, CountPage, CountRow, DayCount, ProjectStoreRpc } from "./rpc.ts";
import { type Earlier, StoreTable } from "./table.ts";

/** What D1 knows of a project, read in one instant; `null` where there is no such project. */
export type ReadEarlier = (project_id: number, counts: boolean) => Promise<Earlier | null>;

/**
 * Keeps what the pages of one project leave: so far what they count. What D1 had of it before there were stores is here
 * with the first answer, in one transaction: until then everything is in D1, from then on everything is here.
 */
export abstract class ProjectStore<Env> extends DurableObject<Env> implements ProjectStoreRpc {
  protected abstract readEarlier: ReadEarlier;
  readonly #table = new StoreTable(this.ctx.storage);
  /** Whether this life of the object has looked for what is too old. */
  #tidied = false;

  async count(
    project_id: number,
    version: number,
    day: string,
    counts: readonly [name: string, count: number][],
  ): Promise<void> {
    const owner = await this.#open(project_id, version, true);
    if (owner === null) return;
    const names = counts.map(([name]) => name);
    const counted = countedNames(names, this.#table.namesOf(owner, day));
    for (const [name, count] of counts) if (counted.has(name)) this.#table.add(owner, day, name, count);
    if (!this.#tidied) await this.#tidy();
  }

  async counts(
    project_id: number,
    version: number,
    scope: number | null,
    from: string,
    to: string,
  ): Promise<DayCount[]> {
    return (await this.#open(project_id, version, false)) === null ? [] : this.#table.sums(scope, from, to);
  }

  async takeOver(project_id: number): Promise<void> {
    if ((await this.#open(project_id, 0, false)) !== null) await this.#tidy();
  }

  async dump(project_id: number, after: CountKey | null, limit: number): Promise<CountPage> {
    if ((await this.#open(project_id, 0, false)) === null) return { rows: [], next: null };
    const rows = this.#table.rowsAfter(after, limit);
    const last = rows.length === limit ? rows.at(-1) : undefined;
    return { rows, next: last ? [last.org_id, last.day, last.name] : null };
  }

  async restore(project_id: number, rows: CountRow[]): Promise<boolean> {
    if ((await this.#open(project_id, 0, true)) === null) return false;
    this.ctx.storage.transactionSync(() => this.#table.insert(rows));
    await this.#tidy();
    return true;
  }

  async forgetOrganization(project_id: number, org_id: number): Promise<void> {
    if ((await this.#open(project_id, 0, false)) !== null) this.#table.forgetOrganization(org_id);
  }

  async drop(): Promise<void> {
    await this.ctx.storage.deleteAlarm();
    await this.ctx.storage.deleteAll();
    this.#table.dropped();
  }

  /** At least once, perhaps twice. */
  override async alarm(): Promise<void> {
    if (this.#table.owner() !== null) await this.#tidy();
  }

  /**
   * @param writing whether the store is made where it is not there and D1 has nothing for it
   * @returns whose counts are added, 0 for nobody's; `null` where there is nothing
   */
  async #open(project_id: number, version: number, writing: boolean): Promise<number | null> {
    const known = this.#table.owner();
    if (known && known.version >= version) return known.org_id;
    const earlier = await this.readEarlier(project_id, known === null);
    if (earlier === null) return known?.org_id ?? null;
    // Others were served meanwhile; who opened it first has taken over the rows.
    if (!writing && earlier.counts.length === 0 && this.#table.owner() === null) return null;
    // A version that D1 does not have comes from before a restore: D1 is asked for it once.
    this.#table.follow({ ...earlier, version: Math.max(version, earlier.version) });
    return this.#table.owner()?.org_id ?? null;
  }

  /** Deletes what is too old, and wakes when there is more of it. */
  async #tidy(): Promise<void> {
    this.#table.deleteBefore(firstKeptDay(Date.now()));
    const first = this.#table.firstDay();
    const alarm = await this.ctx.storage.getAlarm();
    if (first !== null && (alarm ?? Number.POSITIVE_INFINITY) > deletedAt(first))
      await this.ctx.storage.setAlarm(deletedAt(first));
    this.#tidied = true;
  }
}

import { DurableObject } from "cloudflare:workers";
import { VERSION } from "../../../shared/version.ts";
import type { Bindings } from "../../env.ts";
import { logError } from "../../log-error.ts";
import { readVariables } from "../../variables.ts";
import { backoff } from "../backoff.ts";
import { choiceOf } from "./choice.ts";
import type { CrawlStore } from "./crawl-store.ts";
import { type Next, step } from "./engine.ts";
import type { Reading } from "./reading.ts";
import { PRODUCT, Robots } from "./robots.ts";
import type { CrawlJob, SourceCrawlerRpc } from "./rpc.ts";
import { CrawlTable } from "./table.ts";

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 60_000;

/**
 * Reads one source, a step with each alarm: what was settled stays so, whatever happens between two steps. An empty
 * object stores nothing.
 */
export abstract class SourceCrawler extends DurableObject<Bindings> implements SourceCrawlerRpc {
  protected abstract store: CrawlStore;
  readonly #table = new CrawlTable(this.ctx.storage);
  #reading: Reading | null = null;
  #stepping = false;
  #failures = 0;

  async begin(job: CrawlJob): Promise<void> {
    this.#table.begin(job);
    this.#reading = null;
    this.#failures = 0;
    await this.ctx.storage.setAlarm(Date.now());
  }

  async resume(): Promise<boolean> {
    if (this.#table.job() === null) return false;
    if (this.#stepping) return true;
    // An alarm that fell due while nothing ran has been seen not to come.
    const at = await this.ctx.storage.getAlarm();
    if (at === null || at < Date.now()) await this.ctx.storage.setAlarm(Date.now());
    return true;
  }

  async stop(): Promise<void> {
    this.#reading = null;
    await this.ctx.storage.deleteAlarm();
    await this.ctx.storage.deleteAll();
  }

  /** At least once, perhaps twice. It must not throw, or the reading would be lost. */
  override async alarm(): Promise<void> {
    const reading = this.#load();
    if (!reading) return;
    this.#stepping = true;
    let next: Next;
    try {
      next = await step(reading);
      this.#failures = 0;
    } catch (error) {
      logError("crawl_step_failed", error, { run: reading.job.run });
      next = { after: backoff(this.#failures++, FIRST_PAUSE_MS, LONGEST_PAUSE_MS) / 1_000 };
    } finally {
      this.#stepping = false;
    }
    // Another reading may have begun meanwhile; it has an alarm of its own.
    if (this.#table.job()?.run !== reading.job.run) return;
    if (next === "over") await this.stop();
    else await this.ctx.storage.setAlarm(Date.now() + next.after * 1_000);
  }

  #load(): Reading | null {
    const job = this.#table.job();
    if (!job || this.#reading?.job.run === job.run) return job && this.#reading;
    const development = readVariables(this.env).ENVIRONMENT === "development";
    const user_agent = `${PRODUCT}/${VERSION} (+${job.service_origin})`;
    this.#reading = {
      job,
      table: this.#table,
      store: this.store,
      robots: new Robots(this.#table, user_agent, development),
      chosen: choiceOf(job.patterns ?? { include: [], exclude: [] }),
      user_agent,
      development,
      now: () => Date.now(),
      current: () => this.#table.job()?.run === job.run,
    };
    return this.#reading;
  }
}

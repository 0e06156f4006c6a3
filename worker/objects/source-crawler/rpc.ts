import type { SourceKind } from "../../../shared/knowledge.ts";
import type { FetchedPage } from "../../outbound/fetch-page.ts";

/** One reading of a source. */
export interface CrawlJob {
  /** Names this reading; what is written under another name than the source's newest goes nowhere. */
  run: string;
  source_id: number;
  project_id: number;
  kind: Extract<SourceKind, "url" | "sitemap">;
  url: string;
  /** The owner's own title. */
  title: string | null;
  /** Pages that the project has room for. */
  room: number;
  /** The service's own address, which the crawler names itself with. */
  service_origin: string;
  /** Unix milliseconds. */
  begun_at: number;
}

/** RPC of the object that reads one source. Its name is the source's id. */
export interface SourceCrawlerRpc {
  /** Begins a reading, in place of any other. */
  begin(job: CrawlJob): Promise<void>;
  /** Goes on where it stopped, should nothing have woken it; without a reading it does nothing. */
  resume(): Promise<void>;
  /** The source is gone: forgets everything. */
  stop(): Promise<void>;
}

export interface CrawlCounts {
  failed: number;
  skipped: number;
  waiting: number;
}

export interface CrawlEnd {
  detail: string | null;
  failed: number;
  skipped: number;
  /** Whether everything was met: what was not, is gone. */
  whole: boolean;
}

/** Where a crawler writes what it reads: D1, which objects never reach by themselves. */
export interface CrawlStore {
  /** What the servers said of these pages the last time. */
  validators(
    run: string,
    addresses: string[],
  ): Promise<{ address: string; etag: string | null; modified: string | null }[]>;
  /** @throws UnreadableDocument */
  save(job: CrawlJob, page: FetchedPage): Promise<void>;
  /** @returns whether there is something to keep */
  keep(run: string, address: string, detail: string | null): Promise<boolean>;
  refuse(run: string, address: string, status: "failed" | "skipped", detail: string): Promise<void>;
  /** @returns false where the source is gone, or is read anew by another */
  progress(run: string, counts: CrawlCounts): Promise<boolean>;
  finish(run: string, end: CrawlEnd): Promise<void>;
}

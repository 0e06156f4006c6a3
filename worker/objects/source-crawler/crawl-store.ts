import type { FetchedPage } from "../../outbound/fetch-page.ts";
import type { CrawlJob } from "./rpc.ts";

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

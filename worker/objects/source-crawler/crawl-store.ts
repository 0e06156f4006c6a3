import type { Document } from "../../documents/document.ts";
import type { FetchedPage } from "../../outbound/fetch-page.ts";
import type { CrawlJob } from "./rpc.ts";

interface CrawlCounts {
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

/** Where a crawler writes what it reads: D1 and the project's passages, which it never reaches by itself. */
export interface CrawlStore {
  /** What the servers said the last time of the pages at these addresses, and of those that they led to. */
  validators(
    job: CrawlJob,
    addresses: string[],
  ): Promise<{ address: string; etag: string | null; modified: string | null }[]>;
  /**
   * @param translations the name that it shares with its translations; empty if it has none
   * @returns what the project has no room for; `null` where it is saved
   */
  save(job: CrawlJob, page: FetchedPage, document: Document, translations: string): Promise<"pages" | "text" | null>;
  /** The page is as it was. @returns whether it is known */
  confirm(run: string, page: Pick<FetchedPage, "address" | "asked">): Promise<boolean>;
  /** The passages that are known of a page. */
  passages(job: CrawlJob, address: string): Promise<string[]>;
  /**
   * What could not be read this time stays as it was: the page at the address, or the one that it led to.
   * @returns whether there is something to keep
   */
  keep(run: string, address: string, detail: string): Promise<boolean>;
  refuse(job: CrawlJob, address: string, status: "failed" | "skipped", detail: string): Promise<void>;
  /** @returns false where the source is gone, or is read anew by another */
  progress(run: string, counts: CrawlCounts): Promise<boolean>;
  finish(job: CrawlJob, end: CrawlEnd): Promise<void>;
}

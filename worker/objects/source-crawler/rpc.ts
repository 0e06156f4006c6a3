import type { SourceKind, SourcePatterns } from "../../../shared/knowledge.ts";

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
  /** Which of a site's pages are read; all of them in a job of before there was a choice. */
  patterns?: SourcePatterns;
  /** Unix milliseconds. */
  begun_at: number;
}

/** RPC of the object that reads one source. Its name is the source's id. */
export interface SourceCrawlerRpc {
  /** Begins a reading, in place of any other. */
  begin(job: CrawlJob): Promise<void>;
  /** Goes on where it stopped, should nothing have woken it. @returns whether there is a reading */
  resume(): Promise<boolean>;
  /** The source is gone: forgets everything. */
  stop(): Promise<void>;
}

import type { SourceCrawlerRpc } from "./rpc.ts";

export interface CrawlerBindings {
  SOURCE_CRAWLER: { getByName(name: string): unknown };
}

/** The object that reads a source. Its calls are safe to repeat. */
export const crawlerOf = ({ SOURCE_CRAWLER }: CrawlerBindings, source_id: number): SourceCrawlerRpc =>
  SOURCE_CRAWLER.getByName(String(source_id)) as SourceCrawlerRpc;

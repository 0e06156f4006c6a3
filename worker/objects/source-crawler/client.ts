import { callObject, type ObjectStub } from "../call-object.ts";
import type { SourceCrawlerRpc } from "./rpc.ts";

export interface CrawlerBindings {
  SOURCE_CRAWLER: { getByName(name: string): unknown };
}

/** Calls the object that reads a source; all its calls are safe to repeat. */
export const callCrawler = <T>(
  { SOURCE_CRAWLER }: CrawlerBindings,
  source_id: number,
  call: (crawler: ObjectStub<SourceCrawlerRpc>) => Promise<T>,
): Promise<T> => callObject(() => SOURCE_CRAWLER.getByName(String(source_id)) as ObjectStub<SourceCrawlerRpc>, call);

import type { DemoAgent } from "./objects/demo-agent/demo-agent.ts";
import type { KeyGate } from "./objects/key-gate/key-gate.ts";
import type { OrgLedger } from "./objects/org-ledger/org-ledger.ts";
import type { SourceCrawler } from "./objects/source-crawler/source-crawler.ts";

/** What wrangler binds. Variables arrive as unchecked strings: read them with `readVariables()`. */
export interface Bindings {
  DB: D1Database;
  SNAPSHOTS: KVNamespace;
  KEY_GATE: DurableObjectNamespace<KeyGate>;
  ORG_LEDGER: DurableObjectNamespace<OrgLedger>;
  DEMO_AGENT: DurableObjectNamespace<DemoAgent>;
  SOURCE_CRAWLER: DurableObjectNamespace<SourceCrawler>;
  ASSETS: Fetcher;
  /** Counters, where the operator configured the Analytics Engine binding. */
  METRICS?: AnalyticsEngineDataset;
  /** With both of these, knowledge is searched by meaning as well as by words. */
  AI?: Ai;
  VECTORS?: VectorizeIndex;
}

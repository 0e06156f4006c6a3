import type { DeliveryQueueRpc } from "./objects/delivery-queue/rpc.ts";
import type { KeyGateRpc } from "./objects/key-gate/rpc.ts";
import type { OrgLedgerRpc } from "./objects/org-ledger/rpc.ts";
import type { PassageIndexRpc } from "./objects/passage-index/rpc.ts";
import type { PassageVectorsRpc } from "./objects/passage-vectors/rpc.ts";
import type { PlannedCallRpc } from "./objects/planned-call/rpc.ts";
import type { ProjectDeskRpc } from "./objects/project-desk/rpc.ts";
import type { ProjectStoreRpc } from "./objects/project-store/rpc.ts";
import type { ProjectVolumeRpc } from "./objects/project-store/volume-rpc.ts";
import type { SourceCrawlerRpc } from "./objects/source-crawler/rpc.ts";
import type { VendorRelayRpc } from "./objects/vendor-relay/rpc.ts";
import type { VoiceAgentRpc } from "./objects/voice-agent/rpc.ts";

/** An object class by its methods, so that nothing here depends on the class. */
type Objects<Methods> = DurableObjectNamespace<Methods & Rpc.DurableObjectBranded>;

/** What wrangler binds. Variables arrive as unchecked strings: read them with `readVariables()`. */
export interface Bindings {
  DB: D1Database;
  SNAPSHOTS: KVNamespace;
  KEY_GATE: Objects<KeyGateRpc>;
  ORG_LEDGER: Objects<OrgLedgerRpc>;
  VOICE_AGENT: Objects<VoiceAgentRpc>;
  PLANNED_CALL: Objects<PlannedCallRpc>;
  VENDOR_RELAY: Objects<VendorRelayRpc>;
  SOURCE_CRAWLER: Objects<SourceCrawlerRpc>;
  DELIVERY_QUEUE: Objects<DeliveryQueueRpc>;
  PASSAGE_INDEX: Objects<PassageIndexRpc>;
  PASSAGE_VECTORS: Objects<PassageVectorsRpc>;
  PROJECT_DESK: Objects<ProjectDeskRpc>;
  PROJECT_STORE: Objects<ProjectStoreRpc>;
  PROJECT_VOLUME: Objects<ProjectVolumeRpc>;
  ASSETS: Fetcher;
  /** Which deployment runs; only on Cloudflare. */
  DEPLOYMENT?: WorkerVersionMetadata;
  /** Counters of requests, where Analytics Engine is bound. */
  METRICS?: AnalyticsEngineDataset;
  /**
   * For slots with the vendor `workers-ai`, to recognise what is said to `demo` agents that know the site, and to embed
   * what agents know where no other vendor does.
   */
  AI?: Ai;
}

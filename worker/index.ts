import { handleRequest } from "./app.ts";
import { runCron } from "./cron.ts";
import type { Bindings } from "./env.ts";
import { crawlStore } from "./knowledge/crawl-store.ts";
import { DeliveryQueue as Queue } from "./objects/delivery-queue/delivery-queue.ts";
import { OrgLedger as Ledger } from "./objects/org-ledger/org-ledger.ts";
import { SourceCrawler as Crawler } from "./objects/source-crawler/source-crawler.ts";
import { tellNews } from "./projects/webhook-news.ts";
import { publish } from "./sessions/publish.ts";
import { postDelivery } from "./tools/post-delivery.ts";
import { readVariables } from "./variables.ts";

export { DemoAgent } from "./objects/demo-agent/demo-agent.ts";
export { KeyGate } from "./objects/key-gate/key-gate.ts";
export { PlannedCall } from "./objects/planned-call/planned-call.ts";
export { VendorRelay } from "./objects/vendor-relay/vendor-relay.ts";

/** The ledger with its way to D1: objects never import storage, so the two meet here. */
export class OrgLedger extends Ledger {
  protected override publish = publish(this.env, (work) => this.ctx.waitUntil(work));
}

/** The queue of a webhook with its ways to the receiver and to D1. */
export class DeliveryQueue extends Queue<Bindings> {
  protected override post = postDelivery(() => readVariables(this.env).ENVIRONMENT === "development");
  protected override tellNews = tellNews(this.env.DB);
}

/** The crawler with its way to D1. */
export class SourceCrawler extends Crawler {
  protected override store = crawlStore(this.env);
}

export default { fetch: handleRequest, scheduled: runCron } satisfies ExportedHandler<Bindings>;

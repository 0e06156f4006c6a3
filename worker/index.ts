import { handleRequest } from "./app.ts";
import { runCron } from "./cron.ts";
import type { Bindings } from "./env.ts";
import { crawlStore } from "./knowledge/crawl-store.ts";
import { pagesInD1 } from "./knowledge/move-texts.ts";
import { passageSource } from "./knowledge/passage-source.ts";
import { DeliveryQueue as Queue } from "./objects/delivery-queue/delivery-queue.ts";
import { callLedger } from "./objects/org-ledger/client.ts";
import type { Lease } from "./objects/org-ledger/lease.ts";
import { OrgLedger as Ledger } from "./objects/org-ledger/org-ledger.ts";
import type { DeliverLate, FollowUpBatch, Publication } from "./objects/org-ledger/outside.ts";
import { PassageIndex as Passages } from "./objects/passage-index/passage-index.ts";
import { PassageVectors as Vectors } from "./objects/passage-vectors/passage-vectors.ts";
import { callDesks } from "./objects/project-desk/client.ts";
import { ProjectDesk as Desk } from "./objects/project-desk/project-desk.ts";
import type { ContactTold } from "./objects/project-store/contact-rpc.ts";
import { ProjectStore as Store } from "./objects/project-store/project-store.ts";
import { ProjectVolume as Volume } from "./objects/project-store/project-volume.ts";
import { volumesIn } from "./objects/project-store/volume-client.ts";
import { SourceCrawler as Crawler } from "./objects/source-crawler/source-crawler.ts";
import { VoiceAgent as Agent } from "./objects/voice-agent/voice-agent.ts";
import { orgOfSession } from "./session-id.ts";
import { announceContacts } from "./sessions/announce-contacts.ts";
import { deskOutside } from "./sessions/desk-outside.ts";
import { followUp } from "./sessions/follow-up.ts";
import { hangUp, hangUpPace } from "./sessions/hang-up.ts";
import { deliverLate } from "./sessions/keep-events.ts";
import { publish } from "./sessions/publish.ts";
import { noteLate } from "./storage/late-ledgers.ts";
import { noteOldest, noteOpenAnalyses, readEarlier } from "./storage/project-stores.ts";
import { retentionOf } from "./storage/retention.ts";
import { readPiece, tablesToMove } from "./storage/store-pieces.ts";
import { readVariables } from "./variables.ts";
import { postDelivery } from "./webhooks/post-delivery.ts";
import { reportFailures } from "./webhooks/report-failures.ts";

export { KeyGate } from "./objects/key-gate/key-gate.ts";
export { PlannedCall } from "./objects/planned-call/planned-call.ts";
export { VendorRelay } from "./objects/vendor-relay/vendor-relay.ts";

/** The service's own voice agent; it tells the ledger when a call begins and when it is over. */
export class VoiceAgent extends Agent {
  protected override async connected(session_id: string): Promise<boolean> {
    const org_id = orgOfSession(session_id);
    return org_id === null || callLedger(this.env, org_id, (ledger) => ledger.callConnected(session_id));
  }

  protected override closed(session_id: string, at: number): void {
    const org_id = orgOfSession(session_id);
    if (org_id !== null)
      this.ctx.waitUntil(callLedger(this.env, org_id, (ledger) => ledger.callClosed(session_id, at)).catch(() => {}));
  }
}

/** The ledger with its access to D1 and the vendors. Objects import neither, so it is added here. */
export class OrgLedger extends Ledger {
  protected override publish(publication: Publication) {
    return publish(this.env)(publication);
  }

  protected override followUp(batch: FollowUpBatch) {
    return followUp(this.env, (work) => this.ctx.waitUntil(work))(batch);
  }

  protected override hangUp(lease: Lease) {
    return hangUp(this.env, readVariables(this.env), lease);
  }

  protected override async tellDesk(leases: Lease[]) {
    await callDesks(this.env, leases, (desk, changed) => desk.changed(changed));
  }

  protected override deliverLate(...report: Parameters<DeliverLate>) {
    return deliverLate(this.env)(...report);
  }

  protected override hangUpPace(vendor: string) {
    return hangUpPace(vendor);
  }

  protected override noteLate(org_id: number) {
    return noteLate(this.env.DB, org_id, Date.now());
  }
}

/** The people's desk with its access to the ledger, D1 and the webhooks. */
export class ProjectDesk extends Desk {
  protected override outside = deskOutside(this.env);
}

/** A webhook's queue with its access to the receiver and D1. */
export class DeliveryQueue extends Queue<Bindings> {
  protected override post = postDelivery(() => readVariables(this.env).ENVIRONMENT === "development");
  protected override reportFailures = reportFailures(this.env.DB);
}

/** The passages of a project's pages, with their access to D1. */
export class PassageIndex extends Passages<Bindings> {
  protected override pages = pagesInD1(this.env.DB);
}

/** The vectors of a project's passages, with their access to these. */
export class PassageVectors extends Vectors {
  protected override source = passageSource(this.env);
}

/** A project's store, with its access to what D1 had of the project, and to its webhooks. */
export class ProjectStore extends Store<Bindings> {
  protected override readEarlier = (project_id: number, tables: readonly string[]) =>
    readEarlier(this.env.DB, project_id, tables);
  protected override readToMove = (project_id: number) => tablesToMove(this.env.DB, project_id);
  protected override readPiece: Store<Bindings>["readPiece"] = (project_id, table, after) =>
    readPiece(this.env.DB, project_id, table, after);
  protected override noteOpenAnalyses = (project_id: number) => noteOpenAnalyses(this.env.DB, project_id, Date.now());
  protected override noteOldest = (project_id: number, started_at: number | null) =>
    noteOldest(this.env.DB, project_id, started_at, Date.now());
  protected override readRetention = (project_id: number) => retentionOf(this.env.DB, project_id);
  protected override callVolume = volumesIn(this.env);
  protected override enqueueContacts = (contacts: ContactTold[]) => announceContacts(this.env, contacts);
}

/** A volume of a project's history. */
export class ProjectVolume extends Volume<Bindings> {}

/** The crawler with its access to D1 and to the project's passages. */
export class SourceCrawler extends Crawler {
  protected override store = crawlStore(this.env);
}

export default { fetch: handleRequest, scheduled: runCron } satisfies ExportedHandler<Bindings>;

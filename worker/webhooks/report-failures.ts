import { change } from "../change.ts";
import type { ReportFailures } from "../objects/delivery-queue/rpc.ts";
import { byService } from "../permissions.ts";
import { findOrgOfWebhook, noteFailure, switchOff } from "../storage/webhooks.ts";

/** Stores what a queue reports about its webhook, where the operator sees it. */
export const reportFailures =
  (db: D1Database): ReportFailures =>
  async ({ webhook_id, version, switched_off, last_failure }) => {
    if (!switched_off) return void (await noteFailure(db, webhook_id, last_failure).run());
    const webhook = await findOrgOfWebhook(db, webhook_id);
    if (!webhook) return;
    const record = {
      ...byService("webhook.switch_off", webhook.org_id),
      target: `webhook:${webhook_id}`,
      change: { last_failure },
    };
    await change(db, record, switchOff(db, webhook_id, version), { with: [noteFailure(db, webhook_id, last_failure)] });
  };

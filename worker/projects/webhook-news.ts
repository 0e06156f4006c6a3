import type { TellNews } from "../objects/delivery-queue/rpc.ts";
import { auditIfChanged } from "../storage/audit.ts";
import { findWebhook, noteFailure, switchOff } from "../storage/webhooks.ts";

/** Writes what a queue found out about its webhook where the operator sees it. */
export const tellNews =
  (db: D1Database): TellNews =>
  async ({ webhook_id, version, switched_off, last_failure }) => {
    if (!switched_off) return void (await noteFailure(db, webhook_id, last_failure).run());
    const webhook = await findWebhook(db, webhook_id, null);
    if (!webhook) return;
    const org_id = await db
      .prepare("SELECT org_id FROM projects WHERE id = ?1")
      .bind(webhook.project_id)
      .first<number>("org_id");
    const record = {
      actor: "service",
      org_id,
      action: "webhook.switch_off",
      target: `webhook:${webhook_id}`,
      change: { last_failure },
    };
    const now = Date.now();
    await db.batch([
      switchOff(db, webhook_id, version),
      auditIfChanged(db, record, now),
      noteFailure(db, webhook_id, last_failure),
    ]);
  };

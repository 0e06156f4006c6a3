import * as z from "zod";
import { id, integer } from "./fields.ts";
import { PROVIDERS } from "./providers.ts";
import { SLOT_VENDORS } from "./vendors.ts";

/** How the service is doing, for its operators. Times are unix milliseconds, sizes are bytes. */

const at = integer().nonnegative();
const count = integer().nonnegative();

export const status = z.object({
  /** When this was asked. */
  at,
  versions: z.object({
    service: z.string(),
    schema: z.string().nullable().describe("The newest migration that was applied to the database."),
    deployment: z.string().nullable().describe("Cloudflare's id of what runs; `null` elsewhere."),
    deployed_at: z.string().nullable(),
  }),
  vendors: z.array(
    z.object({
      slot: z.enum(PROVIDERS),
      vendor: z.string().describe(`One of ${SLOT_VENDORS.join(", ")}; \`elevenlabs\` for provider_x.`),
      configured: z.boolean(),
      detail: z.string().nullable().describe("What is missing."),
    }),
  ),
  errors: z
    .array(z.object({ kind: z.string(), count, last_at: at, detail: z.string().nullable() }))
    .describe("Failures by kind, the newest first; `count` is since the database was made."),
  outbox: z.object({
    waiting: count.describe("Changes that ledgers have not handed to the database yet."),
    oldest_at: at.nullable(),
    lag_seconds: count,
    live_sessions: count,
    asked: count.describe("Organizations whose ledgers were asked, of all that there are."),
    organizations: count,
  }),
  deliveries: z.object({
    pending: count,
    failed: count,
    webhooks: count.describe("Webhooks that are on, and whose queues were asked."),
    switched_off: count,
  }),
  stores: z
    .object({
      late: z
        .array(z.object({ project_id: id, since: at }))
        .describe(
          "Projects whose stores lack reports of sessions, which their ledgers keep until they can be reached.",
        ),
      full: z
        .array(z.object({ project_id: id, percent: count }))
        .describe("From 80 percent of what a store may have, as of the last hours."),
    })
    .describe("Where the history of projects is."),
  storage: z.object({
    database_bytes: count,
    ledger_bytes: count.describe("Of the ledgers that were asked."),
    rows: z.record(z.string(), count).describe("Rows that each numbered table ever had."),
  }),
  alerts: z.array(z.object({ kind: z.string(), detail: z.string(), raised_at: at })),
  deletions: z
    .array(z.object({ kind: z.enum(["project", "organization"]), id, asked_at: at }))
    .describe("Those that are still going on."),
  rotations: z
    .object({
      key_secret: z.object({
        rotating: z.boolean().describe("Whether two are given."),
        old_keys: count.describe("Live keys that only an older secret knows; see `GET /admin/v1/keys/old`."),
      }),
      admin_token: z.object({
        rotating: z.boolean(),
        old_used_at: at.nullable().describe("When somebody last came with the old one, to the minute."),
      }),
      webhooks: count.describe("Webhooks whose secret before still signs."),
    })
    .describe("Secrets that are being changed, and what stands in the way of dropping the old ones."),
});
export type Status = z.infer<typeof status>;

import type { WebhookEvent } from "../../shared/webhook-events.ts";
import type { LastFailure } from "../../shared/webhooks.ts";
import type { Target } from "../objects/delivery-queue/rpc.ts";
import type { Page, PageRequest } from "./page.ts";
import { EVERY, flag, json, OF_SCOPE, plain, plusOne, type Row, type RowOf, Table } from "./table.ts";

/** Replaces the project's id: the webhook is the operators' own. */
export const OPERATORS = 0;

const COLUMNS = "*, (SELECT org_id FROM projects WHERE projects.id = webhooks.project_id) AS org_id";

const WEBHOOKS = new Table(
  "webhooks",
  {
    id: plain<number>(),
    project_id: plain<number>(),
    /** The organization that has its project now; no column of its own. */
    org_id: plain<number | null>(null),
    url: plain<string>(),
    secret: plain<string>(),
    include_transcript: flag(false),
    active: flag(true),
    origin: plain<string>(),
    version: plain<number>(1),
    created_at: plain<number>(),
    /** Also signs, until `previous_secret_until`, unix milliseconds. */
    previous_secret: plain<string | null>(null),
    previous_secret_until: plain<number | null>(null),
    events: json<WebhookEvent[]>(),
    last_failure: json<LastFailure | null>(null),
  },
  COLUMNS,
);

/** A complete webhook, with its secret. */
export type Webhook = Omit<RowOf<typeof WEBHOOKS>, "previous_secret" | "previous_secret_until"> & {
  previous: { secret: string; until: number } | null;
};

function webhookOf({
  previous_secret: secret,
  previous_secret_until: until,
  ...webhook
}: RowOf<typeof WEBHOOKS>): Webhook {
  return { ...webhook, previous: secret && until ? { secret, until } : null };
}
export const webhookFromRow = (row: Row): Webhook => webhookOf(WEBHOOKS.read(row));

export const targetOf = ({ id, org_id, version, url, secret, active, previous }: Webhook): Target => ({
  webhook_id: id,
  org_id,
  version,
  url,
  secret,
  active,
  previous,
});

/** @param scope the only organization whose webhooks may be seen, `null` for all */
export async function findWebhook(db: D1Database, id: number, scope: number | null): Promise<Webhook | null> {
  const row = await WEBHOOKS.one(db, `id = ?1 AND ${OF_SCOPE}`, id, scope);
  return row && webhookOf(row);
}

/** The organization of a webhook's project, with `org_id: null` for none; `null` if the webhook is gone. */
export const findOrgOfWebhook = (db: D1Database, id: number): Promise<{ org_id: number | null } | null> =>
  db
    .prepare(
      `SELECT projects.org_id FROM webhooks LEFT JOIN projects ON projects.id = webhooks.project_id
       WHERE webhooks.id = ?1`,
    )
    .bind(id)
    .first();

export async function listWebhooks(db: D1Database, project_id: number, page: PageRequest): Promise<Page<Webhook>> {
  const { items, next_cursor } = await WEBHOOKS.page(db, page, "project_id = ?1", project_id);
  return { items: items.map(webhookOf), next_cursor };
}

/** The webhooks of these projects that are switched on. */
export async function activeWebhooks(db: D1Database, project_ids: number[]): Promise<Webhook[]> {
  if (project_ids.length === 0) return [];
  const where = "project_id IN (SELECT value FROM json_each(?1)) AND active = 1";
  return (await WEBHOOKS.all(db, where, JSON.stringify(project_ids))).map(webhookOf);
}

/** All webhooks of a project, off or on. */
export const webhooksOf = async (db: D1Database, project_id: number): Promise<Webhook[]> =>
  (await WEBHOOKS.all(db, "project_id = ?1", project_id)).map(webhookOf);

/** Their queues learn that the project has left that organization. */
export const leaveWebhooks = (db: D1Database, { id, org_id }: { id: number; org_id: number | null }) =>
  db
    .prepare(
      `UPDATE webhooks SET version = version + 1 WHERE project_id = ?1
         AND (SELECT org_id FROM projects WHERE id = ?1) IS NOT ?2`,
    )
    .bind(id, org_id);

/** Ids of all webhooks of a project, off or on. */
export async function webhookIds(db: D1Database, project_id: number): Promise<number[]> {
  const { results } = await db
    .prepare("SELECT id FROM webhooks WHERE project_id = ?1")
    .bind(project_id)
    .all<{ id: number }>();
  return results.map(({ id }) => id);
}

type Fields = Pick<Webhook, "url" | "events" | "include_transcript" | "active">;

export const insertWebhook = (
  db: D1Database,
  webhook: Fields & Pick<Webhook, "project_id" | "secret" | "origin">,
  now: number,
): D1PreparedStatement => WEBHOOKS.insert(db, { ...webhook, created_at: now }, {}, { returning: COLUMNS });

/** What is left out stays as it is: also `active`, which the service may have switched off meanwhile. */
export const updateWebhook = (
  db: D1Database,
  id: number,
  { url, events, include_transcript, active }: { [Name in keyof Fields]?: Fields[Name] | undefined },
  origin: string,
): D1PreparedStatement => {
  const change = { url, events, include_transcript, active, origin };
  return WEBHOOKS.update(db, id, change, { version: plusOne("version") }, EVERY, COLUMNS);
};

/** Sets a new secret; the previous one also signs until `until`. */
export const rotateWebhookSecret = (db: D1Database, id: number, secret: string, until: number): D1PreparedStatement =>
  db
    .prepare(
      `UPDATE webhooks SET previous_secret = secret, previous_secret_until = ?3, secret = ?2, version = version + 1
       WHERE id = ?1 RETURNING ${COLUMNS}`,
    )
    .bind(id, secret, until);

/** Webhooks whose old secret still signs. */
export const countRotatingWebhooks = async (db: D1Database, now: number): Promise<number> =>
  (await db
    .prepare("SELECT COUNT(*) AS n FROM webhooks WHERE previous_secret_until > ?1")
    .bind(now)
    .first<number>("n")) ?? 0;

export const deleteWebhook = (db: D1Database, id: number): D1PreparedStatement =>
  db.prepare("DELETE FROM webhooks WHERE id = ?1").bind(id);

/** Stores the last failure that the webhook's queue reported. */
export const noteFailure = (db: D1Database, id: number, last_failure: LastFailure): D1PreparedStatement =>
  db.prepare("UPDATE webhooks SET last_failure_json = ?2 WHERE id = ?1").bind(id, JSON.stringify(last_failure));

export const switchOff = (db: D1Database, id: number, version: number): D1PreparedStatement =>
  db
    .prepare("UPDATE webhooks SET active = 0, version = version + 1 WHERE id = ?1 AND version = ?2 AND active = 1")
    .bind(id, version);

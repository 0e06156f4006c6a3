import type { ZodType } from "zod";
import type { PlanFeatures } from "../../shared/admin.ts";
import type { Caps } from "../../shared/caps.ts";
import {
  branding,
  copy,
  designTokens,
  features,
  type WidgetConfig,
  type WidgetConfigPatch,
  widgetConfig,
} from "../../shared/config.ts";
import type { OpeningHours } from "../../shared/hours-clock.ts";
import type { SpeechSettings } from "../../shared/speech-settings.ts";
import { BoundedMap } from "../bounded-map.ts";
import type { Terms } from "../objects/org-ledger/account.ts";
import { withTimeout } from "../outbound/time-limit.ts";
import { type Agent, agentFromRow } from "./agents.ts";
import { organizationFromRow, termsOf } from "./organizations.ts";
import { projectFromRow } from "./projects.ts";
import { rowsOf } from "./rows.ts";
import type { Row } from "./table.ts";

/** Fields that a snapshot of an earlier version may lack. */
type Later = keyof SpeechSettings | "collect_contact" | "analysis" | "person";
/** A complete agent with instructions and the tools' secrets; it must not leave the Worker. */
export type SnapshotAgent = Omit<Agent, Later | "created_at"> & Partial<Pick<Agent, Later>>;

/** Daily caps of a project, and of its keys and channels that have one. */
interface ProjectCaps {
  project: Caps;
  keys: (Caps & { id: number })[];
  channels: (Caps & { id: number; key_ids: number[] })[];
}

/** Everything that a visitor's request needs of a project at one version. Immutable. */
export interface ProjectSnapshot {
  version: number;
  project: { id: number; name: string; identity_secret: string; retention_days?: number };
  hours?: OpeningHours | null;
  caps?: ProjectCaps;
  organization: { id: number; name: string; terms: Terms; features: PlanFeatures } | null;
  /** Complete: the owner's settings, applied over the defaults. */
  widget_config: WidgetConfig;
  /** All that are not deleted, inactive ones too, by id. */
  agents: SnapshotAgent[];
}

/** Seconds that KV keeps a version; after that a version in use is compiled again. */
const KEEP_SECONDS = 86_400;
/** What the snapshots in memory weigh together: 200 of ordinary size, or 16 million characters of JSON, of which a project may have 12. */
const MAX_IN_MEMORY = 16_000_000;
const LEAST_WEIGHT = MAX_IN_MEMORY / 200;
/** How long KV is waited for, which only saves the work of compiling. Milliseconds. */
export const KV_LIMIT_MS = 2_000;

/** The newest snapshot of each project that this isolate has seen. */
const memory = new BoundedMap<number, { snapshot: ProjectSnapshot; weight: number }>(
  MAX_IN_MEMORY,
  ({ weight }) => weight,
);

/** @param json of it */
function remember(snapshot: ProjectSnapshot, json: string): ProjectSnapshot {
  memory.set(snapshot.project.id, { snapshot, weight: Math.max(LEAST_WEIGHT, json.length) });
  return snapshot;
}

const blobName = (project_id: number, version: number) => `project:${project_id}:${version}`;

export interface SnapshotSources {
  DB: D1Database;
  SNAPSHOTS: KVNamespace;
}

const GROUPS = { designTokens, branding, copy, features };

/**
 * The owner's settings, applied over the defaults. A value that only an older version accepted falls back to its
 * default, so that the page does not lose its widget.
 */
function completeConfig(stored: WidgetConfigPatch): WidgetConfig {
  const result = widgetConfig.safeParse(stored);
  if (result.success) return result.data;
  const kept = Object.entries(GROUPS).map(([group, { shape }]) => {
    const fields: Record<string, ZodType> = shape;
    return [
      group,
      Object.fromEntries(
        Object.entries(stored[group as keyof WidgetConfigPatch] ?? {}).filter(
          ([name, value]) => fields[name]?.safeParse(value).success,
        ),
      ),
    ];
  });
  return widgetConfig.parse(Object.fromEntries(kept));
}

const capsOf = ({ daily_credit_cap, daily_session_cap }: Caps): Caps => ({ daily_credit_cap, daily_session_cap });
const CAPPED = "(daily_credit_cap IS NOT NULL OR daily_session_cap IS NOT NULL)";

const cappedKeys = (db: D1Database, project_id: number): D1PreparedStatement =>
  db
    .prepare(
      `SELECT id, daily_credit_cap, daily_session_cap FROM api_keys
       WHERE project_id = ?1 AND revoked_at IS NULL AND ${CAPPED}`,
    )
    .bind(project_id);

const cappedChannels = (db: D1Database, project_id: number): D1PreparedStatement =>
  db
    .prepare(
      `SELECT id, daily_credit_cap, daily_session_cap, (SELECT json_group_array(k.id) FROM api_keys AS k
         WHERE k.project_id = ?1 AND k.channel_id = channels.id AND k.revoked_at IS NULL) AS key_ids_json
       FROM channels WHERE project_id = ?1 AND ${CAPPED}`,
    )
    .bind(project_id);

/** Reads the project from D1 in one transaction, so that its version names exactly what is in it. */
async function compile(db: D1Database, project_id: number): Promise<ProjectSnapshot | null> {
  const [projects, organizations, agents, keys, channels] = await db.batch([
    db.prepare("SELECT * FROM projects WHERE id = ?1 AND deleted_at IS NULL").bind(project_id),
    db.prepare("SELECT * FROM organizations WHERE id = (SELECT org_id FROM projects WHERE id = ?1)").bind(project_id),
    db.prepare("SELECT * FROM agents WHERE project_id = ?1 AND deleted_at IS NULL ORDER BY id").bind(project_id),
    cappedKeys(db, project_id),
    cappedChannels(db, project_id),
  ]);
  const row = rowsOf<Row & { identity_secret: string }>(projects)[0];
  if (!row) return null;
  const project = projectFromRow(row);
  const owner = rowsOf<Row>(organizations)[0];
  const organization = owner ? organizationFromRow(owner) : null;
  return {
    version: project.version,
    project: {
      id: project.id,
      name: project.name,
      identity_secret: row.identity_secret,
      retention_days: project.retention_days,
    },
    hours: project.hours,
    caps: {
      project: capsOf(project),
      keys: rowsOf<Caps & { id: number }>(keys).map((key) => ({ id: key.id, ...capsOf(key) })),
      channels: rowsOf<Caps & { id: number; key_ids_json: string }>(channels).map((channel) => ({
        id: channel.id,
        key_ids: JSON.parse(channel.key_ids_json),
        ...capsOf(channel),
      })),
    },
    organization: organization && {
      id: organization.id,
      name: organization.name,
      terms: termsOf(organization),
      features: organization.features,
    },
    widget_config: completeConfig(project.widget_config),
    agents: rowsOf<Row>(agents).map(agentFromRow),
  };
}

/** A version in KV, remembered from now on; `null` also if KV does not answer in time. */
async function find(store: KVNamespace, name: string): Promise<ProjectSnapshot | null> {
  try {
    const json = await withTimeout(KV_LIMIT_MS, () => store.get(name, "text"));
    return json === null ? null : remember(JSON.parse(json) as ProjectSnapshot, json);
  } catch (error) {
    console.warn(JSON.stringify({ event: "snapshot_not_read", name, error: String(error).slice(0, 300) }));
    return null;
  }
}

/**
 * Stores a version for other isolates. KV may refuse, as it does for more than one write a second; then they compile it
 * themselves.
 */
async function keep(store: KVNamespace, snapshot: ProjectSnapshot, json: string): Promise<void> {
  const name = blobName(snapshot.project.id, snapshot.version);
  try {
    await withTimeout(KV_LIMIT_MS, () => store.put(name, json, { expirationTtl: KEEP_SECONDS }));
  } catch (error) {
    console.warn(JSON.stringify({ event: "snapshot_not_kept", name, error: String(error).slice(0, 300) }));
  }
}

/**
 * The project at this version or a newer one: from the isolate's memory, else KV, else compiled from D1.
 * @param waitUntil for storing, which may outlast the answer
 * @returns `null` if there is no such project
 */
export async function loadSnapshot(
  sources: SnapshotSources,
  project_id: number,
  version: number,
  waitUntil: (work: Promise<unknown>) => void,
): Promise<ProjectSnapshot | null> {
  const earlier = memory.get(project_id)?.snapshot;
  if (earlier && earlier.version >= version) return earlier;
  const kept = await find(sources.SNAPSHOTS, blobName(project_id, version));
  if (kept) return kept;
  const snapshot = await compile(sources.DB, project_id);
  if (!snapshot) return null;
  const json = JSON.stringify(snapshot);
  waitUntil(keep(sources.SNAPSHOTS, snapshot, json));
  return remember(snapshot, json);
}

/** Has the newest version of a project in KV before a visitor asks for it. Without it visitors' requests compile it themselves. */
export async function prepareSnapshot({ DB, SNAPSHOTS }: SnapshotSources, project_id: number): Promise<void> {
  const snapshot = await compile(DB, project_id);
  if (!snapshot) return;
  const json = JSON.stringify(snapshot);
  await keep(SNAPSHOTS, remember(snapshot, json), json);
}

/** Deletes a piece of all versions of a project. @returns whether there may be more */
export async function forgetSnapshots(snapshots: KVNamespace, project_id: number): Promise<boolean> {
  memory.delete(project_id);
  const { keys, list_complete } = await snapshots.list({ prefix: `project:${project_id}:`, limit: 100 });
  await Promise.all(keys.map(({ name }) => snapshots.delete(name)));
  return !list_complete;
}

import type { AgentCreate } from "../../shared/admin.ts";
import type { AnalysisPlan } from "../../shared/analysis.ts";
import type { CollectContact } from "../../shared/contacts.ts";
import type { Starters } from "../../shared/knowledge.ts";
import type { PersonPlan } from "../../shared/person.ts";
import type { Provider } from "../../shared/providers.ts";
import { type SpeechSettings, withSpeechDefaults } from "../../shared/speech-settings.ts";
import type { Tool } from "../../shared/tools.ts";
import { type Difference, difference } from "./audit-values.ts";
import { allOf, asked, valuesOf } from "./conditions.ts";
import type { Page, PageRequest } from "./page.ts";
import { type ChangeOf, flag, json, NOT_DELETED, OF_SCOPE, plain, type Row, type RowOf, Table } from "./table.ts";

const AGENTS = new Table("agents", {
  id: plain<number>(),
  project_id: plain<number>(),
  name: plain<string>(),
  description: plain<string | null>(null),
  initial_message: plain<string | null>(null),
  provider: plain<Provider>(),
  instructions: plain<string | null>(null),
  voice: plain<string | null>(null),
  model: plain<string | null>(null),
  extprovider_convai_agent_id: plain<string | null>(null),
  active: flag(true),
  memory: flag(false),
  max_duration_seconds: plain<number | null>(null),
  created_at: plain<number>(),
  /** Whether it may use its project's sources. */
  knowledge: flag(false),
  collect_contact: json<CollectContact | null>(null),
  analysis: json<AnalysisPlan | null>(null),
  person: json<PersonPlan | null>(null),
  /** With their secrets. */
  tools: json<Tool[]>([]),
  starters: json<Starters>([]),
  speech: json<Partial<SpeechSettings>>({}),
});

/** A complete agent, with its tools' secrets. */
export type Agent = Omit<RowOf<typeof AGENTS>, "speech"> & SpeechSettings;

const agentOf = ({ speech, ...agent }: RowOf<typeof AGENTS>): Agent => ({ ...agent, ...withSpeechDefaults(speech) });
export const agentFromRow = (row: Row): Agent => agentOf(AGENTS.read(row));

/** @param scope the only organization whose agents may be seen, `null` for all */
export async function findAgent(db: D1Database, id: number, scope: number | null): Promise<Agent | null> {
  const row = await AGENTS.one(db, `id = ?1 AND deleted_at IS NULL AND ${OF_SCOPE}`, id, scope);
  return row && agentOf(row);
}

/** What is read out of an agent's sessions; also of a deleted one. */
export async function findPlanOfAgent(db: D1Database, id: number): Promise<AnalysisPlan | null> {
  const row = await db.prepare("SELECT analysis_json FROM agents WHERE id = ?1").bind(id).first<Row>();
  return row && AGENTS.read(row).analysis;
}

/** What an agent, also a deleted one, says of persons. */
export async function findPersonPlanOfAgent(db: D1Database, id: number): Promise<PersonPlan | null> {
  const row = await db.prepare("SELECT person_json FROM agents WHERE id = ?1").bind(id).first<Row>();
  return row && AGENTS.read(row).person;
}

/** Tells an agent of another project (403) from one that does not exist (404). */
export const projectOfAgent = (db: D1Database, id: number): Promise<number | null> =>
  db.prepare("SELECT project_id FROM agents WHERE id = ?1 AND deleted_at IS NULL").bind(id).first<number>("project_id");

export async function listAgents(
  db: D1Database,
  page: PageRequest,
  scope: number | null,
  project_id: number | null,
): Promise<Page<Agent>> {
  // With `?1 IS NULL OR …` no index serves: all organizations' agents would be read.
  const conditions = asked([
    ["project_id = ?", project_id],
    ["project_id IN (SELECT id FROM projects WHERE org_id = ?)", scope],
  ]);
  const where = `${NOT_DELETED.sql} AND ${allOf(conditions)}`;
  const { items, next_cursor } = await AGENTS.page(db, page, where, ...valuesOf(conditions));
  return { items: items.map(agentOf), next_cursor };
}

/** Fields that the operator left out get their defaults. */
export const insertAgent = (db: D1Database, agent: AgentCreate, now: number): D1PreparedStatement =>
  AGENTS.insert(db, { ...agent, speech: withSpeechDefaults(agent), created_at: now });

export type AgentChange = Omit<ChangeOf<typeof AGENTS>, "speech"> & {
  [Name in keyof SpeechSettings]?: SpeechSettings[Name] | null | undefined;
};

/** The speech settings that a change sets. */
const speechOf = (change: AgentChange) =>
  Object.entries(withSpeechDefaults(change)).filter(([name]) => change[name as keyof SpeechSettings] !== undefined);

/** They share one column. */
function speechGiven(change: AgentChange) {
  const settings = speechOf(change);
  if (settings.length === 0) return undefined;
  return {
    sql: `json_set(speech_json, ${settings.map(([name]) => `'$.${name}', json(?)`).join(", ")})`,
    values: settings.map(([, value]) => JSON.stringify(value)),
  };
}

export const updateAgent = (db: D1Database, id: number, change: AgentChange): D1PreparedStatement =>
  AGENTS.update(db, id, change, { speech_json: speechGiven(change) }, NOT_DELETED);

/** Tools as the audit log has them. */
export const withoutSecrets = <T extends { secret?: string | undefined }>(tools: readonly T[]) =>
  tools.map(({ secret: _, ...tool }) => tool);

/** For the audit log, which has no secrets. @param change as `updateAgent` takes it */
export function agentDifference(stored: Agent, change: AgentChange): Difference {
  const before = new Map(stored.tools.map(({ name, secret }) => [name, secret]));
  const tools = change.tools?.map(({ secret, ...tool }) => {
    const earlier = before.get(tool.name);
    return earlier === undefined || earlier === secret ? tool : { ...tool, secret_changed: true };
  });
  const { tools: _, ...given } = AGENTS.given(change);
  const shown = { ...stored, tools: withoutSecrets(stored.tools) };
  return difference(shown, { ...given, ...Object.fromEntries(speechOf(change)), tools });
}

/** The row stays for the sessions that name it, without its secrets and texts: nothing bounds how many are deleted. */
export const deleteAgent = (db: D1Database, id: number, now: number): D1PreparedStatement =>
  db
    .prepare(
      `UPDATE agents SET deleted_at = ?2, active = 0, description = NULL, initial_message = NULL, instructions = NULL,
         collect_contact_json = NULL, tools_json = '[]', starters_json = '[]', speech_json = '{}'
       WHERE id = ?1 AND deleted_at IS NULL`,
    )
    .bind(id, now);

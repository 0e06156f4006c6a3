import type { AgentCreate } from "../../shared/admin.ts";
import type { AnalysisPlan } from "../../shared/analysis.ts";
import type { CollectContact } from "../../shared/contacts.ts";
import type { Starters } from "../../shared/knowledge.ts";
import type { PersonPlan } from "../../shared/person.ts";
import type { Provider } from "../../shared/providers.ts";
import { type SpeechSettings, withSpeechDefaults } from "../../shared/speech-settings.ts";
import type { Tool } from "../../shared/tools.ts";
import { type Page, type PageRequest, pageOf } from "./page.ts";
import { ifGiven, updateRow } from "./update-row.ts";

export interface AgentRow {
  id: number;
  project_id: number;
  name: string;
  description: string | null;
  initial_message: string | null;
  provider: Provider;
  instructions: string | null;
  voice: string | null;
  model: string | null;
  extprovider_convai_agent_id: string | null;
  active: number;
  memory: number;
  max_duration_seconds: number | null;
  tools_json: string;
  collect_contact_json: string | null;
  analysis_json: string | null;
  person_json: string | null;
  knowledge: number;
  starters_json: string;
  speech_json: string;
  created_at: number;
  deleted_at: number | null;
}

/** A complete agent, with its tools' secrets. */
export interface Agent
  extends Omit<
      AgentRow,
      | "active"
      | "memory"
      | "tools_json"
      | "collect_contact_json"
      | "analysis_json"
      | "person_json"
      | "knowledge"
      | "starters_json"
      | "speech_json"
      | "deleted_at"
    >,
    SpeechSettings {
  active: boolean;
  memory: boolean;
  tools: Tool[];
  collect_contact: CollectContact | null;
  analysis: AnalysisPlan | null;
  person: PersonPlan | null;
  /** Whether it may use its project's sources. */
  knowledge: boolean;
  starters: Starters;
}

const fromJson = <T>(text: string | null | undefined): T | null => (text == null ? null : (JSON.parse(text) as T));
const toJson = (value: unknown): string | null => (value === null ? null : JSON.stringify(value));

export const agentFromRow = ({
  tools_json,
  collect_contact_json,
  analysis_json,
  person_json,
  starters_json,
  speech_json,
  deleted_at: _,
  ...row
}: AgentRow): Agent => ({
  ...row,
  collect_contact: fromJson<CollectContact>(collect_contact_json),
  analysis: fromJson<AnalysisPlan>(analysis_json),
  person: fromJson<PersonPlan>(person_json),
  active: row.active === 1,
  memory: row.memory === 1,
  tools: JSON.parse(tools_json),
  knowledge: row.knowledge === 1,
  starters: JSON.parse(starters_json),
  ...withSpeechDefaults(JSON.parse(speech_json)),
});

const VISIBLE = "deleted_at IS NULL AND (?2 IS NULL OR project_id IN (SELECT id FROM projects WHERE org_id = ?2))";

/** @param scope the only organization whose agents may be seen, `null` for all */
export async function findAgent(db: D1Database, id: number, scope: number | null): Promise<Agent | null> {
  const row = await db.prepare(`SELECT * FROM agents WHERE id = ?1 AND ${VISIBLE}`).bind(id, scope).first<AgentRow>();
  return row && agentFromRow(row);
}

/** The analysis plan of a session's agent, also of a deleted one; `null` if there is no such session. */
export async function findPlanOfSession(
  db: D1Database,
  session_id: string,
): Promise<{ plan: AnalysisPlan | null } | null> {
  const row = await db
    .prepare("SELECT analysis_json FROM sessions LEFT JOIN agents ON agents.id = agent_id WHERE sessions.id = ?1")
    .bind(session_id)
    .first<Pick<AgentRow, "analysis_json">>();
  return row && { plan: fromJson<AnalysisPlan>(row.analysis_json) };
}

/** What an agent, also a deleted one, says of persons. */
export async function findPersonPlanOfAgent(db: D1Database, id: number): Promise<PersonPlan | null> {
  const row = await db
    .prepare("SELECT person_json FROM agents WHERE id = ?1")
    .bind(id)
    .first<Pick<AgentRow, "person_json">>();
  return fromJson<PersonPlan>(row?.person_json ?? null);
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
  const { results } = await db
    .prepare(
      `SELECT * FROM agents WHERE id > ?1 AND ${VISIBLE} AND (?3 IS NULL OR project_id = ?3) ORDER BY id LIMIT ?4`,
    )
    .bind(page.after, scope, project_id, page.limit + 1)
    .all<AgentRow>();
  return pageOf(results.map(agentFromRow), page);
}

/** Fills in the fields that the operator left out. */
export const withAgentDefaults = (body: AgentCreate) => ({
  project_id: body.project_id,
  name: body.name,
  description: body.description ?? null,
  initial_message: body.initial_message ?? null,
  provider: body.provider,
  instructions: body.instructions ?? null,
  voice: body.voice ?? null,
  model: body.model ?? null,
  extprovider_convai_agent_id: body.extprovider_convai_agent_id ?? null,
  active: body.active ?? true,
  memory: body.memory ?? false,
  max_duration_seconds: body.max_duration_seconds ?? null,
  tools: body.tools ?? [],
  collect_contact: body.collect_contact ?? null,
  analysis: body.analysis ?? null,
  person: body.person ?? null,
  knowledge: body.knowledge ?? false,
  starters: body.starters ?? [],
  ...withSpeechDefaults(body),
});

type Fields = Omit<Agent, "id" | "created_at">;

/** `null` takes the default; what is left out stays as it is. */
export type AgentChange = {
  [Name in Exclude<keyof Fields, "project_id">]?:
    | Fields[Name]
    | (Name extends "starters" | keyof SpeechSettings ? null : never)
    | undefined;
};

const columnsOf = (agent: AgentChange) => ({
  name: agent.name,
  description: agent.description,
  initial_message: agent.initial_message,
  provider: agent.provider,
  instructions: agent.instructions,
  voice: agent.voice,
  model: agent.model,
  extprovider_convai_agent_id: agent.extprovider_convai_agent_id,
  active: ifGiven(agent.active, Number),
  memory: ifGiven(agent.memory, Number),
  max_duration_seconds: agent.max_duration_seconds,
  tools_json: ifGiven(agent.tools, JSON.stringify),
  collect_contact_json: ifGiven(agent.collect_contact, toJson),
  analysis_json: ifGiven(agent.analysis, toJson),
  person_json: ifGiven(agent.person, toJson),
  knowledge: ifGiven(agent.knowledge, Number),
  starters_json: ifGiven(agent.starters, (starters) => JSON.stringify(starters ?? [])),
});

export function insertAgent(db: D1Database, agent: Fields, now: number): D1PreparedStatement {
  const speech_json = JSON.stringify(withSpeechDefaults(agent));
  const { person_json, ...others } = columnsOf(agent);
  // A database that lacks the column has agents all the same.
  const columns = {
    ...others,
    ...(person_json !== null && { person_json }),
    ...{ speech_json, project_id: agent.project_id, created_at: now },
  };
  const names = Object.keys(columns);
  return db
    .prepare(`INSERT INTO agents (${names.join(", ")}) VALUES (${names.map(() => "?").join(", ")}) RETURNING *`)
    .bind(...Object.values(columns));
}

/** The speech settings share one column. */
function speechGiven(change: AgentChange) {
  const given = Object.entries(withSpeechDefaults(change)).filter(
    ([name]) => change[name as keyof SpeechSettings] !== undefined,
  );
  if (given.length === 0) return undefined;
  return {
    sql: `json_set(speech_json, ${given.map(([name]) => `'$.${name}', json(?)`).join(", ")})`,
    values: given.map(([, value]) => JSON.stringify(value)),
  };
}

export const updateAgent = (db: D1Database, id: number, change: AgentChange): D1PreparedStatement =>
  updateRow(db, "agents", id, { ...columnsOf(change), speech_json: speechGiven(change) }, "deleted_at IS NULL");

/** The row stays for the sessions that name it; its secrets are deleted. */
export const deleteAgent = (db: D1Database, id: number, now: number): D1PreparedStatement =>
  db
    .prepare("UPDATE agents SET deleted_at = ?2, active = 0, tools_json = '[]' WHERE id = ?1 AND deleted_at IS NULL")
    .bind(id, now);

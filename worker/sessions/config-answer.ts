import type { ConfigAnswer, PublicAgent } from "../../shared/config.ts";
import { AUTO_LANGUAGE } from "../../shared/speech-defaults.ts";
import { lookOf } from "../../shared/theme/look.ts";
import { hex, sha256 } from "../crypto/digest.ts";
import { memoryOf } from "../memory-of.ts";
import { connectionTypeOf, hasSpeeds } from "../providers/registry.ts";
import { turnstileSite } from "../providers/turnstile.ts";
import type { ProjectSnapshot, SnapshotAgent } from "../storage/snapshots.ts";
import type { Variables } from "../variables.ts";
import { launcherLabels } from "./launcher-labels.ts";
import { hoursOf } from "./opening-hours.ts";

/** What a page gets of its project: a `ConfigAnswer` as JSON, and an ETag of this version. */
export interface RenderedConfig {
  text: string;
  body: Uint8Array;
  /** Quoted, as in an `ETag`. */
  etag: string;
}

/** A snapshot never changes, so each answer of it is rendered once. */
const rendered = memoryOf((_: ProjectSnapshot) => new Map<string, RenderedConfig>());

/** What a page may know of an agent. */
const shown = (
  { id, name, description, initial_message, provider, extprovider_convai_agent_id, ...agent }: SnapshotAgent,
  variables: Variables,
): PublicAgent => ({
  id,
  name,
  description,
  initial_message,
  initial_messages: agent.initial_messages ?? {},
  provider,
  extprovider_convai_agent_id,
  connection: connectionTypeOf(provider, variables),
  collect_contact: agent.collect_contact ?? null,
  // A snapshot of an earlier version has neither.
  language: agent.language ?? AUTO_LANGUAGE,
  starters: agent.starters ?? [],
  ...(agent.person?.enabled && { person: { wait_seconds: agent.person.wait_seconds } }),
  ...(hasSpeeds(provider, variables) && { speeds: true }),
});

/** @param agent_id the agent that the key is bound to, or null */
export async function renderConfig(
  snapshot: ProjectSnapshot,
  agent_id: number | null,
  variables: Variables,
): Promise<RenderedConfig> {
  // Only opening hours change with time.
  const { open, opens_at } = hoursOf(snapshot, Date.now());
  const name = `${agent_id} ${open} ${opens_at}`;
  const earlier = rendered(snapshot).get(name);
  if (earlier) return earlier;
  const answer: ConfigAnswer = {
    project_id: snapshot.project.id,
    project_name: snapshot.project.name,
    widget_config: snapshot.widget_config,
    agents: snapshot.agents.filter((agent) => agent.active).map((agent) => shown(agent, variables)),
    agent_id,
    launcher_labels: launcherLabels(snapshot.widget_config.copy),
    look: lookOf(snapshot.widget_config.designTokens),
    turnstile: turnstileSite(variables),
    hours: {
      open,
      opens_at,
      closed: snapshot.hours?.closed ?? null,
      time_zone: snapshot.hours?.time_zone ?? null,
    },
  };
  const text = JSON.stringify(answer);
  const etag = `"${hex((await sha256(text)).subarray(0, 16))}"`;
  const made: RenderedConfig = { text, body: new TextEncoder().encode(text), etag };
  rendered(snapshot).set(name, made);
  return made;
}

import type { Context } from "hono";
import type { ConfigAnswer, PublicAgent } from "../../../shared/config.ts";
import { LAUNCHER_LABELS } from "../../../shared/languages.ts";
import { hex, sha256 } from "../../crypto/digest.ts";
import type { AppEnv } from "../../http/app-env.ts";
import { ApiError } from "../../http/errors.ts";
import { connectionTypeOf } from "../../providers/registry.ts";
import { hoursOf } from "../../sessions/opening-hours.ts";
import { loadSnapshot, type ProjectSnapshot, type SnapshotAgent } from "../../storage/snapshots.ts";
import { readVariables, type Variables } from "../../variables.ts";

interface Rendered {
  body: Uint8Array;
  etag: string;
  headers: Headers;
  /** Of the answer that has no body. */
  unchanged: Headers;
}

/** A snapshot never changes, so that what it looks like to a key is written out once. */
const rendered = new WeakMap<ProjectSnapshot, Map<string, Rendered>>();

/** What a page may know of an agent. */
const shown = (
  { id, name, description, initial_message, provider, extprovider_convai_agent_id, ...agent }: SnapshotAgent,
  configured: Variables,
): PublicAgent => ({
  id,
  name,
  description,
  initial_message,
  initial_messages: agent.initial_messages ?? {},
  provider,
  extprovider_convai_agent_id,
  connection: connectionTypeOf(provider, configured),
  collect_contact: agent.collect_contact ?? null,
  // A snapshot that an earlier version compiled has none.
  starters: agent.starters ?? [],
});

async function render(snapshot: ProjectSnapshot, agent_id: number | null, configured: Variables): Promise<Rendered> {
  // Opening hours are all of it that time changes.
  const { open, opens_at } = hoursOf(snapshot, Date.now());
  const name = `${agent_id} ${open} ${opens_at}`;
  const known = rendered.get(snapshot)?.get(name);
  if (known) return known;
  const answer: ConfigAnswer = {
    project_id: snapshot.project.id,
    project_name: snapshot.project.name,
    widget_config: snapshot.widget_config,
    agents: snapshot.agents.filter((agent) => agent.active).map((agent) => shown(agent, configured)),
    agent_id,
    launcher_labels: LAUNCHER_LABELS,
    hours: {
      open,
      opens_at,
      closed: snapshot.hours?.closed ?? null,
      time_zone: snapshot.hours?.time_zone ?? null,
    },
  };
  const text = JSON.stringify(answer);
  const etag = `"${hex((await sha256(text)).subarray(0, 16))}"`;
  // A revoked key must fail at once, so that a browser asks each time.
  const unchanged = new Headers({ ETag: etag, "Cache-Control": "private, no-cache" });
  const headers = new Headers(unchanged);
  headers.set("Content-Type", "application/json");
  const made: Rendered = { body: new TextEncoder().encode(text), etag, headers, unchanged };
  rendered.set(snapshot, (rendered.get(snapshot) ?? new Map()).set(name, made));
  return made;
}

/** Whether `If-None-Match` names this version; weak and strong names are the same here. */
const matches = (header: string | undefined, etag: string): boolean | undefined =>
  header?.split(",").some((name) => name.trim() === "*" || name.trim().replace(/^W\//, "") === etag);

export async function config(c: Context<AppEnv>): Promise<Response> {
  const policy = c.get("policy");
  const project_version = c.get("project_version");
  const snapshot = await loadSnapshot(c.env, policy.project_id, project_version, (work) =>
    c.executionCtx.waitUntil(work),
  );
  if (!snapshot) throw new ApiError("project_not_found");
  const { body, etag, headers, unchanged } = await render(snapshot, policy.agent_id, readVariables(c.env));
  if (matches(c.req.header("If-None-Match"), etag)) return new Response(null, { status: 304, headers: unchanged });
  return new Response(body, { headers });
}

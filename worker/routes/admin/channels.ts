import type { Context } from "hono";
import { channelCreate, channelRegenerate } from "../../../shared/admin.ts";
import { mintKey } from "../../auth/keys/api-key.ts";
import { type AppEnv, scopeOf } from "../../http/app-env.ts";
import { ApiError, ValidationError } from "../../http/errors.ts";
import { readPage } from "../../http/read-page.ts";
import { pathId, readBody, readOptionalBody } from "../../http/read-request.ts";
import { revokeAtGate } from "../../objects/key-gate/client.ts";
import { channelKey } from "../../projects/channel-key.ts";
import { snippet } from "../../projects/snippet.ts";
import { auditIfChanged, auditInsert } from "../../storage/audit.ts";
import { type Channel, findChannel, insertChannel, listChannels, setChannelKey } from "../../storage/channels.ts";
import { findKey, insertChannelKey, markRevoked } from "../../storage/keys.ts";
import { insertedRow, rowsOf } from "../../storage/rows.ts";
import { readVariables } from "../../variables.ts";
import { auditActor, domainFaults, loadAgent, loadProject, loadProjectOfPath, parseDomains } from "./load.ts";

const serviceOrigin = (c: Context<AppEnv>) => new URL(c.req.url).origin;

export async function list(c: Context<AppEnv>): Promise<Response> {
  const project = await loadProjectOfPath(c);
  return c.json(await listChannels(c.env.DB, project.id, readPage(c)));
}

export async function create(c: Context<AppEnv>): Promise<Response> {
  const project = await loadProjectOfPath(c);
  const body = await readBody(c, channelCreate, domainFaults);
  const allowed_domains = parseDomains(body.allowed_domains);
  const agent = await loadAgent(c, body.agent_id);
  if (agent.project_id !== project.id)
    throw new ValidationError([
      { type: "value_error", loc: ["body", "agent_id"], msg: "Value error, Agent is not part of this project" },
    ]);
  const minted = await mintKey(readVariables(c.env).KEY_SECRET[0] ?? "");
  const now = Date.now();
  const [made] = await c.env.DB.batch([
    insertChannel(c.env.DB, { project_id: project.id, name: body.name, agent_id: agent.id }, now),
    auditInsert(
      c.env.DB,
      "channel",
      { ...auditActor(c, project.org_id), action: "channel.create", change: { ...body, allowed_domains } },
      now,
    ),
  ]);
  const channel = insertedRow<Channel>(made);
  const [keyed] = await c.env.DB.batch([
    insertChannelKey(c.env.DB, channelKey(channel, minted, { ...body, allowed_domains }), channel.id, null, now),
    setChannelKey(c.env.DB, channel.id, minted.key_hash),
  ]);
  const key_id = insertedRow<{ id: number }>(keyed).id;
  return c.json({ ...channel, key_id, key: minted.key, snippet: snippet(serviceOrigin(c), minted.key) }, 201);
}

/** A new key for the channel. The old one is dead before the new one is made, so that they never both work. */
export async function regenerate(c: Context<AppEnv>): Promise<Response> {
  const id = pathId(c);
  const channel = id === null ? null : await findChannel(c.env.DB, id, scopeOf(c.var.actor));
  if (!channel) throw new ApiError("channel_not_found");
  const body = await readOptionalBody(c, channelRegenerate, domainFaults);
  const old = channel.key_id === null ? null : await findKey(c.env.DB, channel.key_id, null);
  const allowed_domains = body.allowed_domains ? parseDomains(body.allowed_domains) : (old?.allowed_domains ?? []);
  const project = await loadProject(c, channel.project_id);
  const minted = await mintKey(readVariables(c.env).KEY_SECRET[0] ?? "");
  const now = Date.now();
  if (old) await revokeAtGate(c.env, old.key_hash, old.revoked_at ?? now);
  const fields = channelKey(channel, minted, {
    allowed_domains,
    minute_limit: old?.minute_limit,
    day_limit: old?.day_limit,
  });
  const record = {
    ...auditActor(c, project.org_id),
    action: "channel.regenerate",
    target: `channel:${channel.id}`,
    change: { allowed_domains },
  };
  const [made] = await c.env.DB.batch([
    insertChannelKey(c.env.DB, fields, channel.id, channel.key_id, now),
    auditIfChanged(c.env.DB, record, now),
    setChannelKey(c.env.DB, channel.id, minted.key_hash),
    ...(old ? [markRevoked(c.env.DB, old.id, now)] : []),
  ]);
  const key = rowsOf<{ id: number }>(made)[0];
  // Somebody else gave the channel a new key in the meantime; the old one is dead all the same.
  if (!key) throw new ApiError("in_progress");
  return c.json({ id: channel.id, key_id: key.id, key: minted.key, snippet: snippet(serviceOrigin(c), minted.key) });
}

import type { Context } from "hono";
import { channelCreate, channelPatch, channelRegenerate } from "../../../shared/admin.ts";
import type { AppEnv } from "../../http/app-env.ts";
import { readPage } from "../../http/read-page.ts";
import { pathId, readBody, readOptionalBody } from "../../http/read-request.ts";
import { mintKey } from "../../keys/api-key.ts";
import { domainFaults, parseDomains } from "../../projects/allowed-domains.ts";
import {
  addKeyToChannel,
  changeChannel,
  createChannel,
  removeChannel,
  replaceChannelKey,
} from "../../projects/channels.ts";
import { loadAgent, loadChannel, loadProject } from "../../projects/load.ts";
import { snippet } from "../../projects/snippet.ts";
import { type Channel, listChannels } from "../../storage/channels.ts";
import { readVariables } from "../../variables.ts";
import { idempotent } from "./idempotent.ts";

const secretsOf = (c: Context<AppEnv>) => readVariables(c.env).KEY_SECRET;
const snippetOf = (c: Context<AppEnv>, name: string) => snippet(new URL(c.req.url).origin, name);
/** With its snippet, which names it. */
const shown = (c: Context<AppEnv>, { generation: _, ...channel }: Channel) => ({
  ...channel,
  snippet: snippetOf(c, channel.public_id),
});

export async function list(c: Context<AppEnv>): Promise<Response> {
  const project = await loadProject(c.env.DB, c.var.actor, pathId(c));
  const { items, next_cursor } = await listChannels(c.env.DB, project.id, readPage(c));
  return c.json({ items: items.map((channel) => shown(c, channel)), next_cursor });
}

export async function create(c: Context<AppEnv>): Promise<Response> {
  const { DB } = c.env;
  const project = await loadProject(DB, c.var.actor, pathId(c));
  const body = await readBody(c, channelCreate, domainFaults);
  const fields = { ...body, allowed_domains: parseDomains(body.allowed_domains) };
  const agent = await loadAgent(DB, c.var.actor, body.agent_id);
  return idempotent(c, body, async () => {
    const secret = secretsOf(c)[0];
    const { key, key_id, ...channel } = await createChannel(DB, c.var.actor, project, agent, { secret }, fields);
    return { ...shown(c, { ...channel, key_id }), key_id, key };
  });
}

export async function regenerate(c: Context<AppEnv>): Promise<Response> {
  const channel = await loadChannel(c.env.DB, c.var.actor, pathId(c));
  const body = await readOptionalBody(c, channelRegenerate, domainFaults);
  const allowed_domains = body.allowed_domains && parseDomains(body.allowed_domains);
  return idempotent(
    c,
    body,
    async () => {
      const next = await replaceChannelKey(c.env, secretsOf(c), c.var.actor, channel, allowed_domains);
      const { public_id } = channel;
      return { id: channel.id, public_id, key_id: next.key_id, key: next.minted.key, snippet: snippetOf(c, public_id) };
    },
    200,
  );
}

/** Adds a key beside those that already work. */
export async function addKey(c: Context<AppEnv>): Promise<Response> {
  const channel = await loadChannel(c.env.DB, c.var.actor, pathId(c));
  const body = await readOptionalBody(c, channelRegenerate, domainFaults);
  const allowed_domains = body.allowed_domains && parseDomains(body.allowed_domains);
  return idempotent(c, body, async () => {
    const minted = await mintKey(secretsOf(c)[0]);
    const key_id = await addKeyToChannel(c.env.DB, c.var.actor, channel, minted, allowed_domains);
    return { id: channel.id, key_id, key: minted.key, snippet: snippetOf(c, minted.key) };
  });
}

export async function update(c: Context<AppEnv>): Promise<Response> {
  const channel = await loadChannel(c.env.DB, c.var.actor, pathId(c));
  const body = await readBody(c, channelPatch, domainFaults);
  const { agent_id, allowed_domains, keep_old_seconds = 0, ...change } = body;
  const script = allowed_domains && {
    secrets: secretsOf(c),
    allowed_domains: parseDomains(allowed_domains),
    keep_old_seconds,
  };
  const agent = agent_id === undefined ? undefined : await loadAgent(c.env.DB, c.var.actor, agent_id);
  return c.json(shown(c, await changeChannel(c.env, c.var.actor, channel, change, agent, script)));
}

export async function remove(c: Context<AppEnv>): Promise<Response> {
  await removeChannel(c.env, c.var.actor, await loadChannel(c.env.DB, c.var.actor, pathId(c)));
  return c.body(null, 204);
}

export async function read(c: Context<AppEnv>): Promise<Response> {
  return c.json(shown(c, await loadChannel(c.env.DB, c.var.actor, pathId(c))));
}

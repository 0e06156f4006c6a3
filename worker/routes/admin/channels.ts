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
import { listChannels } from "../../storage/channels.ts";
import { readVariables } from "../../variables.ts";
import { idempotent } from "./idempotent.ts";

const newKey = (c: Context<AppEnv>) => mintKey(readVariables(c.env).KEY_SECRET[0]);
const snippetOf = (c: Context<AppEnv>, key: string) => snippet(new URL(c.req.url).origin, key);

export async function list(c: Context<AppEnv>): Promise<Response> {
  const project = await loadProject(c.env.DB, c.var.actor, pathId(c));
  return c.json(await listChannels(c.env.DB, project.id, readPage(c)));
}

export async function create(c: Context<AppEnv>): Promise<Response> {
  const { DB } = c.env;
  const project = await loadProject(DB, c.var.actor, pathId(c));
  const body = await readBody(c, channelCreate, domainFaults);
  const fields = { ...body, allowed_domains: parseDomains(body.allowed_domains) };
  const agent = await loadAgent(DB, c.var.actor, body.agent_id);
  return idempotent(c, body, async () => {
    const minted = await newKey(c);
    const channel = await createChannel(DB, c.var.actor, project, agent, minted, fields);
    return { ...channel, key: minted.key, snippet: snippetOf(c, minted.key) };
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
      const minted = await newKey(c);
      const key_id = await replaceChannelKey(c.env, c.var.actor, channel, minted, allowed_domains);
      return { id: channel.id, key_id, key: minted.key, snippet: snippetOf(c, minted.key) };
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
    const minted = await newKey(c);
    const key_id = await addKeyToChannel(c.env.DB, c.var.actor, channel, minted, allowed_domains);
    return { id: channel.id, key_id, key: minted.key, snippet: snippetOf(c, minted.key) };
  });
}

export async function update(c: Context<AppEnv>): Promise<Response> {
  const channel = await loadChannel(c.env.DB, c.var.actor, pathId(c));
  const { agent_id, ...change } = await readBody(c, channelPatch);
  const agent = agent_id === undefined ? undefined : await loadAgent(c.env.DB, c.var.actor, agent_id);
  return c.json(await changeChannel(c.env, c.var.actor, channel, change, agent));
}

export async function remove(c: Context<AppEnv>): Promise<Response> {
  await removeChannel(c.env, c.var.actor, await loadChannel(c.env.DB, c.var.actor, pathId(c)));
  return c.body(null, 204);
}

export const read = async (c: Context<AppEnv>) => c.json(await loadChannel(c.env.DB, c.var.actor, pathId(c)));

import type { Context } from "hono";
import { channelCreate, channelPatch, channelRegenerate } from "../../../shared/admin.ts";
import type { AppEnv } from "../../http/app-env.ts";
import { readPage } from "../../http/read-page.ts";
import { mintKey } from "../../keys/api-key.ts";
import { operationsOf } from "../../openapi/operation.ts";
import { domainFaults, parseDomains } from "../../projects/allowed-domains.ts";
import {
  addKeyToChannel,
  changeChannel,
  createChannel,
  removeChannel,
  replaceChannelKey,
} from "../../projects/channels.ts";
import { loadAgent } from "../../projects/load.ts";
import { snippet } from "../../projects/snippet.ts";
import { type Channel, listChannels } from "../../storage/channels.ts";
import { readVariables } from "../../variables.ts";
import { idempotent } from "./idempotent.ts";
import { channelOfPath, projectOfPath } from "./of-path.ts";

const operation = operationsOf("Keys");

const secretsOf = (c: Context<AppEnv>) => readVariables(c.env).KEY_SECRET;
const snippetOf = (c: Context<AppEnv>, name: string) => snippet(new URL(c.req.url).origin, name);
/** With its snippet, which names it. */
const shown = (c: Context<AppEnv>, { generation: _, ...channel }: Channel) => ({
  ...channel,
  snippet: snippetOf(c, channel.public_id),
});

export const list = operation({
  id: "listChannels",
  summary: "List a project's website channels",
  page: "ChannelList",
  async handle(c) {
    const project = await projectOfPath(c);
    const { items, next_cursor } = await listChannels(c.env.DB, project.id, readPage(c));
    return c.json({ items: items.map((channel) => shown(c, channel)), next_cursor });
  },
});

export const create = operation({
  id: "createChannel",
  summary: "Create a website channel",
  description: "Its key holds all permissions and works with this one agent. Paste `snippet` into the page.",
  body: channelCreate,
  answers: { 201: { description: "Created; store the key now.", schema: "ChannelCreated" } },
  errors: ["agent_not_found"],
  bounds: ["channel.create"],
  repeatable: true,
  async handle(c, readBody) {
    const { DB } = c.env;
    const project = await projectOfPath(c);
    const body = await readBody(domainFaults);
    const fields = { ...body, allowed_domains: parseDomains(body.allowed_domains) };
    const agent = await loadAgent(DB, c.var.actor, body.agent_id);
    return idempotent(c, body, async () => {
      const secret = secretsOf(c)[0];
      const { key, key_id, ...channel } = await createChannel(DB, c.var.actor, project, agent, { secret }, fields);
      return { ...shown(c, { ...channel, key_id }), key_id, key };
    });
  },
});

export const regenerate = operation({
  id: "regenerateChannel",
  summary: "Replace a channel's key",
  description:
    "All keys of the channel stop working before the answer. `allowed_domains`, where given, replaces the restriction.",
  body: channelRegenerate,
  bodyOptional: true,
  answers: { 200: { description: "The new key.", schema: "ChannelRegenerated" } },
  errors: ["in_progress"],
  bounds: ["channel.regenerate"],
  repeatable: true,
  async handle(c, readBody) {
    const channel = await channelOfPath(c);
    const body = await readBody(domainFaults);
    const allowed_domains = body.allowed_domains && parseDomains(body.allowed_domains);
    return idempotent(
      c,
      body,
      async () => {
        const next = await replaceChannelKey(c.env, secretsOf(c), c.var.actor, channel, allowed_domains);
        const { public_id } = channel;
        return {
          id: channel.id,
          public_id,
          key_id: next.key_id,
          key: next.minted.key,
          snippet: snippetOf(c, public_id),
        };
      },
      200,
    );
  },
});

export const addKey = operation({
  id: "addChannelKey",
  summary: "Give a channel a second key",
  description:
    "Both keys work until one is revoked with `DELETE /keys/{id}`: for pages and clients that hold a key themselves. The snippet of this answer holds the new key; the channel's own names the channel, and keeps its own.",
  body: channelRegenerate,
  bodyOptional: true,
  answers: { 201: { description: "Created; store the key now.", schema: "ChannelRegenerated" } },
  bounds: ["channel.add_key"],
  repeatable: true,
  async handle(c, readBody) {
    const channel = await channelOfPath(c);
    const body = await readBody(domainFaults);
    const allowed_domains = body.allowed_domains && parseDomains(body.allowed_domains);
    return idempotent(c, body, async () => {
      const minted = await mintKey(secretsOf(c)[0]);
      const key_id = await addKeyToChannel(c.env.DB, c.var.actor, channel, minted, allowed_domains);
      return { id: channel.id, key_id, key: minted.key, snippet: snippetOf(c, minted.key) };
    });
  },
});

export const update = operation({
  id: "updateChannel",
  summary: "Rename, move or pause a website channel, or change its domains",
  description:
    "Its keys follow at once: they work with the new agent, or are refused while `active` is false. Other `allowed_domains` are a new key in the same script; the one before dies with the answer, or `keep_old_seconds` later. Keys that were handed out otherwise stay as they are.",
  body: channelPatch,
  answers: { 200: { description: "The channel.", schema: "Channel" } },
  errors: ["agent_not_found", "in_progress"],
  bounds: ["channel.update"],
  async handle(c, readBody) {
    const channel = await channelOfPath(c);
    const body = await readBody(domainFaults);
    const { agent_id, allowed_domains, keep_old_seconds = 0, ...change } = body;
    const script = allowed_domains && {
      secrets: secretsOf(c),
      allowed_domains: parseDomains(allowed_domains),
      keep_old_seconds,
    };
    const agent = agent_id === undefined ? undefined : await loadAgent(c.env.DB, c.var.actor, agent_id);
    return c.json(shown(c, await changeChannel(c.env, c.var.actor, channel, change, agent, script)));
  },
});

export const remove = operation({
  id: "deleteChannel",
  summary: "Delete a website channel",
  description: "Revokes its keys first. It cannot be undone.",
  answers: { 204: "Deleted." },
  async handle(c) {
    await removeChannel(c.env, c.var.actor, await channelOfPath(c));
    return c.body(null, 204);
  },
});

export const read = operation({
  id: "getChannel",
  summary: "Read a website channel",
  answers: { 200: { description: "The channel.", schema: "Channel" } },
  async handle(c) {
    return c.json(shown(c, await channelOfPath(c)));
  },
});

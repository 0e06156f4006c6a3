import { keyCreate, keyPatch } from "../../../shared/admin.ts";
import { CONSOLE_KEY_LIMITS } from "../../../shared/limits.ts";
import { readPage } from "../../http/read-page.ts";
import { operationsOf } from "../../openapi/operation.ts";
import { domainFaults, parseDomains } from "../../projects/allowed-domains.ts";
import { listOldKeys } from "../../projects/key-secrets.ts";
import { changeKey, createKey, revokeKey } from "../../projects/keys.ts";
import { type ApiKey, listKeys } from "../../storage/keys.ts";
import { readVariables } from "../../variables.ts";
import { idempotent } from "./idempotent.ts";
import { keyOfPath, projectOfPath } from "./of-path.ts";

const operation = operationsOf("Keys");

/** A key without the name of its gate. */
const shown = ({ key_hash: _, generation, expires_at, ...key }: ApiKey) => ({
  ...key,
  revoked_at: key.revoked_at ?? (expires_at !== null && expires_at <= Date.now() ? expires_at : null),
  expires_at,
  derived: generation !== null,
});

export const list = operation({
  id: "listKeys",
  summary: "List a project's keys",
  description: "Never the keys themselves, only their first characters.",
  page: "ApiKeyList",
  async handle(c) {
    const project = await projectOfPath(c);
    const page = await listKeys(c.env.DB, project.id, readPage(c));
    return c.json({ ...page, items: page.items.map(shown) });
  },
});

export const listOld = operation({
  id: "listOldKeys",
  summary: "List keys that still need an old KEY_SECRET",
  description:
    "While `KEY_SECRET` is rotated (`new,old`): live keys that were made with the old one and not used since. A key leaves the list when it is used. Once the list is empty, the old secret may be dropped.",
  page: "ApiKeyList",
  async handle(c) {
    const page = await listOldKeys(c.env.DB, readVariables(c.env).KEY_SECRET, readPage(c));
    return c.json({ ...page, items: page.items.map(shown) });
  },
});

export const create = operation({
  id: "createKey",
  summary: "Create a key",
  description:
    "It has the permission `widget:read` unless you say otherwise. The whole key is shown only once. `allowed_domains` holds exact origins (`https://shop.example`) and `*.example.com`; it keeps other pages from using the key, but does not prove who calls: a program can send any `Origin`.",
  body: keyCreate,
  answers: { 201: { description: "Created; store the key now.", schema: "ApiKeyCreated" } },
  bounds: ["key.create"],
  repeatable: true,
  async handle(c, readBody) {
    const project = await projectOfPath(c);
    const body = await readBody(domainFaults);
    const [secret] = readVariables(c.env).KEY_SECRET;
    const fields = {
      name: body.name,
      permissions: [...new Set(body.permissions ?? (["widget:read"] as const))],
      allowed_domains: parseDomains(body.allowed_domains),
      minute_limit: body.minute_limit ?? CONSOLE_KEY_LIMITS.minute,
      day_limit: body.day_limit ?? CONSOLE_KEY_LIMITS.day,
      daily_credit_cap: body.daily_credit_cap ?? null,
      daily_session_cap: body.daily_session_cap ?? null,
    };
    return idempotent(c, body, async () => {
      const { stored, key } = await createKey(c.env.DB, c.var.actor, project, secret, fields);
      return { ...shown(stored), key };
    });
  },
});

export const update = operation({
  id: "updateKey",
  summary: "Change a key's name or daily caps",
  description: "`null` removes a cap. The key's permissions and domains cannot be changed.",
  body: keyPatch,
  answers: { 200: { description: "The current state.", schema: "ApiKey" } },
  bounds: ["key.update"],
  async handle(c, readBody) {
    const key = await keyOfPath(c);
    const body = await readBody();
    return c.json(shown(await changeKey(c.env, c.var.actor, key, body)));
  },
});

export const revoke = operation({
  id: "revokeKey",
  summary: "Revoke a key",
  description: "After the answer no request anywhere passes with the key. It cannot be undone.",
  answers: { 204: "Revoked." },
  async handle(c) {
    await revokeKey(c.env, c.var.actor, await keyOfPath(c));
    return c.body(null, 204);
  },
});

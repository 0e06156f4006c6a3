import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { type Actor, ADMIN } from "../../../worker/actor.ts";
import { changeAgent, createAgent } from "../../../worker/projects/agents.ts";
import { changeChannel } from "../../../worker/projects/channels.ts";
import { changeKey, createKey } from "../../../worker/projects/keys.ts";
import {
  loadAgent,
  loadChannel,
  loadKey,
  loadOperator,
  loadOrganization,
  loadProject,
  loadWebhook,
} from "../../../worker/projects/load.ts";
import { changeOperator } from "../../../worker/projects/operators.ts";
import { changeOrganization } from "../../../worker/projects/organizations.ts";
import { changeProject } from "../../../worker/projects/projects.ts";
import { addDevice } from "../../../worker/push/devices.ts";
import { reportFailures } from "../../../worker/webhooks/report-failures.ts";
import { changeWebhook, createWebhook } from "../../../worker/webhooks/webhooks.ts";
import { makeChannel, makeProject } from "../../harness/worker/organization.ts";
import { admin, apiKey, request } from "../../harness/worker/request.ts";

/** Two requests that have both read the same row before either writes: each changes only what it was given. */

async function made() {
  const { project, agent } = await makeProject();
  const channel = await makeChannel(project.id, agent.id, {});
  return { project, agent, channel };
}

test("a channel's pause outlives a rename, for its keys too", async () => {
  const { agent, channel, project } = await made();
  const config = async () => (await request("GET", "/widget/v1/config", { headers: apiKey(channel.key) })).status;
  expect(await config()).toBe(200);
  const read = await loadChannel(env.DB, ADMIN, channel.id);
  await changeChannel(env, ADMIN, read, { active: false, visitor_sessions: 3 });
  const renamed = await changeChannel(env, ADMIN, read, { name: "Shop", daily_credit_cap: 5 });
  const stored = { name: "Shop", active: false, visitor_sessions: 3, daily_credit_cap: 5, agent_id: agent.id };
  expect(renamed).toMatchObject(stored);
  expect(await admin("GET", `/channels/${channel.id}`)).toMatchObject(stored);
  expect(await config()).not.toBe(200);

  const other = await admin("POST", "/agents", { project_id: project.id, name: "Ben", provider: "provider_a" });
  await changeChannel(env, ADMIN, read, {}, other);
  await changeChannel(env, ADMIN, read, { daily_credit_cap: null });
  expect(await admin("GET", `/channels/${channel.id}`)).toMatchObject({ agent_id: other.id, daily_credit_cap: null });
  const { items } = await admin("GET", `/projects/${project.id}/keys`);
  expect(items).toContainEqual(expect.objectContaining({ id: channel.key_id, agent_id: other.id }));
});

test("an agent's fields, those of its speech among them", async () => {
  const { agent } = await made();
  const read = await loadAgent(env.DB, ADMIN, agent.id);
  await changeAgent(env, ADMIN, read, {
    active: false,
    language: "de",
    initial_messages: { de: "Hallo" },
    end_call: true,
  });
  await changeAgent(env, ADMIN, read, { name: "Ava II", keyterms: ["Otto"], initial_messages: { fr: "Bonjour" } });
  const { agent: changed } = await changeAgent(env, ADMIN, read, { description: "Kind", end_call: null });
  const stored = {
    name: "Ava II",
    description: "Kind",
    active: false,
    language: "de",
    keyterms: ["Otto"],
    end_call: read.end_call,
    instructions: read.instructions,
  };
  expect(changed).toMatchObject(stored);
  expect(await admin("GET", `/agents/${agent.id}`)).toMatchObject(stored);
  expect(changed.initial_messages).toEqual({ fr: "Bonjour" });
  expect((await changeAgent(env, ADMIN, read, {})).agent).toEqual(changed);
});

test("a key's name and caps", async () => {
  const { project } = await made();
  const { id } = await admin("POST", `/projects/${project.id}/keys`, { name: "Site", daily_credit_cap: 9 });
  const read = await loadKey(env.DB, ADMIN, id);
  await changeKey(env, ADMIN, read, { daily_session_cap: 7, daily_credit_cap: null });
  expect(await changeKey(env, ADMIN, read, { name: "Shop" })).toMatchObject({
    name: "Shop",
    daily_session_cap: 7,
    daily_credit_cap: null,
  });
});

test("a webhook that the service has switched off meanwhile stays off", async () => {
  const { project } = await made();
  const hook = { url: "https://crm.example/", events: ["session.ended"] };
  const { id } = await admin("POST", `/projects/${project.id}/webhooks`, hook);
  const read = await loadWebhook(env.DB, ADMIN, id);
  const last_failure = { at: Date.now(), status: 410, detail: "Gone" };
  await reportFailures(env.DB)({ webhook_id: id, version: read.version, switched_off: true, last_failure });
  await changeWebhook(env, ADMIN, read, read.origin, { include_transcript: true });
  const changed = await changeWebhook(env, ADMIN, read, read.origin, { url: "https://crm.example/new" });
  expect(changed).toMatchObject({ active: false, include_transcript: true, url: "https://crm.example/new" });
  expect(await admin("GET", `/webhooks/${id}`)).toMatchObject({ active: false, events: hook.events });
});

test("an operator's demotion outlives a rename", async () => {
  const { id } = await admin("POST", "/operators", { name: "Ada", role: "owner", email: "ada@voice.example" });
  const read = await loadOperator(env.DB, id);
  await changeOperator(env.DB, ADMIN, read, { role: "read_only" });
  expect(await changeOperator(env.DB, ADMIN, read, { name: "Eva" })).toMatchObject({ name: "Eva", role: "read_only" });
  await changeOperator(env.DB, ADMIN, read, { email: null });
  const stored = { name: "Eva", role: "read_only", email: null };
  expect(await changeOperator(env.DB, ADMIN, read, {})).toMatchObject(stored);
  expect(await admin("GET", `/operators/${id}`)).toMatchObject(stored);
});

test("two operators never have one address", async () => {
  const taken = await admin("POST", "/operators", { name: "Ada", role: "support", email: "one@voice.example" });
  const { id } = await admin("POST", "/operators", { name: "Eva", role: "support" });
  const read = await loadOperator(env.DB, id);
  const asked = changeOperator(env.DB, ADMIN, read, { name: "Ida", email: taken.email });
  await expect(asked).rejects.toThrow();
  expect(await admin("GET", `/operators/${id}`)).toMatchObject({ name: "Eva", email: null });
  expect(await changeOperator(env.DB, ADMIN, read, { email: "two@voice.example" })).toMatchObject({ name: "Eva" });
  const own = await loadOperator(env.DB, taken.id);
  expect(await changeOperator(env.DB, ADMIN, own, { name: "Ada II", email: taken.email })).toMatchObject({
    name: "Ada II",
    email: taken.email,
  });
});

test("what is merged with what was read is refused where it has changed since, and nothing of it is written", async () => {
  const { project } = await made();
  const read = await loadProject(env.DB, ADMIN, project.id);
  await changeProject(env, ADMIN, read, { widget_config: { features: { textInput: false } }, daily_session_cap: 4 });
  const late = changeProject(env, ADMIN, read, { name: "Late", widget_config: { features: { voice: false } } });
  await expect(late).rejects.toMatchObject({ code: "in_progress" });
  const stored = await admin("GET", `/projects/${project.id}`);
  expect(stored).toMatchObject({
    name: read.name,
    daily_session_cap: 4,
    widget_config: { features: { textInput: false } },
  });

  const payer = await loadOrganization(env.DB, ADMIN, read.org_id);
  await changeOrganization(env, ADMIN, payer, { features: { memory: false } });
  const second = changeOrganization(env, ADMIN, payer, { name: "Late", features: { tools: false } });
  await expect(second).rejects.toMatchObject({ code: "in_progress" });
  const now = await admin("GET", `/organizations/${read.org_id}`);
  expect(now).toMatchObject({ name: payer.name, features: { ...payer.features, memory: false } });
});

/** What whoever had a project may have begun, and sends the end of once it is another's. */
const begun: Record<string, (here: Made, actor: Actor) => Promise<() => Promise<unknown>>> = {
  "a webhook": async ({ project }, actor) => {
    const hook = { url: "https://mine.example/", events: ["session.ended" as const], include_transcript: true };
    return () => createWebhook(env.DB, actor, project, "https://voice.example", hook);
  },
  "a webhook's address": async ({ project }, actor) => {
    const { id } = await admin("POST", `/projects/${project.id}/webhooks`, {
      url: "https://crm.example/",
      events: ["session.ended"],
    });
    const read = await loadWebhook(env.DB, actor, id);
    return () => changeWebhook(env, actor, read, read.origin, { url: "https://mine.example/" });
  },
  "a key": async ({ project }, actor) => {
    const fields = { name: "Mine", permissions: ["widget:read" as const], allowed_domains: [] };
    const limits = { minute_limit: 60, day_limit: 100, daily_credit_cap: null, daily_session_cap: null };
    return () => createKey(env.DB, actor, project, env.KEY_SECRET, { ...fields, ...limits });
  },
  "an agent": async ({ project }, actor) => {
    return () => createAgent(env, actor, project, { project_id: project.id, name: "Mine", provider: "provider_a" });
  },
  "a device": async ({ project }, actor) => {
    const sent = { endpoint: "https://push.example/1", keys: { p256dh: "B", auth: "a" } };
    const credential = { credential_hash: null, cookie_hash: null };
    return () => addDevice(env, actor, project, { credential, origin: "https://voice.example", sent });
  },
};
type Made = Awaited<ReturnType<typeof made>>;

async function ownerOf({ project }: Made) {
  const { id } = await admin("POST", `/organizations/${project.org_id}/tokens`, {});
  return { token: id, actor: { kind: "organization", org_id: project.org_id, token_id: id } as const };
}

const rows = () =>
  env.DB.prepare(
    `SELECT (SELECT count(*) FROM webhooks) AS webhooks, (SELECT count(*) FROM api_keys) AS keys,
       (SELECT count(*) FROM agents) AS agents, (SELECT count(*) FROM devices) AS devices`,
  ).first();

test.each(Object.entries(begun))(
  "%s is not made by who had the project, or the token, as they began",
  async (_, begin) => {
    const here = await made();
    const { token, actor } = await ownerOf(here);
    const revoked = await begin(here, actor);
    await admin("DELETE", `/tokens/${token}`, undefined, { status: 204 });
    const before = await rows();
    await expect(revoked()).rejects.toMatchObject({ code: "operator_unauthorized" });
    expect(await rows()).toEqual(before);
    const another = await ownerOf(here);
    const moved = await begin(here, another.actor);
    const { id: org_id } = await admin("POST", "/organizations", { name: "Next" });
    await admin("PATCH", `/projects/${here.project.id}`, { org_id });
    const after = await rows();
    await expect(moved()).rejects.toMatchObject({ code: "project_not_found" });
    expect(await rows()).toEqual(after);
  },
);

test("nothing is changed by an operator who was demoted or deleted as the request was under way", async () => {
  const { project } = await made();
  const fields = { project_id: project.id, name: "Mine", provider: "provider_a" } as const;
  for (const gone of [
    (id: number) => admin("PATCH", `/operators/${id}`, { role: "read_only" }),
    (id: number) => admin("DELETE", `/operators/${id}`, undefined, { status: 204 }),
  ]) {
    const { id, name } = await admin("POST", "/operators", { name: "Bea", role: "support" });
    const actor = { kind: "operator", operator_id: id, name, role: "support" } as const;
    await gone(id);
    await expect(createAgent(env, actor, project, fields)).rejects.toMatchObject({ code: "operator_unauthorized" });
  }
});

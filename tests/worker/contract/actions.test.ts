import { env } from "cloudflare:workers";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Role } from "../../../shared/operators.ts";
import type { Actor } from "../../../worker/actor.ts";
import { DeviceCreate } from "../../../worker/openapi/examples/webhooks.ts";
import { ACTIONS, type Action, mayDo } from "../../../worker/permissions.ts";
import { leaveContact, makeChannel, makeKey, start, type World, world } from "../../harness/worker/organization.ts";
import { askUnanswered } from "../../harness/worker/project-store.ts";
import { admin, bearer, type Json, request } from "../../harness/worker/request.ts";

/**
 * Every action of the operator API for every role. An action that the service knows and that has no call here does not
 * compile; a call that reaches an action by another way stands beside the plain one.
 */

type Call = [method: string, path: string, body?: unknown];
/** What is made for the call, by an owner, and the call. */
type Prepare = (here: World) => Promise<Call> | Call;

const HOOK = { url: "https://crm.example/", events: ["session.ended"] };
const AGENT = { name: "Ida", provider: "provider_a" };
const made = async (path: string, body: object): Promise<Json> => admin("POST", path, body);
const hook = async ({ project_id }: World) => (await made(`/projects/${project_id}/webhooks`, HOOK)).id;
const device = async ({ project_id }: World) => (await made(`/projects/${project_id}/devices`, DeviceCreate)).id;
const operatorsHook = async () => (await made("/webhooks", { ...HOOK, events: ["alert.raised"] })).id;
const channel = async ({ project_id, agent_id }: World) => (await makeChannel(project_id, agent_id)).id;
const source = async ({ project_id }: World) =>
  (await made(`/projects/${project_id}/sources`, { kind: "text", title: "Hours", text: "Open at nine." })).id;
const operator = async () => (await made("/operators", { name: "Bea", role: "support" })).id;
const tested = async (webhook: number) =>
  (await admin("POST", `/webhooks/${webhook}/test`, undefined, { status: 200 })).id;
const site = (fields: object) => ({ name: "Site", agent: AGENT, allowed_domains: [], ...fields });

const CALLS: Record<Action, [Prepare, ...Prepare[]]> = {
  "service.read": [
    () => ["GET", "/status"],
    () => ["GET", "/metrics"],
    () => ["GET", "/operators"],
    () => ["GET", "/webhooks"],
    async () => ["GET", `/operators/${await operator()}`],
  ],
  "backup.read": [
    () => ["GET", "/backup"],
    () => ["GET", "/backup/tables/projects"],
    () => ["GET", "/backup/gates"],
    () => ["GET", "/backup/stores"],
    ({ org_id }) => ["GET", `/backup/ledgers/${org_id}`],
  ],
  // What comes after the guard: nothing is restored into an installation in use.
  "backup.restore": [
    async () => {
      const { tables: _, late_tables: __, organizations: ___, ...manifest } = await admin("GET", "/backup");
      return ["POST", "/restore", manifest];
    },
    () => ["POST", "/restore/parts", { archive: crypto.randomUUID(), part: { kind: "gates", gates: [] } }],
    () => ["POST", "/restore/finish", { archive: crypto.randomUUID() }],
  ],
  "demo_site.create": [() => ["POST", "/demo-site"]],
  "operator.create": [() => ["POST", "/operators", { name: "Cleo", role: "owner" }]],
  "operator.update": [async () => ["PATCH", `/operators/${await operator()}`, { role: "owner" }]],
  "operator.renew_token": [async () => ["POST", `/operators/${await operator()}/token`]],
  "operator.delete": [async () => ["DELETE", `/operators/${await operator()}`]],
  "operators_webhook.change": [
    () => ["POST", "/webhooks", { ...HOOK, events: ["alert.raised"] }],
    async () => ["PATCH", `/webhooks/${await operatorsHook()}`, { url: "https://else.example/" }],
    async () => ["DELETE", `/webhooks/${await operatorsHook()}`],
    async () => ["POST", `/webhooks/${await operatorsHook()}/secret`],
    async () => ["POST", `/webhooks/${await operatorsHook()}/test`],
    async () => ["POST", `/deliveries/${await tested(await operatorsHook())}/replay`],
  ],
  "organization.create": [
    () => ["POST", "/organizations", { name: "More" }],
    () => ["POST", "/sites", site({ credit: 0 })],
  ],
  "organization.update": [({ org_id }) => ["PATCH", `/organizations/${org_id}`, { name: "Renamed" }]],
  "organization.change_terms": [
    ({ org_id }) => ["PATCH", `/organizations/${org_id}`, { voice_lines: 99 }],
    ({ org_id }) => ["PATCH", `/organizations/${org_id}`, { credits_per_minute: { provider_a: 1 } }],
    ({ org_id }) => ["PATCH", `/organizations/${org_id}`, { name: "Renamed", subscription: "none" }],
  ],
  "organization.credit": [
    ({ org_id }) => ["POST", `/organizations/${org_id}/credits`, { amount: 5 }],
    ({ org_id }) => ["POST", "/sites", site({ org_id, credit: 123_456_789 })],
  ],
  "organization.delete": [({ org_id }) => ["DELETE", `/organizations/${org_id}`, { confirm: "Harbour" }]],
  "token.create": [({ org_id }) => ["POST", `/organizations/${org_id}/tokens`, {}]],
  "token.revoke": [
    async ({ org_id }) => ["DELETE", `/tokens/${(await made(`/organizations/${org_id}/tokens`, {})).id}`],
  ],
  "project.create": [
    ({ org_id }) => ["POST", "/projects", { org_id, name: "Second" }],
    ({ org_id }) => ["POST", "/sites", site({ org_id, credit: 0 })],
  ],
  "project.update": [({ project_id }) => ["PATCH", `/projects/${project_id}`, { name: "Renamed" }]],
  "project.move": [
    async ({ project_id }) => {
      const { id } = await made("/organizations", { name: "Payer" });
      return ["PATCH", `/projects/${project_id}`, { org_id: id }];
    },
    ({ project_id }) => ["PATCH", `/projects/${project_id}`, { org_id: null }],
  ],
  "project.delete": [({ project_id }) => ["DELETE", `/projects/${project_id}`, { confirm: "Bakery" }]],
  "project.read_identity_secret": [({ project_id }) => ["GET", `/projects/${project_id}/identity-secret`]],
  "project.rotate_identity_secret": [({ project_id }) => ["POST", `/projects/${project_id}/identity-secret/rotate`]],
  "project.export_sessions": [({ project_id }) => ["GET", `/projects/${project_id}/sessions?format=csv`]],
  "project.export_contacts": [({ project_id }) => ["GET", `/projects/${project_id}/contacts?format=csv`]],
  "agent.create": [({ project_id }) => ["POST", "/agents", { project_id, ...AGENT }]],
  "agent.update": [({ agent_id }) => ["PATCH", `/agents/${agent_id}`, { name: "Eva" }]],
  "agent.delete": [({ agent_id }) => ["DELETE", `/agents/${agent_id}`]],
  "tool.test": [
    ({ agent_id }) => {
      const tool = { name: "look_up", kind: "webhook", url: "https://crm.example/tool" };
      return ["POST", `/agents/${agent_id}/tools/test`, { tool, arguments: {} }];
    },
  ],
  "key.create": [
    ({ project_id }) => ["POST", `/projects/${project_id}/keys`, { name: "Second" }],
    ({ agent_id }) => ["POST", `/agents/${agent_id}/test-key`],
  ],
  "key.update": [
    async ({ project_id }) => ["PATCH", `/keys/${(await makeKey(project_id)).id}`, { daily_credit_cap: 5 }],
  ],
  "key.revoke": [async ({ project_id }) => ["DELETE", `/keys/${(await makeKey(project_id)).id}`]],
  "key.list_old": [() => ["GET", "/keys/old"]],
  "channel.create": [
    ({ project_id, agent_id }) => ["POST", `/projects/${project_id}/channels`, { name: "Second", agent_id }],
  ],
  "channel.update": [async (here) => ["PATCH", `/channels/${await channel(here)}`, { active: false }]],
  "channel.delete": [async (here) => ["DELETE", `/channels/${await channel(here)}`]],
  "channel.regenerate": [async (here) => ["POST", `/channels/${await channel(here)}/regenerate`]],
  "channel.add_key": [async (here) => ["POST", `/channels/${await channel(here)}/keys`]],
  "source.preview": [
    ({ project_id }) => ["POST", `/projects/${project_id}/sources/preview`, { url: "https://www.example/" }],
  ],
  "source.create": [
    ({ project_id }) => ["POST", `/projects/${project_id}/sources`, { kind: "text", title: "Hours", text: "Nine." }],
  ],
  // Of the right to try; what comes to nothing is written down as this.
  "source.unread": [
    ({ project_id }) => ["POST", `/projects/${project_id}/sources`, { kind: "text", title: "Hours", text: "Ten." }],
  ],
  "source.refresh": [async (here) => ["POST", `/sources/${await source(here)}/refresh`]],
  "source.update": [async (here) => ["PATCH", `/sources/${await source(here)}`, { text: "Open at ten." }]],
  "source.delete": [async (here) => ["DELETE", `/sources/${await source(here)}`]],
  "question.delete": [
    async ({ project_id, org_id }) => {
      await askUnanswered({ project_id, org_id }, "ses_x", "Why?");
      const [question] = (await admin("GET", `/projects/${project_id}/questions`)).items;
      return ["DELETE", `/questions/${question.id}`];
    },
  ],
  "contact.update": [async (here) => ["PATCH", `/contacts/${await leaveContact(here)}`, { done: true }]],
  "contact.delete": [async (here) => ["DELETE", `/contacts/${await leaveContact(here)}`]],
  "session.end": [async (here) => ["POST", `/sessions/${await session(here)}/end`]],
  "session.join": [async (here) => ["POST", `/sessions/${await session(here)}/join`, { name: "Ada" }]],
  "session.message": [async (here) => ["POST", `/sessions/${await joined(here)}/messages`, { text: "Hi" }]],
  "session.whisper": [async (here) => ["POST", `/sessions/${await session(here)}/whisper`, { text: "Be short" }]],
  "session.release": [async (here) => ["POST", `/sessions/${await joined(here)}/release`]],
  "session.analyze": [async (here) => ["POST", `/sessions/${await session(here)}/analyze`]],
  "subject.forget": [({ project_id }) => ["DELETE", `/projects/${project_id}/subjects/nobody`]],
  "webhook.create": [({ project_id }) => ["POST", `/projects/${project_id}/webhooks`, HOOK]],
  "webhook.update": [async (here) => ["PATCH", `/webhooks/${await hook(here)}`, { active: false }]],
  "webhook.delete": [async (here) => ["DELETE", `/webhooks/${await hook(here)}`]],
  "webhook.rotate_secret": [async (here) => ["POST", `/webhooks/${await hook(here)}/secret`]],
  "webhook.test": [async (here) => ["POST", `/webhooks/${await hook(here)}/test`]],
  "device.create": [({ project_id }) => ["POST", `/projects/${project_id}/devices`, DeviceCreate]],
  "device.delete": [async (here) => ["DELETE", `/devices/${await device(here)}`]],
  "delivery.replay": [async (here) => ["POST", `/deliveries/${await tested(await hook(here))}/replay`]],
};

async function session(here: World): Promise<string> {
  const { session_id = "" } = await start(here);
  await here.ledger.publishPending();
  return session_id;
}

/** A session that somebody has joined. */
async function joined(here: World): Promise<string> {
  const id = await session(here);
  await admin("POST", `/sessions/${id}/join`, { name: "Ada" }, { status: 200 });
  return id;
}

/** All that a refused call must leave as it was. */
async function everything(): Promise<string> {
  const { results } = await env.DB.prepare(
    "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT GLOB '*_fts*' AND name NOT GLOB '_cf*'",
  ).all<{ name: string }>();
  const tables = await env.DB.batch(results.map(({ name }) => env.DB.prepare(`SELECT * FROM ${name}`)));
  return JSON.stringify(tables.map((table) => table.results));
}

const ROLES = ["owner", "support", "read_only"] as const satisfies Role[];
const operatorTokens: Partial<Record<string, string>> = {};
beforeEach(async () => {
  for (const role of ROLES) operatorTokens[role] = (await made("/operators", { name: role, role })).token;
  vi.spyOn(globalThis, "fetch").mockImplementation(async () => new Response("{}"));
});
afterEach(() => {
  vi.restoreAllMocks();
});

const CALLERS = [...ROLES, "organization"] as const;
const actorOf = (caller: (typeof CALLERS)[number], org_id: number): Actor =>
  caller === "organization"
    ? { kind: "organization", org_id, token_id: 1 }
    : { kind: "operator", operator_id: 1, name: caller, role: caller };

/** An organization meets these as things of others, which are not there for it. */
const NOT_ITS_OWN: readonly Action[] = ["operators_webhook.change", "project.move"];

describe.each(Object.entries(CALLS) as [Action, Prepare[]][])("%s", (action, prepared) => {
  test.each(prepared.map((prepare, way) => [way + 1, prepare] as const))("by way %i", async (_way, prepare) => {
    const here = await world({ organization: { voice_lines: 20 } });
    const own = (await made(`/organizations/${here.org_id}/tokens`, {})).token;
    // Those who may come last: what they delete is gone for the others.
    const callers = CALLERS.toSorted(
      (a, b) => Number(mayDo(actorOf(a, here.org_id), action)) - Number(mayDo(actorOf(b, here.org_id), action)),
    );
    let deleted = false;
    for (const caller of callers) {
      const may = mayDo(actorOf(caller, here.org_id), action);
      const token = operatorTokens[caller] ?? own;
      if (deleted) continue;
      const [method, path, body] = await prepare(here);
      // A site of an organization's own makes no organization: it pays itself.
      if (action === "organization.create" && caller === "organization" && path === "/sites") continue;
      const before = may ? "" : await everything();
      const answer = await request(method, `/admin/v1${path}`, { headers: bearer(token), body });
      const text = await answer.text();
      const said = `${caller}: ${method} ${path} answers ${answer.status} ${text.slice(0, 200)}`;
      if (may) expect([401, 403, 404, 405, 422, 500, 503], said).not.toContain(answer.status);
      else {
        expect(NOT_ITS_OWN.includes(action) && caller === "organization" ? [403, 404, 422] : [403], said).toContain(
          answer.status,
        );
        expect(await everything(), said).toBe(before);
      }
      deleted = may && ["project.delete", "organization.delete", "agent.delete"].includes(action);
      if (action === "organization.change_terms" && may)
        await admin("PATCH", `/organizations/${here.org_id}`, { subscription: "active" });
    }
  });
});

test("what only an owner may do", () => {
  const support = actorOf("support", 1);
  const left = (Object.keys(ACTIONS) as Action[]).filter((action) => !mayDo(support, action));
  expect(left).toEqual([
    "backup.read",
    "backup.restore",
    "demo_site.create",
    "operator.create",
    "operator.update",
    "operator.renew_token",
    "operator.delete",
    "operators_webhook.change",
    "organization.create",
    "organization.change_terms",
    "organization.credit",
    "organization.delete",
    "token.create",
    "token.revoke",
    "project.move",
    "project.delete",
    "project.read_identity_secret",
    "project.rotate_identity_secret",
    "key.list_old",
    "webhook.rotate_secret",
  ]);
  const reader = actorOf("read_only", 1);
  expect((Object.keys(ACTIONS) as Action[]).filter((action) => mayDo(reader, action))).toEqual([
    "service.read",
    "project.export_sessions",
    "project.export_contacts",
  ]);
});

import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { BOUNDS, type BoundedAction, type OwnedNoun } from "../../../shared/limits.ts";
import worker from "../../../worker/index.ts";
import { DeviceCreate } from "../../../worker/openapi/examples/webhooks.ts";
import { ACTIONS, type Action, mayDo } from "../../../worker/permissions.ts";
import { readVariables } from "../../../worker/variables.ts";
import { leaveContact, makeChannel, start, type World, widget, world } from "../../harness/worker/organization.ts";
import { admin, ask, bearer, operator, request, requestOf } from "../../harness/worker/request.ts";
import { farNoon, stopClock } from "../../harness/worker/stop-clock.ts";
import { billOf, dollars, installMeter, NOTHING } from "./meter.ts";

/** Every bound of the table, met by two requests at once. A bound without a call here does not compile. */

type Call = [path: string, body?: object, method?: "GET" | "POST" | "PATCH" | "DELETE"];
const HOOK = { url: "https://crm.example/", events: ["session.ended"] };
const AGENT = { name: "Ida", provider: "provider_a" };
const TOOL = { name: "look_up", kind: "webhook", url: "https://crm.example/tool" };
const hook = async ({ project_id }: World) => (await admin("POST", `/projects/${project_id}/webhooks`, HOOK)).id;
const channel = async ({ project_id, agent_id }: World) => (await makeChannel(project_id, agent_id)).id;
const delivery = async (here: World) =>
  (await admin("POST", `/webhooks/${await hook(here)}/test`, undefined, { status: 200 })).id;
const page = async ({ project_id }: World) =>
  (await admin("POST", `/projects/${project_id}/sources`, { kind: "url", url: "https://www.example/" })).id;

const CALLS: Record<BoundedAction, (here: World) => Promise<Call> | Call> = {
  "organization.create": () => ["/organizations", { name: "More" }],
  "operator.create": () => ["/operators", { name: "Bea", role: "support" }],
  "token.create": ({ org_id }) => [`/organizations/${org_id}/tokens`, {}],
  "project.create": ({ org_id }) => ["/projects", { org_id, name: "Second" }],
  "agent.create": ({ project_id }) => ["/agents", { project_id, ...AGENT }],
  "channel.create": ({ project_id, agent_id }) => [`/projects/${project_id}/channels`, { name: "Web", agent_id }],
  "key.create": ({ project_id }) => [`/projects/${project_id}/keys`, { name: "Second" }],
  "channel.add_key": async (here) => [`/channels/${await channel(here)}/keys`],
  "webhook.create": ({ project_id }) => [`/projects/${project_id}/webhooks`, HOOK],
  "channel.regenerate": async (here) => [`/channels/${await channel(here)}/regenerate`],
  "organization.update": ({ org_id }) => [`/organizations/${org_id}`, { name: "Again" }, "PATCH"],
  "project.update": ({ project_id }) => [`/projects/${project_id}`, { name: "Again" }, "PATCH"],
  "agent.update": ({ agent_id }) => [`/agents/${agent_id}`, { name: "Again" }, "PATCH"],
  "channel.update": async (here) => [`/channels/${await channel(here)}`, { name: "Again" }, "PATCH"],
  "key.update": async ({ project_id }) => {
    const { id } = await admin("POST", `/projects/${project_id}/keys`, { name: "Second" });
    return [`/keys/${id}`, { name: "Again" }, "PATCH"];
  },
  "webhook.update": async (here) => [`/webhooks/${await hook(here)}`, { active: false }, "PATCH"],
  "project.rotate_identity_secret": ({ project_id }) => [`/projects/${project_id}/identity-secret/rotate`],
  "project.read_identity_secret": ({ project_id }) => [`/projects/${project_id}/identity-secret`, undefined, "GET"],
  "project.export_sessions": ({ project_id }) => [`/projects/${project_id}/sessions?format=csv`, undefined, "GET"],
  "project.export_contacts": ({ project_id }) => [`/projects/${project_id}/contacts?format=csv`, undefined, "GET"],
  "webhook.rotate_secret": async (here) => [`/webhooks/${await hook(here)}/secret`],
  "session.analyze": async (here) => {
    await admin("PATCH", `/agents/${here.agent_id}`, { analysis: { fields: [], criteria: [] } });
    const { session_id } = await start(here);
    await here.ledger.publishPending();
    return [`/sessions/${session_id}/analyze`];
  },
  "subject.forget": ({ project_id }) => [`/projects/${project_id}/subjects/nobody`, undefined, "DELETE"],
  "contact.update": async (here) => [`/contacts/${await leaveContact(here)}`, { done: true }, "PATCH"],
  "source.preview": ({ project_id }) => [`/projects/${project_id}/sources/preview`, { url: "https://www.example/" }],
  "source.create": ({ project_id }) => [`/projects/${project_id}/sources`, { kind: "text", title: "a", text: "b" }],
  "source.unread": ({ project_id }) => [`/projects/${project_id}/sources`, { kind: "text", title: "a", text: " \n" }],
  "source.refresh": async (here) => [`/sources/${await page(here)}/refresh`],
  "source.update": async ({ project_id }) => {
    const sent = { kind: "text", title: "Hours", text: "Open at nine." };
    const { id } = await admin("POST", `/projects/${project_id}/sources`, sent);
    return [`/sources/${id}`, { text: "Open at ten." }, "PATCH"];
  },
  "tool.test": ({ agent_id }) => [`/agents/${agent_id}/tools/test`, { tool: TOOL, arguments: {} }],
  "webhook.test": async (here) => [`/webhooks/${await hook(here)}/test`],
  "device.create": ({ project_id }) => [`/projects/${project_id}/devices`, DeviceCreate],
  "delivery.replay": async (here) => [`/deliveries/${await delivery(here)}/replay`],
};

/** The table of each, and its column of whose it is. */
const TABLES: Record<OwnedNoun, [table: string, owner: (here: World) => string]> = {
  organizations: ["organizations", () => "true"],
  operators: ["operators", () => "true"],
  tokens: ["org_tokens", ({ org_id }) => `org_id = ${org_id}`],
  projects: ["projects", ({ org_id }) => `org_id = ${org_id}`],
  agents: ["agents", ({ project_id }) => `project_id = ${project_id}`],
  channels: ["channels", ({ project_id }) => `project_id = ${project_id}`],
  keys: ["api_keys", ({ project_id }) => `project_id = ${project_id}`],
  webhooks: ["webhooks", ({ project_id }) => `project_id = ${project_id}`],
};
const UNIQUE = ["token_hash", "key_hash", "public_id"];

/** Copies a row that is there until one more is the last that may be. */
async function fill(noun: OwnedNoun, here: World, most: number): Promise<void> {
  const [table, owner] = TABLES[noun];
  const of = owner(here);
  const { results } = await env.DB.prepare(`PRAGMA table_info(${table})`).all<{ name: string }>();
  const columns = results.map(({ name }) => name).filter((name) => name !== "id");
  const copied = columns.map((name) => (UNIQUE.includes(name) ? "hex(randomblob(16))" : name));
  await env.DB.prepare(
    `WITH RECURSIVE numbers (n) AS (SELECT (SELECT count(*) FROM ${table} WHERE ${of}) UNION ALL
       SELECT n + 1 FROM numbers WHERE n < ?1 - 2)
     INSERT INTO ${table} (${columns.join(", ")})
     SELECT ${copied.join(", ")} FROM numbers, (SELECT * FROM ${table} WHERE ${of} ORDER BY id DESC LIMIT 1)`,
  )
    .bind(most)
    .run();
}

/** What is exported is no JSON, which is all that `ask` holds against the document. */
const send = ([path, body, method = "POST"]: Call, headers: Record<string, string>) =>
  (path.includes("format=") ? request : ask)(method, `/admin/v1${path}`, { headers, ...(body && { body }) });

async function twoAtOnce(call: Call, headers: Record<string, string>): Promise<[Response, Response]> {
  const [one, other] = await Promise.all([send(call, headers), send(call, headers)]);
  return one.status < other.status ? [one, other] : [other, one];
}

let here: World;
let owner: Record<string, string>;

beforeEach(async () => {
  here = await world();
  owner = bearer((await admin("POST", `/organizations/${here.org_id}/tokens`, {})).token);
});
beforeEach(() => {
  const analysis = { choices: [{ message: { content: '{"summary":"Nothing was said."}' } }] };
  vi.stubGlobal("fetch", async (input: RequestInfo | URL) =>
    new Request(input).url.startsWith("https://model.example/")
      ? Response.json(analysis)
      : new Response("Open at nine.", { headers: { "Content-Type": "text/plain" } }),
  );
});
beforeEach(() => {
  Object.assign(readVariables(env), { ANALYSIS_BASE_URL: "https://model.example/v1", ANALYSIS_MODEL: "m" });
});
afterEach(() => {
  const variables = readVariables(env);
  delete variables.ANALYSIS_BASE_URL;
  delete variables.ANALYSIS_MODEL;
  vi.unstubAllGlobals();
});

/** What an upload that cannot be read is answered, which is what its bound counts. */
const isPassed = (action: BoundedAction, { status, ok }: Response): boolean =>
  action === "source.unread" ? status === 422 : ok;

const actions = Object.keys(BOUNDS) as BoundedAction[];
const hourly = actions.filter((action) => "hour" in BOUNDS[action]);

/** Has the organization's tokens do something so often within the hour. */
const done = (org_id: number, action: string, times: number, at: number) =>
  env.DB.prepare(
    `WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ?4)
     INSERT INTO audit_log (at, actor, org_id, action, target) SELECT ?3 + n, 'token:1', ?1, ?2, 'before' FROM numbers`,
  )
    .bind(org_id, action, at, times)
    .run();

/** Sends it, and waits for all that it leaves to be done after its answer. */
async function sendWhole([path, body, method = "POST"]: Call, headers: Record<string, string>): Promise<Response> {
  const context = createExecutionContext();
  const request = requestOf(method, `/admin/v1${path}`, { headers, body });
  const response = await worker.fetch(request as Parameters<typeof worker.fetch>[0], env, context);
  await response.arrayBuffer();
  await waitOnExecutionContext(context);
  return response;
}

test("whatever an organization's token may do has an hour's bound, or takes away what is there", () => {
  const token = { kind: "organization", org_id: 1, token_id: 1 } as const;
  const may = (Object.keys(ACTIONS) as Action[]).filter((action) => mayDo(token, action));
  const rest = may.filter((action) => !(hourly as string[]).includes(action));
  expect(rest.filter((action) => !action.endsWith(".delete") && !action.endsWith(".revoke"))).toEqual([
    "session.end",
    // The desk takes 20 of these in ten seconds.
    "session.join",
    "session.message",
    "session.whisper",
    "session.release",
  ]);
});

describe("an hour's bound", () => {
  test.each(hourly)("%s", async (action) => {
    const bound = BOUNDS[action] as { hour: number };
    const call = await CALLS[action](here);
    await done(here.org_id, action, bound.hour - 1, Date.now() - 600_000);
    const [passed, refused] = await twoAtOnce(call, owner);
    expect(isPassed(action, passed), await passed.clone().text()).toBe(true);
    expect(refused.status).toBe(429);
    const { code, detail } = await refused.json<{ code: string; detail: string }>();
    expect(code).toBe("changes_limited");
    expect(detail).toContain(`${bound.hour.toLocaleString("en")} times an hour`);
    const wait = Number(refused.headers.get("Retry-After"));
    expect(wait).toBeGreaterThan(2_900);
    expect(wait).toBeLessThanOrEqual(3_001);
    expect(isPassed(action, await send(call, operator))).toBe(true);
    await env.DB.prepare("UPDATE audit_log SET at = at - 3600000 WHERE org_id = ?1 AND action = ?2")
      .bind(here.org_id, action)
      .run();
    expect(isPassed(action, await send(call, owner))).toBe(true);
  });

  test.each<[string, object | null]>([
    ["whose keys go on for an hour", { keep_old_seconds: 3_600 }],
    ["whose keys die at once", { keep_old_seconds: 0 }],
    ["whose key is revoked already", null],
  ])("other domains of two channels at once, %s", async (_, also) => {
    const channels = [
      await makeChannel(here.project_id, here.agent_id),
      await makeChannel(here.project_id, here.agent_id),
    ];
    if (!also) for (const { key_id } of channels) await admin("DELETE", `/keys/${key_id}`, undefined, { status: 204 });
    const hour = BOUNDS["channel.update"].hour;
    await done(here.org_id, "channel.update", hour - 1, Date.now() - 600_000);
    const body = { allowed_domains: ["https://elsewhere.example"], ...also };
    const answers = await Promise.all(channels.map(({ id }) => send([`/channels/${id}`, body, "PATCH"], owner)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 429]);
  });

  test("new keys of ten channels at once: no key dies of those that are refused", async () => {
    const channels = await Promise.all(Array.from({ length: 10 }, () => makeChannel(here.project_id, here.agent_id)));
    await done(here.org_id, "channel.regenerate", BOUNDS["channel.regenerate"].hour - 1, Date.now() - 600_000);
    const answers = await Promise.all(channels.map(({ id }) => send([`/channels/${id}/regenerate`], owner)));
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    for (const [index, { key }] of channels.entries())
      await widget(key, "GET", "/config", undefined, answers[index]?.ok ? 401 : 200);
  });

  test("leaves nothing of a site that it refuses", async () => {
    await done(here.org_id, "agent.create", BOUNDS["agent.create"].hour, Date.now() - 60_000);
    const projects = () => env.DB.prepare("SELECT count(*) AS n FROM projects").first("n");
    const before = await projects();
    expect((await send(["/sites", { name: "Site", agent: AGENT, allowed_domains: [], credit: 0 }], owner)).status).toBe(
      429,
    );
    expect(await projects()).toBe(before);
  });
});

describe("a refusal", () => {
  test.each(hourly)("of %s costs less than the request, and leaves nothing behind", async (action) => {
    // No alarm's work falls into the bill.
    stopClock(farNoon());
    const { hour } = BOUNDS[action] as { hour: number };
    const call = await CALLS[action](here);
    await done(here.org_id, action, hour - 1, Date.now() - 600_000);
    await installMeter();
    const passed = await billOf(async () => expect(isPassed(action, await sendWhole(call, owner))).toBe(true));
    const refused = await billOf(async () => expect((await sendWhole(call, owner)).status).toBe(429));
    // The rows that the guard reads before D1 undoes the batch are in no answer of D1: an entry, and its row of the index.
    refused.d1_rows_read += 2 * hour;
    // Reading what is asked for is all that it does.
    const { d1_rows_read, object_calls, object_rows_read, ...rest } = refused;
    expect(object_calls).toBeLessThanOrEqual(passed.object_calls);
    expect({ ...NOTHING, ...rest }, JSON.stringify(passed)).toEqual(NOTHING);
    expect(dollars(refused)).toBeLessThan(dollars(passed));
  });

  test("of other domains kills no key of the channel", async () => {
    const { id, key } = await makeChannel(here.project_id, here.agent_id);
    await done(here.org_id, "channel.update", BOUNDS["channel.update"].hour, Date.now() - 60_000);
    const change = { allowed_domains: ["https://other.example"], keep_old_seconds: 0 };
    expect((await send([`/channels/${id}`, change, "PATCH"], owner)).status).toBe(429);
    await widget(key, "GET", "/config");
    expect((await admin("GET", `/channels/${id}`)).allowed_domains).toEqual([]);
  });

  test("of a source reads no document", async () => {
    await done(here.org_id, "source.create", BOUNDS["source.create"].hour, Date.now() - 60_000);
    const unreadable = { kind: "file", content_type: "application/pdf", content_base64: "AAAA" };
    expect((await send([`/projects/${here.project_id}/sources`, unreadable], owner)).status).toBe(429);
  });
});

describe("a number's bound", () => {
  const numbered = actions.filter((action) => "most" in BOUNDS[action]);
  test.each(numbered)("%s", async (action) => {
    const site = await world();
    const own = bearer((await admin("POST", `/organizations/${site.org_id}/tokens`, {})).token);
    const { noun, most, of_operator } = BOUNDS[action] as Extract<(typeof BOUNDS)[BoundedAction], { noun: string }>;
    const call = await CALLS[action](site);
    const tokens = most > 0;
    expect((await send(call, tokens ? own : operator)).status).toBe(201);
    await fill(noun, site, tokens ? most : of_operator);
    const [passed, refused] = await twoAtOnce(call, tokens ? own : operator);
    expect([passed.status, refused.status]).toEqual([201, 409]);
    const { code, detail } = await refused.json<{ code: string; detail: string }>();
    expect(code).toBe("limit_reached");
    expect(detail).toMatch(
      new RegExp(`may have ${(tokens ? most : of_operator).toLocaleString("en")} ${noun}; (delete|revoke) one`),
    );
    if (tokens) expect((await send(call, operator)).status).toBe(of_operator > most ? 201 : 409);
  });
});

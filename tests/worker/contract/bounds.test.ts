import { env } from "cloudflare:workers";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { BOUNDS, type BoundedAction, type OwnedNoun } from "../../../shared/limits.ts";
import { makeChannel, type World, world } from "../../harness/worker/organization.ts";
import { admin, ask, bearer, operator } from "../../harness/worker/request.ts";

/** Every bound of the table, met by two requests at once. A bound without a call here does not compile. */

type Call = [path: string, body?: object];
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
  "source.create": ({ project_id }) => [`/projects/${project_id}/sources`, { kind: "text", title: "a", text: "b" }],
  "source.refresh": async (here) => [`/sources/${await page(here)}/refresh`],
  "tool.test": ({ agent_id }) => [`/agents/${agent_id}/tools/test`, { tool: TOOL, arguments: {} }],
  "webhook.test": async (here) => [`/webhooks/${await hook(here)}/test`],
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

const post = ([path, body]: Call, headers: Record<string, string>) =>
  ask("POST", `/admin/v1${path}`, { headers, ...(body && { body }) });

async function twoAtOnce(call: Call, headers: Record<string, string>): Promise<[Response, Response]> {
  const [one, other] = await Promise.all([post(call, headers), post(call, headers)]);
  return one.status < other.status ? [one, other] : [other, one];
}

let here: World;
let owner: Record<string, string>;

beforeEach(async () => {
  here = await world();
  owner = bearer((await admin("POST", `/organizations/${here.org_id}/tokens`, {})).token);
});
beforeEach(() => {
  vi.stubGlobal("fetch", async () => new Response("Open at nine.", { headers: { "Content-Type": "text/plain" } }));
});
afterEach(() => vi.unstubAllGlobals());

const actions = Object.keys(BOUNDS) as BoundedAction[];

describe("an hour's bound", () => {
  test.each(actions.filter((action) => "hour" in BOUNDS[action]))("%s", async (action) => {
    const bound = BOUNDS[action] as { hour: number };
    const call = await CALLS[action](here);
    await env.DB.prepare(
      `WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ?4 - 1)
       INSERT INTO audit_log (at, actor, org_id, action, target) SELECT ?3 + n, 'token:1', ?1, ?2, 'before' FROM numbers`,
    )
      .bind(here.org_id, action, Date.now() - 600_000, bound.hour)
      .run();
    // A new key of the same channel cannot be made twice at once.
    const atOnce = action !== "channel.regenerate";
    const [passed, refused] = atOnce
      ? await twoAtOnce(call, owner)
      : [await post(call, owner), await post(call, owner)];
    expect(passed.ok, await passed.clone().text()).toBe(true);
    expect(refused.status).toBe(429);
    const { code, detail } = await refused.json<{ code: string; detail: string }>();
    expect(code).toBe("changes_limited");
    expect(detail).toContain(`${bound.hour.toLocaleString("en")} times an hour`);
    const wait = Number(refused.headers.get("Retry-After"));
    expect(wait).toBeGreaterThan(2_900);
    expect(wait).toBeLessThanOrEqual(3_001);
    expect((await post(call, operator)).ok).toBe(true);
    await env.DB.prepare("UPDATE audit_log SET at = at - 3600000 WHERE org_id = ?1 AND action = ?2")
      .bind(here.org_id, action)
      .run();
    expect((await post(call, owner)).ok).toBe(true);
  });

  test("leaves nothing of a site that it refuses", async () => {
    await env.DB.prepare(
      `WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ?3)
       INSERT INTO audit_log (at, actor, org_id, action, target) SELECT ?2, 'token:1', ?1, 'agent.create', 'before' FROM numbers`,
    )
      .bind(here.org_id, Date.now(), BOUNDS["agent.create"].hour)
      .run();
    const projects = () => env.DB.prepare("SELECT count(*) AS n FROM projects").first("n");
    const before = await projects();
    expect((await post(["/sites", { name: "Site", agent: AGENT, allowed_domains: [], credit: 0 }], owner)).status).toBe(
      429,
    );
    expect(await projects()).toBe(before);
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
    expect((await post(call, tokens ? own : operator)).status).toBe(201);
    await fill(noun, site, tokens ? most : of_operator);
    const [passed, refused] = await twoAtOnce(call, tokens ? own : operator);
    expect([passed.status, refused.status]).toEqual([201, 409]);
    const { code, detail } = await refused.json<{ code: string; detail: string }>();
    expect(code).toBe("limit_reached");
    expect(detail).toMatch(
      new RegExp(`may have ${(tokens ? most : of_operator).toLocaleString("en")} ${noun}; (delete|revoke) one`),
    );
    if (tokens) expect((await post(call, operator)).status).toBe(of_operator > most ? 201 : 409);
  });
});

import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { makeSite, Service, type Site } from "../../harness/service/workerd/service.ts";
import { randomFrom } from "../random.ts";
import { Acknowledged, call } from "./load.ts";

/** Operations that take more than one step, killed anywhere in them under load. OPERATION_KILLS=200 asks for as many of each. */
const KILLS = Number(process.env.OPERATION_KILLS || 3);
const SEED = inject("seed");
const CALLERS = 3;
/** The longest that an operation is given before the kill, milliseconds: about as long as one takes. */
const WITHIN = 60;
const timeout = 120_000 + KILLS * 20_000;

const service = new Service({
  vars: { VISITOR_MINUTE_LIMIT: "0" },
  logs: true,
  alias: { "./pauses.ts": join(import.meta.dirname, "../deliveries/short-pauses.ts") },
});
const random = randomFrom(SEED);
/** Bodies that came under each id, and how many requests did. */
const bodies = new Map<string, Set<string>>();
const tries = new Map<string, number>();
const receiver = createServer(async (request, response) => {
  const id = String(request.headers["webhook-id"]);
  const body = String(await buffer(request).catch(() => ""));
  if (!body) return;
  bodies.set(id, (bodies.get(id) ?? new Set()).add(body));
  tries.set(id, (tries.get(id) ?? 0) + 1);
  response.writeHead(204).end();
});
let site: Site;
let busy: Site;

beforeAll(async () => {
  await new Promise<void>((done) => receiver.listen(0, "127.0.0.1", done));
  await service.start();
  site = await makeSite(service);
  busy = await makeSite(service);
});
afterAll(async () => {
  receiver.closeAllConnections();
  receiver.close();
  await service.stop();
});

/** Does it under the load of another site, and kills the service meanwhile. @returns whether it was acknowledged */
async function killed(operation: () => Promise<unknown>): Promise<boolean> {
  const load = Promise.all(Array.from({ length: CALLERS }, () => call(service, busy, new Acknowledged(), random)));
  await sleep(random() * 100);
  const acknowledged = operation().then(
    () => true,
    () => false,
  );
  await sleep(random() * WITHIN);
  await service.running.kill();
  await load;
  await service.start();
  return acknowledged;
}

const postAs = (key: string) => (path: string, body: unknown) =>
  fetch(`${service.url}/widget/v1${path}`, {
    method: "POST",
    headers: { "x-api-key": key, "content-type": "application/json" },
    body: JSON.stringify(body),
  });

const count = (sql: string) => service.rows<{ n: number }>(`SELECT count(*) AS n FROM ${sql}`)[0]?.n;

test(`${KILLS} kills while a project moves: it has moved with all that belongs to a move, or not at all`, {
  timeout,
}, async () => {
  const other = await makeSite(service);
  const path = `/projects/${site.project}`;
  const secretOf = async () => (await service.admin<{ secret: string }>("GET", `${path}/identity-secret`)).secret;
  const orgOf = async () => (await service.admin<{ org_id: number }>("GET", path)).org_id;
  let halfway = 0;
  for (let kill = 1; kill <= KILLS; kill++) {
    const [from, to] = kill % 2 === 1 ? [site.org, other.org] : [other.org, site.org];
    const context = `after kill ${kill} of seed ${SEED}`;
    const secret = await secretOf();
    const acknowledged = await killed(() => service.admin("PATCH", path, { org_id: to }));
    const now = await orgOf();
    expect(acknowledged ? [to] : [from, to], context).toContain(now);
    expect((await secretOf()) !== secret, context).toBe(now === to);
    if (now !== to) await service.admin("PATCH", path, { org_id: to });
    else if (!acknowledged) halfway += 1;
    expect(await orgOf(), context).toBe(to);
  }
  await service.running.kill();
  const told = service.rows<{ org_id: number; n: number }>(
    `SELECT org_id, count(*) AS n FROM audit_log WHERE action = 'project.move' AND target = 'project:${site.project}' GROUP BY org_id`,
  );
  await service.start();
  expect(told.map(({ n }) => n)).toEqual([KILLS, KILLS]);
  console.log(`moves: ${KILLS} kills, seed ${SEED}; ${halfway} had moved without an answer`);
});

test(`${KILLS} kills during deletions: what was acknowledged is hidden at once, and nothing is left`, {
  timeout,
}, async () => {
  const projects: number[] = [];
  let halfway = 0;
  for (let kill = 1; kill <= KILLS; kill++) {
    const context = `after kill ${kill} of seed ${SEED}`;
    const { project_id, agent_id, key } = await service.admin<{ project_id: number; agent_id: number; key: string }>(
      "POST",
      "/sites",
      {
        org_id: site.org,
        name: `Gone ${kill}`,
        agent: { name: "Ava", provider: "provider_a" },
        allowed_domains: [],
        credit: 0,
      },
    );
    projects.push(project_id);
    await service.admin("POST", `/projects/${project_id}/sources`, { kind: "text", text: "We open at nine." });
    const post = postAs(key);
    const { session_id } = (await (await post("/session", { agent_id })).json()) as { session_id: string };
    await post(`/session/${session_id}/events`, {
      events: [{ type: "connected" }, { type: "user_transcript", text: "Hi" }],
    });
    const remove = () => service.admin("DELETE", `/projects/${project_id}`, { confirm: `Gone ${kill}` });
    const acknowledged = await killed(remove);
    const hidden = await service.admin("GET", `/projects/${project_id}`).then(
      () => false,
      () => true,
    );
    if (acknowledged) expect(hidden, context).toBe(true);
    if (hidden) {
      halfway += acknowledged ? 0 : 1;
      const refused = await fetch(`${service.url}/widget/v1/config`, { headers: { "x-api-key": key } });
      // A key dies after its project is hidden: the same request again goes on from there.
      if (acknowledged) expect(refused.status, context).toBe(401);
    }
    for (let more = true; more; )
      more = await remove().then(
        () => false,
        (error) => !String(error).includes("404") && sleep(50, true),
      );
    await service.cron("*/5 * * * *");
    const dead = await fetch(`${service.url}/widget/v1/config`, { headers: { "x-api-key": key } });
    expect(dead.status, context).toBe(401);
  }
  // An hour later each is done once more: what was under way to D1 when a kill came may have arrived meanwhile.
  await service.running.kill();
  service.withDatabase((db) => db.exec("UPDATE deletions SET done_at = done_at - 4000000"));
  await service.start();
  for (let round = 0; round < Math.ceil(KILLS / 20) + 1; round++) await service.cron("*/5 * * * *");
  await service.running.kill();
  const these = projects.join(", ");
  for (const table of ["agents", "api_keys", "channels", "sessions", "knowledge_sources", "knowledge_pages"])
    expect(count(`${table} WHERE project_id IN (${these})`), table).toBe(0);
  expect(count(`projects WHERE id IN (${these})`)).toBe(0);
  await service.start();
  console.log(`deletions: ${KILLS} kills, seed ${SEED}; ${halfway} were hidden without an answer`);
});

test(`${KILLS} kills during replays: what was acknowledged is sent again, as the same body`, { timeout }, async () => {
  const { port } = receiver.address() as AddressInfo;
  // What is replayed has ended before the first kill; of what runs meanwhile each may be the last.
  const quiet = await makeSite(service);
  for (const { project } of [quiet, busy])
    await service.admin("POST", `/projects/${project}/webhooks`, {
      url: `http://127.0.0.1:${port}/hook`,
      events: ["session.ended"],
    });
  const post = postAs(quiet.channelKey);
  const { session_id } = (await (await post("/session", { agent_id: quiet.agent })).json()) as { session_id: string };
  await post(`/session/${session_id}/events`, { events: [{ type: "connected" }, { type: "ended" }] });
  await expect.poll(() => tries.size, { timeout: 60_000 }).toBe(1);
  const [id = ""] = tries.keys();
  let again = 0;
  for (let kill = 1; kill <= KILLS; kill++) {
    const before = tries.get(id) ?? 0;
    const acknowledged = await killed(() => service.admin("POST", `/deliveries/${id}/replay`));
    if (!acknowledged) await service.admin("POST", `/deliveries/${id}/replay`);
    const context = `after kill ${kill} of seed ${SEED}`;
    await expect.poll(() => tries.get(id) ?? 0, { timeout: 60_000, message: context }).toBeGreaterThan(before);
    const status = async () => (await service.admin<{ status: string }>("GET", `/deliveries/${id}`)).status;
    await expect.poll(status, { timeout: 60_000, message: context }).toBe("delivered");
    again += (tries.get(id) ?? 0) - before;
  }
  expect([...bodies.values()].filter((all) => all.size > 1)).toEqual([]);
  console.log(`replays: ${KILLS} kills, seed ${SEED}; ${again} requests for ${KILLS} replays`);
});

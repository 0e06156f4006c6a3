import { expect, it } from "vitest";
import { organization, report, type World, world } from "../../harness/worker/organization.ts";
import { admin, request } from "../../harness/worker/request.ts";

/** A start from an address; `null` sends none. */
async function startFrom({ agent_id }: World, key: string, address: string | null) {
  const headers = { "X-API-Key": key, ...(address !== null && { "CF-Connecting-IP": address }) };
  const answer = await request("POST", "/widget/v1/session", { headers, body: { agent_id } });
  // biome-ignore lint/suspicious/noExplicitAny: each test says by what it reads what it expects
  return { status: answer.status, headers: answer.headers, body: (await answer.json()) as any };
}

async function site(visitor_sessions: number | null) {
  const here = await world({ organization: { voice_lines: 20 } });
  const fields = { name: "Shop", agent_id: here.agent_id, visitor_sessions };
  const channel = await admin("POST", `/projects/${here.project_id}/channels`, fields);
  const from = (address: string | null) => startFrom(here, channel.key, address);
  return { here, channel, from };
}
const ALICE = "2001:db8:1:2::a";
const SAME_NETWORK = "2001:db8:1:2:ffff::b";
const BOB = "192.0.2.1";

it("limits the conversations of one visitor at a time, and not those of others", async () => {
  const { here, from } = await site(2);
  const first = await from(ALICE);
  expect([first.status, (await from(SAME_NETWORK)).status]).toEqual([200, 200]);
  const refused = await from(ALICE);
  expect(refused.status).toBe(429);
  expect(refused.body).toEqual({ detail: "Too many conversations at once", code: "visitor_busy" });
  expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(0);
  expect((await from(BOB)).status).toBe(200);
  expect((await organization(here)).lines.in_use).toBe(3);
  await report(here.key, first.body.session_id, [{ type: "ended" }]);
  expect((await from(SAME_NETWORK)).status).toBe(200);
});

it("limits the places of one visitor in the queue for a voice line, to five by default, and not those of others", async () => {
  const { here, channel, from } = await site(2);
  const line = async (address: string | null, key: string, ticket?: string) => {
    const headers = { "X-API-Key": key, ...(address !== null && { "CF-Connecting-IP": address }) };
    const answer = await request("POST", "/widget/v1/session/queue", {
      headers,
      body: { agent_id: here.agent_id, ticket },
    });
    // biome-ignore lint/suspicious/noExplicitAny: each test says by what it reads what it expects
    return { status: answer.status, body: (await answer.json()) as any };
  };
  const ask = (address: string | null, ticket?: string) => line(address, channel.key, ticket);
  const mine = [await ask(ALICE), await ask(SAME_NETWORK)];
  expect(await ask(ALICE)).toEqual({
    status: 429,
    body: { detail: "Too many conversations at once", code: "visitor_busy" },
  });
  expect(mine.map(({ body }) => body.place)).toEqual([1, 2]);
  expect((await ask(ALICE, mine[1]?.body.ticket)).body).toMatchObject({ place: 2, ready: true });
  // Lines that are held for Alice are not the others' to wait for.
  expect([(await ask(BOB)).body.place, (await from(BOB)).status]).toEqual([3, 200]);

  const open = await admin("POST", `/projects/${here.project_id}/channels`, { name: "Open", agent_id: here.agent_id });
  const places = [];
  for (let count = 0; count < 6; count++) places.push((await line("192.0.2.9", open.key)).status);
  expect(places).toEqual([200, 200, 200, 200, 200, 429]);
});

it("counts each channel by itself, and visitors whose address nobody knows as one", async () => {
  const { here, from } = await site(1);
  const other = await admin("POST", `/projects/${here.project_id}/channels`, {
    name: "Blog",
    agent_id: here.agent_id,
    visitor_sessions: 1,
  });
  expect([(await from(ALICE)).status, (await startFrom(here, other.key, ALICE)).status]).toEqual([200, 200]);
  expect([(await from(null)).status, (await from(null)).status, (await from(ALICE)).status]).toEqual([200, 429, 429]);
});

it("applies from the owner's change on, for every key of the channel", async () => {
  const { here, channel, from } = await site(null);
  expect([(await from(BOB)).status, (await from(BOB)).status, (await from(BOB)).status]).toEqual([200, 200, 200]);
  await admin("PATCH", `/channels/${channel.id}`, { visitor_sessions: 2 }, { status: 200 });
  const second = await admin("POST", `/channels/${channel.id}/keys`, {});
  expect([(await from(BOB)).status, (await startFrom(here, second.key, BOB)).status]).toEqual([429, 429]);
  await admin("PATCH", `/channels/${channel.id}`, { visitor_sessions: null }, { status: 200 });
  expect((await from(BOB)).status).toBe(200);
});

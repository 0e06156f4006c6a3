import { evictDurableObject, runDurableObjectAlarm } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, expect, test, vi } from "vitest";
import { ProjectStore } from "../../../worker/index.ts";
import { holdThatRestoreKeeps } from "../../harness/worker/archive.ts";
import { cron } from "../../harness/worker/cron.ts";
import { report, start, type World, world } from "../../harness/worker/organization.ts";
import { away, changeStore, dieAtPiece, inStore, storeOf } from "../../harness/worker/project-store.ts";
import { admin } from "../../harness/worker/request.ts";
import { receiver } from "../aftermath/receiver.ts";
import { billOf, installMeter } from "../contract/meter.ts";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const rate = (rating: number) => ({ type: "feedback", rating });
const BEGAN = Date.UTC(2026, 9, 5, 12);

const idOf = (n: number) => `ses_${`old${n}`.padEnd(28, "x")}`;

/** So many sessions as a version without stores has left them in D1, one a minute, rated 1 to 5 in turn. */
async function left({ org_id, project_id, agent_id }: World, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, (_, n) => idOf(n));
  const list = JSON.stringify(ids);
  await env.DB.batch([
    env.DB.prepare(
      `INSERT INTO sessions (id, org_id, project_id, agent_id, agent_name, provider, state, started_at, ended_at, revision)
       SELECT value, ?1, ?2, ?3, 'Ava', 'provider_a', 'ended', ?5 + key * 60000, ?5 + key * 60000, 1 FROM json_each(?4)`,
    ).bind(org_id, project_id, agent_id, list, BEGAN),
    env.DB.prepare(
      "INSERT INTO session_ratings (session_id, rating, at) SELECT value, 1 + key % 5, ?2 FROM json_each(?1)",
    ).bind(list, BEGAN),
  ]);
  return ids;
}
const inD1 = () => env.DB.prepare("SELECT COUNT(*) AS n FROM session_ratings").first<number>("n");

interface Listed {
  id: string;
  rating: number | null;
}
const list = ({ project_id }: World, query: Record<string, string>, token?: string) =>
  admin("GET", `/projects/${project_id}/sessions?${new URLSearchParams(query)}`, undefined, token ? { token } : {});
const idsOf = async (...asked: Parameters<typeof list>): Promise<string[]> =>
  (await list(...asked)).items.map(({ id }: Listed) => id);
/** Pages of a list, each with its ids. */
async function pages(here: World, query: Record<string, string>): Promise<string[][]> {
  const all: string[][] = [];
  for (let cursor: string | null = ""; cursor !== null; ) {
    const page: { items: Listed[]; next_cursor: string | null } = await list(here, {
      ...query,
      ...(cursor && { cursor }),
    });
    all.push(page.items.map(({ id }) => id));
    cursor = page.next_cursor;
  }
  return all;
}
const statistics = async ({ project_id }: World, query: Record<string, string>, token?: string) => {
  const asked = new URLSearchParams(query);
  const { items } = await admin(
    "GET",
    `/projects/${project_id}/statistics?${asked}`,
    undefined,
    token ? { token } : {},
  );
  return items.map(({ ratings, rating_sum }: { ratings: number; rating_sum: number }) => [ratings, rating_sum]);
};
const OF_DAY = { from: "2026-10-05", to: "2026-10-05" };

/** The ledger's next try. */
async function tryAgain(here: World): Promise<void> {
  await vi.waitFor(async () => expect(await runDurableObjectAlarm(here.ledger as never)).toBe(true), 20_000);
}

test("what D1 had is found by its rating, in the order of the sessions and with its cursors", async () => {
  const here = await world();
  const old = await left(here, 13);
  const fives = old.filter((_, n) => n % 5 === 4).toReversed();
  expect(await pages(here, { rating: "5", limit: "1" })).toEqual(fives.map((id) => [id]));
  expect(await pages(here, { rating: "1", limit: "2", order: "oldest" })).toEqual([[idOf(0), idOf(5)], [idOf(10)]]);
  expect(await idsOf(here, { rating: "3", from: "2026-10-06" })).toEqual([]);
  expect((await list(here, { limit: "2" })).items).toMatchObject([
    { id: idOf(12), rating: 3 },
    { id: idOf(11), rating: 2 },
  ]);
  expect(await statistics(here, OF_DAY)).toEqual([[13, 36]]);
  expect(await statistics(here, { ...OF_DAY, agent: "987654" })).toEqual([[0, 0]]);
  await cron();
  // For a Worker that is rolled back.
  expect(await inD1()).toBe(13);
  expect(await inStore(here.project_id, "arriving_ratings", "arrival_of_ratings")).toEqual([]);
});

test("ratings are taken over in pieces: a kill leaves them, and nobody counts half of them", async () => {
  const here = await world();
  await left(here, 2_100);
  vi.spyOn(console, "error").mockImplementation(() => {});
  const dying = dieAtPiece(2, "ratings");
  await cron();
  dying.mockRestore();
  expect(await inStore(here.project_id, "arriving_ratings")).toHaveLength(2_000);
  expect(await inStore(here.project_id, "ratings", "owner")).toEqual([]);
  await evictDurableObject(storeOf(here.project_id) as never);
  expect((await statistics(here, { ...OF_DAY, to: "2026-10-07" })).flat()).toEqual([720, 2160, 1380, 4140, 0, 0]);
  expect(await inStore(here.project_id, "ratings")).toHaveLength(2_100);
});

test("a store that has taken over the rest takes over the ratings", async () => {
  const here = await world();
  await left(here, 3);
  await storeOf(here.project_id).takeOver(here.project_id);
  await changeStore(here.project_id, "DROP TABLE ratings");
  await evictDurableObject(storeOf(here.project_id) as never);
  await storeOf(here.project_id).takeOver(here.project_id);
  expect(await inStore(here.project_id, "ratings")).toHaveLength(3);
});

test("a rating writes no row to D1", async () => {
  const here = await world();
  const { session_id } = await start(here);
  await report(here.key, session_id, [{ type: "connected" }]);
  await here.ledger.publishPending();
  await installMeter();
  const bill = await billOf(() => report(here.key, session_id, [rate(4)]));
  console.log(`rating| ${JSON.stringify(bill)}`);
  expect(bill.d1_rows_written).toBe(0);
  expect(await inD1()).toBe(0);
  expect((await admin("GET", `/sessions/${session_id}`)).rating).toBe(4);
});

test("where the store cannot be reached a rating comes later, in the place of an older one and of no newer one", async () => {
  const here = await world();
  await admin("POST", `/projects/${here.project_id}/webhooks`, {
    ...{ url: "https://crm.example/", events: ["session.ended"] },
  });
  const received = receiver();
  const { session_id: again } = await start(here);
  const { session_id: once } = await start(here);
  for (const id of [again, once]) await report(here.key, id, [{ type: "connected" }]);
  vi.spyOn(console, "error").mockImplementation(() => {});
  const broken = vi.spyOn(ProjectStore.prototype, "keepEvents").mockImplementation(away);
  await report(here.key, again, [rate(1)]);
  await report(here.key, once, [rate(2), { type: "ended" }]);
  broken.mockRestore();
  await report(here.key, again, [rate(5)]);
  expect((await admin("GET", `/sessions/${once}`)).rating).toBe(null);
  expect(received).toEqual([]);
  await tryAgain(here);
  await vi.waitFor(async () => expect((await admin("GET", "/status")).stores.late).toEqual([]), { timeout: 20_000 });
  expect(await idsOf(here, { rating: "5" })).toEqual([again]);
  expect(await idsOf(here, { rating: "2" })).toEqual([once]);
  expect(await idsOf(here, { rating: "1" })).toEqual([]);
  const { started_at } = await admin("GET", `/sessions/${once}`);
  expect(await inStore(here.project_id, "ratings")).toContainEqual(
    expect.objectContaining({ session_id: once, started_at, rating: 2 }),
  );
  await vi.waitFor(() => expect(received).toHaveLength(1), { timeout: 20_000 });
  expect(received[0]?.data).toMatchObject({ session_id: once, rating: 2 });
});

test("the home says whose calls it could not ask for; what runs is listed without its openings", async () => {
  const [here, there] = [await world(), await world()];
  for (const one of [here, there]) {
    const { session_id } = await start(one);
    await report(one.key, session_id, [{ type: "connected" }, rate(4)]);
    await one.ledger.publishPending();
  }
  vi.spyOn(console, "error").mockImplementation(() => {});
  const { siteSums, openings } = ProjectStore.prototype;
  const gone = (project_id: number) => project_id === here.project_id;
  vi.spyOn(ProjectStore.prototype, "siteSums").mockImplementation(function (this: ProjectStore, ...asked) {
    return gone(asked[0]) ? away() : siteSums.apply(this, asked);
  });
  vi.spyOn(ProjectStore.prototype, "openings").mockImplementation(function (this: ProjectStore, ...asked) {
    return gone(asked[0]) ? away() : openings.apply(this, asked);
  });
  const home = await admin("GET", "/sites");
  const site = ({ project_id }: World) =>
    home.items.find((one: { project_id: number }) => one.project_id === project_id);
  expect(home.unanswered).toEqual([here.project_id]);
  expect(site(here)).toMatchObject({ calls: 0, ratings: 0, rating_sum: 0 });
  expect(site(there)).toMatchObject({ calls: 1, ratings: 1, rating_sum: 4, running: 1 });
  const running = await admin("GET", "/sessions?status=active");
  expect(running.unanswered).toEqual([here.project_id]);
  expect(running.items).toMatchObject([
    { project_id: there.project_id, rating: 4 },
    { project_id: here.project_id, rating: null },
  ]);
  expect(await list(there, {})).toMatchObject({ items: [{ rating: 4 }] });
});

test("an organization that the project has moved to counts and finds its own ratings only", async () => {
  const [here, next] = [await world(), await world()];
  const talk = async (rating: number) => {
    const { session_id } = await start(here);
    await report(here.key, session_id, [{ type: "connected" }, rate(rating), { type: "ended" }]);
    return session_id;
  };
  const old = await talk(5);
  await here.ledger.publishPending();
  await admin("PATCH", `/projects/${here.project_id}`, { org_id: next.org_id });
  const own = await talk(5);
  await next.ledger.publishPending();
  const { token } = await admin("POST", `/organizations/${next.org_id}/tokens`);
  const sum = async (as?: string) =>
    (await statistics(here, {}, as)).reduce((all: number, [ratings]: [number]) => all + ratings, 0);
  expect([await idsOf(here, { rating: "5" }, token), await sum(token)]).toEqual([[own], 1]);
  expect([await idsOf(here, { rating: "5" }), await sum()]).toEqual([[own, old], 2]);
});

test("a backup has the ratings, and a restore brings them back; so does an archive of before", async () => {
  const here = await world();
  await left(here, 1_200);
  await cron();
  await holdThatRestoreKeeps({
    tables: { before: "session_ratings", now: "ratings" },
    store_version: 7,
    read: async () => [await idsOf(here, { rating: "2", limit: "200" }), await statistics(here, OF_DAY)],
  });
});

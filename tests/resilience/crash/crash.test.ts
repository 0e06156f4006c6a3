import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { makeSite, Service, type Site } from "../../harness/service/workerd/service.ts";
import { randomFrom } from "../random.ts";
import { Acknowledged, call, grant } from "./load.ts";

/** CRASH_KILLS=… asks for another number. */
const KILLS = Number(process.env.CRASH_KILLS || 30);
const SEED = inject("seed");
const CALLERS = 8;
/** So many of them are hostile pages. */
const HOSTILE = 3;
const LINES = 200;
/** Seconds after which a session of the test's agent ends by itself. */
const LEASE = 10;

interface Organization {
  credit: { balance: number; reserved: number; available: number };
  lines: { total: number; in_use: number };
}
interface Entry {
  id: number;
  amount: number;
  kind: string;
  session_id: string | null;
  note: string | null;
}

const service = new Service({ vars: { VISITOR_MINUTE_LIMIT: "0" }, logs: true });
let site: Site;

beforeAll(async () => {
  await service.start();
  site = await makeSite(service, { credit: 1_000_000, lines: LINES });
  await service.admin("PATCH", `/agents/${site.agent}`, { max_duration_seconds: LEASE });
});
afterAll(() => service.stop());

const organization = () => service.admin<Organization>("GET", `/organizations/${site.org}`);

async function ledger(): Promise<Entry[]> {
  const all: Entry[] = [];
  for (let cursor: string | null = ""; cursor !== null; ) {
    const page: { items: Entry[]; next_cursor: string | null } = await service.admin(
      "GET",
      `/organizations/${site.org}/ledger?limit=200${cursor && `&cursor=${cursor}`}`,
    );
    all.push(...page.items);
    cursor = page.next_cursor;
  }
  return all;
}

const sum = (amounts: Iterable<number>) => [...amounts].reduce((total, amount) => total + amount, 0);

test(`${KILLS} kills under load, hostile pages among honest ones: money is conserved, no line outlives its lease`, {
  timeout: 300_000 + KILLS * 20_000,
}, async () => {
  const random = randomFrom(SEED);
  const facts = new Acknowledged();
  for (let kill = 1; kill <= KILLS; kill++) {
    const load = Promise.all(
      Array.from({ length: CALLERS }, (_, n) => call(service, site, facts, random, n < HOSTILE)),
    );
    await sleep(50 + random() * 600);
    // A busy machine gets further between two kills by time, not by less work.
    while (facts.ended.size < kill) await sleep(random() * 50);
    await service.running.kill();
    await load;
    await service.start();

    // Money that was acknowledged is there, at once, whatever else is still on its way to D1.
    const { credit, lines } = await organization();
    const context = `after kill ${kill} of seed ${SEED}`;
    expect(credit.available, context).toBe(credit.balance - credit.reserved);
    expect(credit.reserved, context).toBeGreaterThanOrEqual(0);
    expect(lines.in_use, context).toBeLessThanOrEqual(LINES);
    // A grant whose answer was lost is asked for again: once in all.
    for (const [key, amount] of facts.unsure) await grant(service, site, facts, key, amount);
  }
  expect(facts.ended.size).toBeGreaterThanOrEqual(KILLS);

  // Everything that still holds a line has at most its lease left; the alarms must find it without being asked.
  await sleep((LEASE + 5) * 1000);
  const { credit, lines } = await organization();
  expect(lines.in_use).toBe(0);
  expect(credit.reserved).toBe(0);

  const entries = await ledger();
  expect(sum(entries.map(({ amount }) => amount))).toBe(credit.balance);
  const notes = entries.filter(({ kind }) => kind === "grant").map(({ note }) => note);
  for (const key of facts.granted.keys()) expect(notes.filter((note) => note === key)).toEqual([key]);
  const charged = entries.filter(({ kind }) => kind === "charge").map(({ session_id }) => session_id);
  expect(new Set(charged).size).toBe(charged.length);
  for (const id of facts.ended) expect(charged).toContain(id);

  // D1 and the store are read next: they must have all that the ledger knows.
  const waiting = async () => (await service.admin<{ outbox: { waiting: number } }>("GET", "/status")).outbox.waiting;
  await expect.poll(waiting, { timeout: 60_000 }).toBe(0);
  await service.running.kill();
  const rows = service.rows<Entry>(`SELECT * FROM ledger_entries WHERE org_id = ${site.org} ORDER BY id`);
  expect(rows.map(({ id }) => id)).toEqual(rows.map((_, index) => index + 1));
  expect(sum(rows.map(({ amount }) => amount))).toBe(credit.balance);
  const sessions = service.sessionsOf(site.org);
  const known = new Map(sessions.map((session) => [session.id, session]));
  for (const id of facts.started) expect(known.get(id), id).toMatchObject({ state: "ended" });
  const spent = new Map(
    rows.filter(({ kind }) => kind === "charge").map(({ session_id, amount }) => [session_id, -amount]),
  );
  for (const { id, charged } of sessions) expect(spent.get(id) ?? 0, id).toBe(charged);
  console.log(
    `crash: ${KILLS} kills, seed ${SEED}; ${facts.started.size} sessions acknowledged, ${sessions.length} known, ${rows.length} entries`,
  );
});

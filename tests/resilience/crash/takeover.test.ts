import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { Service } from "../../harness/service/workerd/service.ts";
import { randomFrom } from "../random.ts";
import { type History, inD1, inStore, leaveHistories, type Moved } from "./history.ts";
import { itemOf, Page } from "./page.ts";

/** Takeovers by stores of what D1 has of their projects, killed anywhere in them. OPERATION_KILLS=200 asks for as many. */
const KILLS = Number(process.env.OPERATION_KILLS || 3);
const SEED = inject("seed");
/** Sessions that run meanwhile in the project. */
const RUNNING = 50;
/** What each of them says. */
const LINES = 6;
/** Of so many of them the transcript is asked for after each kill. */
const SHOWN = 5;

interface Project extends History {
  agent: number;
  key: string;
}

const service = new Service({ vars: { VISITOR_MINUTE_LIMIT: "0" }, logs: true });
const random = randomFrom(SEED);
const projects: Project[] = [];
let org: number;
let granted = 0;

async function makeProject(name: string): Promise<Project> {
  const { id: project } = await service.admin<{ id: number }>("POST", "/projects", { org_id: org, name });
  const { id: agent } = await service.admin<{ id: number }>("POST", "/agents", {
    project_id: project,
    name: "Ava",
    provider: "provider_a",
  });
  const { key } = await service.admin<{ key: string }>("POST", `/projects/${project}/channels`, {
    name: "Site",
    agent_id: agent,
    minute_limit: 1_000_000,
    day_limit: 1_000_000,
  });
  return { org, project, agent, key };
}

beforeAll(async () => {
  await service.start();
  ({ id: org } = await service.admin<{ id: number }>("POST", "/organizations", {
    name: "Before",
    subscription: "active",
    voice_lines: 2 * RUNNING,
  }));
  granted = 1_000_000_000;
  await service.admin("POST", `/organizations/${org}/credits`, { amount: granted });
  // The first is moved without a kill, to see how long it takes.
  for (let n = 0; n <= KILLS; n++) projects.push(await makeProject(`Project ${n}`));
  await service.running.kill();
  service.withDatabase((db) => leaveHistories(db, projects));
  await service.start();
});
afterAll(() => service.stop());

const begin = ({ key, agent }: Project) =>
  Promise.all(Array.from({ length: RUNNING }, () => Page.open(service, key, agent)));
const late = async () => (await service.admin<{ stores: { late: unknown[] } }>("GET", "/status")).stores.late;
const linesOf = async (session_id: string): Promise<string[]> =>
  (await service.admin<{ items: { text: string }[] }>("GET", `/sessions/${session_id}/transcript?limit=200`)).items.map(
    ({ text }) => text,
  );

/** They talk while somebody reads what was said before. @returns what ends with the takeover */
const talkAndRead = (pages: readonly Page[], { project }: Project) => ({
  talk: Promise.all(pages.map((page) => page.talk(LINES))),
  read: linesOf(`ses_old_${project}_0`).catch(() => null),
});

/** What an operator sees of it is whole, and may be found. */
async function expectShown(pages: readonly Page[], { project }: Project, context: string): Promise<void> {
  await expect.poll(late, { timeout: 120_000, message: context }).toEqual([]);
  for (const page of pages.slice(0, SHOWN)) expect(await linesOf(page.session), context).toEqual(page.lines(LINES));
  const { items } = await service.admin<{ items: { id: string }[] }>(
    "GET",
    `/projects/${project}/sessions?${new URLSearchParams({ q: "ferry 229" })}`,
  );
  expect(
    items.map(({ id }) => id),
    context,
  ).toEqual([`ses_old_${project}_229`]);
}

/** What was acknowledged is there once and in its order; what was sent again, as its answer was lost, perhaps twice, as the same line. */
function expectKept(store: Moved, pages: readonly Page[]): void {
  expect([...new Set(store.said.map(({ session_id }) => session_id))]).toEqual(
    pages.map(({ session }) => session).sort(),
  );
  for (const { session, tries, lines } of pages) {
    const kept = store.said.filter(({ session_id }) => session_id === session);
    const used = store.used.filter(({ session_id }) => session_id === session);
    expect([...new Set(kept.map(({ text }) => text))], session).toEqual(lines(LINES));
    for (const [line, sent] of tries.entries()) {
      const times = kept.filter(({ item }) => item === itemOf(line)).length;
      expect(times, `${session}, line ${line}`).toBeGreaterThanOrEqual(1);
      expect(times, `${session}, line ${line}`).toBeLessThanOrEqual(sent);
    }
    expect(used.map(({ id }) => id).sort(), session).toEqual(tries.map((_, line) => itemOf(line)).sort());
  }
}

test(`${KILLS} kills while a project's history moves and ${RUNNING} of its sessions run: nothing lost, nothing twice, money equal`, {
  timeout: 180_000 + KILLS * 40_000,
}, async () => {
  const [first, ...others] = projects as [Project, ...Project[]];
  const quiet = await begin(first);
  const began = performance.now();
  const { talk, read } = talkAndRead(quiet, first);
  await read;
  const whole = performance.now() - began;
  await talk;
  await Promise.all(quiet.map((page) => page.end()));
  await expectShown(quiet, first, "without a kill");

  let halfway = 0;
  let moved = 0;
  let [project] = others as [Project];
  let pages: Page[] = [];
  const done: { project: Project; pages: Page[] }[] = [{ project: first, pages: quiet }];
  for (let kill = 1; kill <= KILLS; kill++) {
    const context = `after kill ${kill} of seed ${SEED}, project ${project.project}`;
    if (pages.length === 0) pages = await begin(project);
    const { talk, read } = talkAndRead(pages, project);
    await sleep(random() * whole);
    await service.running.kill();
    await Promise.all([talk, read]);
    const store = inStore(service, project);
    if (store?.whole) moved += 1;
    else if (store) halfway += 1;
    await service.start();
    // Half of those that are not there yet are killed again as they go on.
    if (!store?.whole && kill < KILLS && random() < 0.5) continue;
    await Promise.all(pages.map((page) => page.talk(LINES)));
    await Promise.all(pages.map((page) => page.end()));
    for (const page of pages) expect(page.ended, context).toBe(true);
    await expectShown(pages, project, context);
    done.push({ project, pages });
    project = others[done.length - 1] as Project;
    pages = [];
  }

  const { credit, lines } = await service.admin<{
    credit: { balance: number; reserved: number };
    lines: { in_use: number };
  }>("GET", `/organizations/${org}`);
  expect(lines.in_use).toBe(0);
  expect(credit.reserved).toBe(0);
  const waiting = async () => (await service.admin<{ outbox: { waiting: number } }>("GET", "/status")).outbox.waiting;
  await expect.poll(waiting, { timeout: 60_000 }).toBe(0);
  await service.running.kill();
  for (const { project, pages } of done) {
    const before = service.withDatabase((db) => inD1(db, project));
    for (const [table, rows] of Object.entries(before)) expect(rows.length, table).toBeGreaterThan(0);
    const store = inStore(service, project);
    expect(store, `project ${project.project}`).toMatchObject({ whole: true });
    expect(store?.rows, `project ${project.project}`).toEqual(before);
    if (store) expectKept(store, pages);
  }
  const all = done.flatMap(({ pages }) => pages);
  const entries = service.rows<{ kind: string; amount: number; session_id: string | null }>(
    `SELECT kind, amount, session_id FROM ledger_entries WHERE org_id = ${org}`,
  );
  const charges = entries.filter(({ kind }) => kind === "charge");
  expect(charges.map(({ session_id }) => session_id).sort()).toEqual(all.map(({ session }) => session).sort());
  expect(entries.reduce((total, { amount }) => total + amount, 0)).toBe(credit.balance);
  const charged = service.sessionsOf(org).filter(({ id }) => !id.startsWith("ses_old"));
  expect(new Map(charged.map((row) => [row.id, row.charged]))).toEqual(
    new Map(charges.map(({ session_id, amount }) => [session_id, -amount])),
  );
  console.log(
    `takeovers: ${KILLS} kills, seed ${SEED}; ${halfway} in the middle, ${moved} behind the end; ${done.length} projects and ${all.length} sessions whole`,
  );
});

import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import type { Row } from "../../../shared/backup.ts";
import { ContactsTable } from "../../../worker/objects/project-store/contacts-table.ts";
import { CountsTable } from "../../../worker/objects/project-store/counts-table.ts";
import { EventsTable } from "../../../worker/objects/project-store/events-table.ts";
import { QuestionsTable } from "../../../worker/objects/project-store/questions-table.ts";
import { SearchTable } from "../../../worker/objects/project-store/search-table.ts";
import { StoreTable } from "../../../worker/objects/project-store/table.ts";
import { manifestOf, partsBeforeStores, putBack, takeBackup } from "../../harness/worker/archive.ts";
import { cron } from "../../harness/worker/cron.ts";
import { installAnew } from "../../harness/worker/installation.ts";
import { widget, world } from "../../harness/worker/organization.ts";
import { admin } from "../../harness/worker/request.ts";

const today = () => new Date().toISOString().slice(0, 10);
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
const storeOf = (project_id: number) => env.PROJECT_STORE.getByName(String(project_id));
const count = (key: string, ...names: string[]) =>
  widget(key, "POST", "/analytics", { events: names.map((name) => ({ name })) });
const read = async (project_id: number, token?: string) =>
  (
    await admin(
      "GET",
      `/projects/${project_id}/analytics?from=2020-01-01&to=${today()}`,
      undefined,
      token ? { token } : {},
    )
  ).items;
/** Counts as a version without stores has left them in D1. */
async function left(project_id: number, rows: [day: string, name: string, count: number][], before_org?: number) {
  const into =
    before_org === undefined
      ? ["analytics_counts (project_id, day, name, count)", "?1, ?2, ?3, ?4"]
      : ["analytics_counts_before (org_id, project_id, day, name, count)", `${before_org}, ?1, ?2, ?3, ?4`];
  await env.DB.batch(
    rows.map((row) => env.DB.prepare(`INSERT INTO ${into[0]} VALUES (${into[1]})`).bind(project_id, ...row)),
  );
}
const inD1 = async (table = "analytics_counts") =>
  (await env.DB.prepare(`SELECT * FROM ${table} ORDER BY project_id`).all()).results;
const inStore = (project_id: number) =>
  runInDurableObject(storeOf(project_id) as never, async (_, state: DurableObjectState) => ({
    tables: state.storage.sql
      .exec("SELECT name FROM sqlite_master WHERE name IN ('owner', 'counts') ORDER BY name")
      .toArray()
      .map(({ name }) => name),
    alarm: await state.storage.getAlarm(),
  }));
const token = async (org_id: number): Promise<string> => (await admin("POST", `/organizations/${org_id}/tokens`)).token;

test("a test call of the console is in no count of what visitors did", async () => {
  const site = await world();
  const { key } = await admin("POST", `/agents/${site.agent_id}/test-key`, undefined, { status: 200 });
  expect(await count(key, "impression", "start", "connected")).toMatchObject({ success: true, accepted: 3 });
  await count(site.key, "impression");
  expect(await read(site.project_id)).toEqual([{ day: today(), name: "impression", count: 1 }]);
});

test("what D1 had is read as before, counted on, and taken over once, whoever comes first and however many", async () => {
  const site = await world();
  const earlier: [string, string, number][] = [
    [daysAgo(9), "open", 3],
    [today(), "impression", 7],
  ];
  await left(site.project_id, earlier);
  const rows = await inD1();
  await Promise.all([
    ...Array.from({ length: 5 }, () => count(site.read_key, "impression")),
    storeOf(site.project_id).takeOver(site.project_id),
    read(site.project_id),
  ]);
  const now = [
    { day: daysAgo(9), name: "open", count: 3 },
    { day: today(), name: "impression", count: 12 },
  ];
  expect(await read(site.project_id)).toEqual(now);
  await cron();
  await evictDurableObject(storeOf(site.project_id) as never);
  await cron();
  expect(await read(site.project_id)).toEqual(now);
  // For a Worker that is rolled back.
  expect(await inD1()).toEqual(rows);
  expect(await inD1("project_stores")).toMatchObject([{ project_id: site.project_id }]);
});

test("a takeover that is killed anywhere has not begun, and the next does all of it", async () => {
  const site = await world();
  await left(site.project_id, [
    [daysAgo(2), "open", 1],
    [daysAgo(1), "open", 2],
    [today(), "open", 3],
  ]);
  await runInDurableObject(storeOf(site.project_id) as never, (_, { storage }: DurableObjectState) => {
    const tableIn = (one: DurableObjectStorage) => {
      const search = new SearchTable(one);
      const events = new EventsTable(one, search);
      const contacts = new ContactsTable(one);
      return new StoreTable(one, {
        ...{ counts: new CountsTable(one), questions: new QuestionsTable(one) },
        contacts,
        events,
        search,
      });
    };
    // Twenty-one statements make the tables, five fill them, one says that they are filled.
    for (let killed = 1; killed <= 32; killed++) {
      let left = killed;
      const sql = new Proxy(storage.sql, {
        get: (target, name) =>
          name !== "exec"
            ? Reflect.get(target, name)
            : (...args: [string, ...SqlStorageValue[]]) => {
                if (/^(CREATE|INSERT)/.test(args[0]) && left-- === 1) throw new Error("killed");
                return target.exec(...args);
              },
      });
      const broken = { sql, transactionSync: (work: () => void) => storage.transactionSync(work) };
      const counts = [1, 2, 3].map((n) => ({ org_id: site.org_id, day: daysAgo(n), name: "open", count: n }));
      const asked = { id: 7, org_id: site.org_id, words: "why", text: "Why?", count: 1, last_seen_at: 1 };
      const rows = {
        counts,
        questions: [asked],
        question_sessions: [{ session_id: "ses_x", question_id: 7, org_id: site.org_id, at: 1, count: 1 }],
      };
      const table = tableIn(broken as unknown as DurableObjectStorage);
      expect(() => table.follow({ org_id: site.org_id, version: 1, rows }), String(killed)).toThrow("killed");
      expect(tableIn(storage).owner()).toBeNull();
      expect(tableIn(storage).missing()).toHaveLength(11);
    }
  });
  const days = await read(site.project_id);
  expect(days.map((day: { count: number }) => day.count)).toEqual([1, 2, 3]);
});

test("the cron moves projects that nobody asks, and makes no store where there is nothing to keep", async () => {
  const [used, unused] = [await world(), await world()];
  await left(used.project_id, [[today(), "open", 1]]);
  await cron();
  expect((await inStore(used.project_id)).tables).toEqual(["counts", "owner"]);
  expect(await read(unused.project_id)).toEqual([]);
  await storeOf(unused.project_id).dump(unused.project_id, null, 10);
  expect((await inStore(unused.project_id)).tables).toEqual([]);
});

test("the cron takes over nothing while a restore brings what D1 had", async () => {
  const { project_id } = await world();
  await left(project_id, [[daysAgo(1), "open", 1]]);
  await env.DB.prepare("INSERT INTO restores (archive, begun_at) VALUES ('before', 1)").run();
  await cron();
  expect((await inStore(project_id)).tables).toEqual([]);
  await left(project_id, [[today(), "open", 2]]);
  await env.DB.prepare("UPDATE restores SET finished_at = 2").run();
  await cron();
  expect((await inStore(project_id)).tables).toEqual(["counts", "owner"]);
  expect((await read(project_id)).map((day: { count: number }) => day.count)).toEqual([1, 2]);
});

test("counts that were put aside before there were stores stay with the organization that they were counted for", async () => {
  const [before, after] = [await world(), await world()];
  const { project_id } = before;
  await left(project_id, [[daysAgo(3), "open", 5]], before.org_id);
  await left(project_id, [[daysAgo(1), "open", 2]]);
  const theirs = [{ day: daysAgo(3), name: "open", count: 5 }];
  const own = [{ day: daysAgo(1), name: "open", count: 2 }];
  await admin("PATCH", `/projects/${project_id}`, { org_id: after.org_id });
  // All of it was left behind: the project was the first one's until now.
  expect(await read(project_id, await token(after.org_id))).toEqual([]);
  expect(await read(project_id)).toEqual([...theirs, ...own]);
  await admin("PATCH", `/projects/${project_id}`, { org_id: before.org_id });
  expect(await read(project_id, await token(before.org_id))).toEqual([...theirs, ...own]);
});

test("what was counted while a project was nobody's is its first owner's alone", async () => {
  const [first, second] = [await world(), await world()];
  const { id } = await admin("POST", "/projects", { name: "Free" });
  const { key } = await admin("POST", `/projects/${id}/keys`, { name: "Page" });
  await count(key, "open", "open");
  await admin("PATCH", `/projects/${id}`, { org_id: first.org_id });
  await count(key, "open");
  expect(await read(id, await token(first.org_id))).toMatchObject([{ name: "open", count: 3 }]);
  await admin("PATCH", `/projects/${id}`, { org_id: second.org_id });
  expect(await read(id, await token(second.org_id))).toEqual([]);
  expect(await read(id)).toMatchObject([{ name: "open", count: 3 }]);
});

test("a name of any letters that are allowed is counted", async () => {
  const site = await world();
  await count(site.read_key, "__proto__", "constructor", "__proto__");
  expect(await read(site.project_id)).toEqual([
    { day: today(), name: "__proto__", count: 2 },
    { day: today(), name: "constructor", count: 1 },
  ]);
});

test("nothing of a deleted project, or of a deleted organization in another's project, is in any store", async () => {
  const [gone, other] = [await world(), await world({ organization: { name: "Pier" } })];
  await count(gone.read_key, "open");
  await count(other.read_key, "open");
  // One that the deleted organization once had.
  await admin("PATCH", `/projects/${other.project_id}`, { org_id: gone.org_id });
  await count(other.read_key, "close");
  await admin("PATCH", `/projects/${other.project_id}`, { org_id: other.org_id });
  expect(await read(other.project_id)).toHaveLength(2);

  await admin("DELETE", `/organizations/${gone.org_id}`, { confirm: "Harbour" }, { status: 204 });
  expect(await inStore(gone.project_id)).toEqual({ tables: [], alarm: null });
  expect(await read(other.project_id)).toEqual([{ day: today(), name: "open", count: 1 }]);
  // A page whose request was under way: nobody's project counts nothing.
  await storeOf(gone.project_id).count(gone.project_id, 1, today(), [["open", 1]]);
  expect((await inStore(gone.project_id)).tables).toEqual([]);
});

test("counts are deleted after two years, also where nobody comes", async () => {
  const site = await world();
  await left(site.project_id, [
    [daysAgo(731), "open", 1],
    [daysAgo(730), "open", 2],
    [today(), "open", 4],
  ]);
  await cron();
  expect((await read(site.project_id)).map((row: { count: number }) => row.count)).toEqual([2, 4]);
  const stub = storeOf(site.project_id);
  const at = await runInDurableObject(stub as never, async (_, { storage }: DurableObjectState) => {
    const alarm = await storage.getAlarm();
    // As if a day had passed.
    storage.sql.exec("UPDATE counts SET day = ? WHERE count = 2", daysAgo(731));
    return alarm;
  });
  expect(at).toBe(Date.parse(today()) + 86_400_000);
  expect(await runDurableObjectAlarm(stub as never)).toBe(true);
  expect((await read(site.project_id)).map((row: { count: number }) => row.count)).toEqual([4]);
});

test("a backup has every store, in pages, and a restore brings it back; twice is once", async () => {
  const [first, second] = [await world(), await world()];
  for (const { read_key } of [first, second]) await count(read_key, "open");
  // More than a page.
  const many = Array.from({ length: 1_500 }, (_, n) => ({ day: daysAgo(4), name: `n_${n}`, count: n + 1 }));
  const rows = many.map((row) => ({ ...row, org_id: first.org_id }));
  await storeOf(first.project_id).restore(first.project_id, { table: "counts", rows });
  const all = () => Promise.all([first, second].map(({ project_id }) => read(project_id)));
  const before = await all();
  expect(before.map((rows) => rows.length)).toEqual([1_501, 1]);
  const archive = await takeBackup();
  expect(archive.plan.tables).not.toContain("analytics_counts");
  const parts = archive.parts.filter(({ kind }) => kind === "store");
  expect(parts).toHaveLength(3);
  await installAnew();

  await admin("POST", "/restore", manifestOf(archive.plan), { status: 200 });
  // Nothing is kept of a project that is not there.
  const put = (part: object) =>
    admin("POST", "/restore/parts", { archive: archive.plan.archive, part }, { status: 200 });
  for (const part of parts) expect(await put(part)).toEqual({ kept: 0 });
  await putBack({
    ...archive,
    parts: archive.parts.flatMap((part) => [part, part]),
  });
  expect(await all()).toEqual(before);
  for (const cursor of ["x", "[1]", "[1,[2]]", '[1,["counts"]]', '[1,["owner",0]]'])
    await admin("GET", `/backup/stores?cursor=${encodeURIComponent(cursor)}`, undefined, { status: 422 });
});

test("an archive of before there were stores brings its counts, and one of later stores is refused", async () => {
  const site = await world();
  await left(site.project_id, [[daysAgo(5), "open", 9]]);
  const { plan, parts } = await takeBackup();
  const rows = (await inD1()) as Row[];
  await installAnew();
  const later = { ...manifestOf(plan), store_version: 99 };
  expect((await admin("POST", "/restore", later, { status: 409 })).code).toBe("archive_newer");
  const earlier = partsBeforeStores(parts, [{ name: "analytics_counts", rows }]);
  await putBack({ plan: { ...plan, store_version: undefined }, parts: earlier });
  expect(await read(site.project_id)).toEqual([{ day: daysAgo(5), name: "open", count: 9 }]);
});

test("the counts of the demo site that a restore replaces are gone", async () => {
  const site = await world();
  const archive = await takeBackup();
  await installAnew();
  await admin("POST", "/demo-site", undefined, { status: 200 });
  await storeOf(site.project_id).count(site.project_id, 1, today(), [["open", 1]]);
  expect(await read(site.project_id)).toHaveLength(1);
  await putBack(archive);
  expect(await read(site.project_id)).toEqual([]);
});

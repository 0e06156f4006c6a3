import { evictDurableObject, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import type { Row } from "../../../shared/backup.ts";
import { hideOrganization } from "../../../worker/storage/deletions.ts";
import { manifestOf, pages, putBack, takeBackup } from "../../harness/worker/archive.ts";
import { cron } from "../../harness/worker/cron.ts";
import { installAnew } from "../../harness/worker/installation.ts";
import { entriesOf, organization, report, start, type World, world } from "../../harness/worker/organization.ts";
import { inStore } from "../../harness/worker/project-store.ts";
import { admin, apiKey, call } from "../../harness/worker/request.ts";

const config = (key: string, status: number) => call("GET", "/widget/v1/config", status, { headers: apiKey(key) });

async function alive(): Promise<World & { running: string; ended: string; revoked: string }> {
  const made = await world({ credits: 50_000 });
  const { session_id: running } = await start(made);
  await report(made.key, running, [{ type: "connected" }, { type: "user_transcript", text: "What about oranges?" }]);
  const { session_id: ended } = await start(made);
  await report(made.key, ended, [{ type: "connected" }, { type: "ended" }]);
  const revoked = await admin("POST", `/projects/${made.project_id}/keys`, { name: "Old" });
  await config(revoked.key, 200);
  await admin("DELETE", `/keys/${revoked.id}`, undefined, { status: 204 });
  await config(made.read_key, 200);
  return { ...made, running, ended, revoked: revoked.key };
}

test("backup, destroy, restore: keys, revocations, balances and open leases are as they were", async () => {
  const before = await alive();
  const credit = await organization(before);
  const entries = await entriesOf(before);
  const archive = await takeBackup();
  await installAnew();
  await config(before.key, 401);
  await putBack(archive);

  expect(await organization(before)).toEqual(credit);
  expect(await entriesOf(before)).toEqual(entries);
  expect(credit.lines.in_use).toBe(1);
  await config(before.key, 200);
  await config(before.revoked, 401);
  // The console key's minute goes on counting where it was.
  const gates = archive.parts.flatMap((part) => (part.kind === "gates" ? part.gates : []));
  expect(gates).toHaveLength(3);

  // The open lease goes on, is charged once, and D1 hears of it.
  await report(before.key, before.running, [{ type: "heartbeat" }, { type: "ended" }]);
  const { credit: after, lines } = await organization(before);
  expect(lines.in_use).toBe(0);
  const stub = env.ORG_LEDGER.getByName(String(before.org_id));
  await stub.publishPending();
  const { results } = await env.DB.prepare("SELECT id, amount FROM ledger_entries ORDER BY id").all<{
    amount: number;
  }>();
  expect(results.reduce((sum, { amount }) => sum + amount, 0)).toBe(after.balance);
  const { end_reason, charged } = await admin("GET", `/sessions/${before.running}`);
  expect(end_reason).toBe("completed");
  expect(charged).toBeGreaterThan(0);
  expect(after.balance).toBe(credit.credit.balance - charged);
  await evictDurableObject(stub as never);
  expect((await organization(before)).credit).toEqual(after);
});

test("what happened while the backup was read is in the ledger, and D1 hears of it after the restore", async () => {
  const before = await alive();
  const archive = await takeBackup();
  // As if D1's copy had been read long before the ledgers: nothing of it was published then.
  const unpublished = archive.parts.map((part) =>
    (part.kind === "table" && part.name === "ledger_entries") || (part.kind === "store" && part.table === "sessions")
      ? { ...part, rows: [] }
      : part,
  );
  const credit = await organization(before);
  await installAnew();
  await putBack({ ...archive, parts: unpublished });
  await env.ORG_LEDGER.getByName(String(before.org_id)).publishPending();
  const sum = await env.DB.prepare("SELECT SUM(amount) AS sum FROM ledger_entries").first<{ sum: number }>();
  expect(sum?.sum).toBe(credit.credit.balance);
  expect(await inStore(before.project_id, "sessions")).toHaveLength(2);
});

test("a restore that broke off at any part is completed by a second run", async () => {
  const before = await alive();
  const credit = await organization(before);
  const archive = await takeBackup();
  const filled = archive.parts.filter((part) => part.kind !== "table" || part.rows.length > 0);
  await installAnew();
  for (const only of [3, filled.length - 3, filled.length - 1]) await putBack({ ...archive, parts: filled }, only);
  const { resumed } = await admin("POST", "/restore", manifestOf(archive.plan), { status: 200 });
  expect(resumed).toBe(true);
  await putBack({ ...archive, parts: filled });
  expect(await organization(before)).toEqual(credit);
  await config(before.key, 200);
  await config(before.revoked, 401);
  // It is in use now.
  expect((await admin("POST", "/restore", manifestOf(archive.plan), { status: 409 })).code).toBe(
    "installation_not_empty",
  );
  await admin("POST", "/restore/finish", { archive: archive.plan.archive }, { status: 409 });
});

async function expectGone({ org_id, ledger }: World): Promise<void> {
  await admin("GET", `/organizations/${org_id}`, undefined, { status: 404 });
  const rows = await env.DB.prepare("SELECT id FROM organizations WHERE id = ?1").bind(org_id).all();
  expect(rows.results).toEqual([]);
  expect(await ledger.entries(null, 10)).toEqual([]);
  expect((await admin("GET", "/status")).deletions).toEqual([]);
}

test("an organization that is half deleted is in the backup, and its deletion goes on after the restore", async () => {
  const other = await alive();
  const credit = await organization(other);
  const half = await alive();
  await env.DB.batch(hideOrganization(env.DB, half.org_id, Date.now()));
  const archive = await takeBackup();
  expect(archive.parts).toContainEqual(expect.objectContaining({ kind: "ledger", organization: half.org_id }));
  await installAnew();
  await putBack(archive);

  await admin("GET", `/organizations/${half.org_id}`, undefined, { status: 404 });
  for (const key of [half.key, half.read_key]) await config(key, 401);
  const entries = await half.ledger.entries(null, 10);
  expect(entries).toHaveLength(2);
  await cron(Date.now() + 2 * 3_600_000);
  await cron(Date.now() + 2 * 3_600_000);
  await expectGone(half);
  expect(await organization(other)).toEqual(credit);
  await config(other.key, 200);
});

test.each(["organizations", "gates"])(
  "an organization whose deletion ends when a backup has read the %s does not come to life with the restore",
  async (read) => {
    const other = await alive();
    const credit = await organization(other);
    const gone = await alive();
    const archive = await takeBackup(async (part) => {
      if ((part.kind === "table" ? part.name : part.kind) !== read) return;
      await admin("DELETE", `/organizations/${gone.org_id}`, { confirm: "Harbour" }, { status: 204 });
    });
    await installAnew();
    await putBack(archive);

    await admin("GET", `/organizations/${gone.org_id}`, undefined, { status: 404 });
    await admin("GET", `/projects/${gone.project_id}`, undefined, { status: 404 });
    for (const key of [gone.key, gone.read_key]) await config(key, 401);
    await cron(Date.now() + 2 * 3_600_000);
    await expectGone(gone);
    expect(await organization(other)).toEqual(credit);
    await config(other.key, 200);
  },
);

test("the ledger of an organization that never was is not found", async () => {
  await admin("GET", "/backup/ledgers/999999", undefined, { status: 404 });
  await admin("GET", "/backup/ledgers/x", undefined, { status: 404 });
});

test("knowledge and transcripts are found after a restore", async () => {
  const before = await alive();
  await admin("POST", `/projects/${before.project_id}/sources`, {
    kind: "text",
    title: "Delivery",
    text: "We deliver bread on weekdays.\n\nThe courier rings twice.",
  });
  const search = () => admin("GET", `/projects/${before.project_id}/knowledge/search?q=courier`);
  const found = (await search()).items;
  expect(found).toHaveLength(1);
  const archive = await takeBackup();
  await installAnew();
  await putBack(archive);
  expect((await search()).items).toEqual(found);
  const { items } = await admin("GET", `/projects/${before.project_id}/sessions?q=oranges`);
  expect(items.map(({ id }: { id: string }) => id)).toEqual([before.running]);
});

test("an untouched demo site is replaced; anything else stops the restore", async () => {
  const before = await alive();
  const archive = await takeBackup();
  await installAnew();
  await admin("POST", "/demo-site", undefined, { status: 200 });
  expect((await organization(before)).name).not.toBe("Harbour");
  expect(await admin("POST", "/restore", manifestOf(archive.plan), { status: 200 })).toMatchObject({
    replaced_demo_site: true,
  });
  await putBack(archive);
  expect((await organization(before)).name).toBe("Harbour");
  expect((await admin("GET", "/projects")).items).toHaveLength(1);
});

test("an archive that does not fit is refused whole, with the reason", async () => {
  await alive();
  const { plan: whole } = await takeBackup();
  const plan = manifestOf(whole);
  await installAnew();
  const refused = async (change: object, status: number) =>
    (await admin("POST", "/restore", { ...plan, ...change }, { status })).code;
  expect(await refused({ columns: { ...plan.columns, futures: ["id"] } }, 409)).toBe("archive_newer");
  expect(await refused({ columns: { projects: ["id", "future"] } }, 409)).toBe("archive_newer");
  expect(await refused({ ledger_version: plan.ledger_version + 1 }, 409)).toBe("archive_newer");
  expect(await refused({ key_secret: "0000000000000000" }, 409)).toBe("archive_foreign");
  await admin("POST", "/restore", { ...plan, format: "something-else" }, { status: 422 });
  expect(
    (
      await admin(
        "POST",
        "/restore/parts",
        {
          archive: plan.archive,
          part: { kind: "table", name: "projects", rows: [] },
        },
        { status: 409 },
      )
    ).code,
  ).toBe("restore_not_begun");
  await admin("POST", "/restore", plan, { status: 200 });
  expect(await refused({ archive: crypto.randomUUID() }, 409)).toBe("restore_running");
  const part = (rows: object[], name = "projects") => ({ archive: plan.archive, part: { kind: "table", name, rows } });
  expect((await admin("POST", "/restore/parts", part([{ id: 1, from_the_future: 1 }]), { status: 409 })).code).toBe(
    "archive_newer",
  );
  await admin("POST", "/restore/parts", part([], "sqlite_master"), { status: 404 });
  await admin("POST", "/restore/parts", part([{ name: "x".repeat(5_000_000) }]), { status: 413 });
  expect((await admin("GET", "/organizations")).items).toEqual([]);
});

test("a ledger in which somebody was charged is never overwritten", async () => {
  const made = await alive();
  const archive = await takeBackup();
  const stub = env.ORG_LEDGER.getByName(String(made.org_id));
  const result = await stub.restore({
    archive: crypto.randomUUID(),
    entries: [],
    tables: {},
    org_id: made.org_id,
    newest_entry: 0,
  });
  expect(result).toEqual({ ok: false, error: "not_empty" });
  expect(archive.plan.organizations).toEqual([made.org_id]);
  await runInDurableObject(stub as never, (_, state: DurableObjectState) => {
    expect(state.storage.sql.exec("SELECT COUNT(*) AS n FROM entry").one().n).toBe(2);
  });
});

test("every table is paged by its key, and an invalid cursor is refused", async () => {
  const made = await world();
  for (let i = 0; i < 210; i++)
    await env.DB.prepare("INSERT INTO analytics_counts VALUES (?, '2026-01-01', ?, 1)")
      .bind(made.project_id, `n${i}`)
      .run();
  const seen: unknown[] = [];
  await pages<{ items: Row[] }>("tables/analytics_counts", ({ items }) => seen.push(...items.map(({ name }) => name)));
  expect(new Set(seen).size).toBe(210);
  for (const cursor of ["1", '[{"a":1},2,3]', "[1]", "'"])
    await admin("GET", `/backup/tables/analytics_counts?cursor=${encodeURIComponent(cursor)}`, undefined, {
      status: 422,
    });
  await admin("GET", "/backup/gates?cursor=x", undefined, { status: 422 });
});

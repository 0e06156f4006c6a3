import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { type Checked, checkArchive } from "../../../scripts/backup/archive.ts";
import { writeBackup } from "../../../scripts/backup/backup.ts";
import { readParts } from "../../../scripts/backup/read-parts.ts";
import { restore } from "../../../scripts/backup/restore.ts";
import type { ArchivePart, BackupPlan, Row } from "../../../shared/backup.ts";
import { makeSite, Service, type Site } from "../../harness/service/workerd/service.ts";
import { randomFrom } from "../random.ts";

/** A restore, killed anywhere in it while visitors ask. OPERATION_KILLS=200 asks for as many kills. */
const KILLS = Number(process.env.OPERATION_KILLS || 3);
const SEED = inject("seed");
const SESSIONS = 40;
const VISITORS = 3;

const vars = { VISITOR_MINUTE_LIMIT: "0" };
const original = new Service({ vars });
const target = new Service({ vars, logs: true });
const folder = mkdtempSync(join(tmpdir(), "voice-widget-restore-"));
const file = join(folder, "all.ndjson.gz");
const random = randomFrom(SEED);
let site: Site;
let checked: Checked;
let empty: () => void;

/** One try for each call: the command's own would wait for a service that is back elsewhere. */
const callsOf = (service: Service) => ({
  call: <T>(method: "GET" | "POST", path: string, body?: unknown) => service.admin<T>(method, path, body),
});
const restoreInto = (service: Service) => restore(callsOf(service), file, checked, () => {});

beforeAll(async () => {
  await original.start();
  site = await makeSite(original, { credit: 1_000_000, lines: 500 });
  await original.admin("POST", `/projects/${site.project}/sources`, { kind: "text", text: "We open at nine." });
  await original.admin("DELETE", `/keys/${site.consoleKeyId}`);
  const post = async (path: string, body: unknown) => {
    const response = await fetch(`${original.url}/widget/v1${path}`, {
      method: "POST",
      headers: { "x-api-key": site.channelKey, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    return (await response.json()) as { session_id: string };
  };
  for (let n = 0; n < SESSIONS; n++) {
    const { session_id } = await post("/session", { agent_id: site.agent });
    const events = [{ type: "connected" }, { type: "user_transcript", text: `Question ${n}` }, { type: "ended" }];
    await post(`/session/${session_id}/events`, { events });
  }
  await writeBackup(callsOf(original), file, () => {});
  await original.running.kill();
  checked = await checkArchive(file);
  await target.start();
  await target.running.kill();
  empty = target.copyStorage();
});
afterAll(async () => {
  await original.stop();
  await target.stop();
  rmSync(folder, { recursive: true });
});

/** What a restore writes of itself. */
const OF_THE_RESTORE = ["audit_log"];

/** Ledgers publish again what they were given, and note it: until then it depends on the moment what they store. */
async function published(): Promise<void> {
  const waiting = async () => (await target.admin<{ outbox: { waiting: number } }>("GET", "/status")).outbox.waiting;
  await expect.poll(waiting, { timeout: 30_000 }).toBe(0);
}

/** All that is stored, in no order, once all is published. */
async function stored(): Promise<Record<string, string[]>> {
  await published();
  const plan = await target.admin<BackupPlan>("GET", "/backup");
  const found: Record<string, string[]> = {};
  const add = (name: string, rows: Row[]) => {
    found[name] = [...(found[name] ?? []), ...rows.map((row) => JSON.stringify(row))].sort();
  };
  const each = (part: ArchivePart) => {
    switch (part.kind) {
      case "table":
        return OF_THE_RESTORE.includes(part.name) ? undefined : add(part.name, part.rows);
      case "entries":
        return add(`entries of ${part.organization}`, part.rows);
      case "ledger":
        for (const [name, rows] of Object.entries(part.tables)) add(`${name} of ${part.organization}`, rows);
        return;
      case "store":
        return add(`${part.table} of project ${part.project}`, part.rows);
      case "gates":
        return add(
          "gates",
          part.gates.map(({ key_hash, revoked_at }) => ({ key_hash, revoked_at })),
        );
    }
  };
  for await (const part of readParts(callsOf(target), plan)) each(part);
  return found;
}

const statusOf = async (key: string) =>
  (await fetch(`${target.url}/widget/v1/config`, { headers: { "x-api-key": key } })).status;

/** A visitor who asks until the service is gone. @returns what they were answered */
async function visit(): Promise<Set<number>> {
  const seen = new Set<number>();
  try {
    for (;;) {
      seen.add(await statusOf(site.channelKey));
      await sleep(10);
    }
  } catch {
    return seen;
  }
}

test(`${KILLS} kills while an archive is put back: the same command goes on, until everything is as it was`, {
  timeout: 120_000 + KILLS * 20_000,
}, async () => {
  await target.start();
  const began = performance.now();
  await restoreInto(target);
  const whole = performance.now() - began;
  const expected = await stored();
  await target.running.kill();

  let fresh = true;
  let restores = 0;
  let unanswered = 0;
  for (let kill = 1; kill <= KILLS; kill++) {
    const context = `after kill ${kill} of seed ${SEED}`;
    if (fresh) empty();
    await target.start();
    const visitors = Array.from({ length: VISITORS }, visit);
    const acknowledged = restoreInto(target).then(
      () => true,
      () => false,
    );
    // Under the visitors' requests it takes longer than alone.
    await sleep(random() * 1.5 * whole);
    await target.running.kill();
    const answered = (await Promise.all(visitors)).flatMap((seen) => [...seen]);
    // Unknown until the end, then known: nobody meets half an installation.
    expect(
      answered.filter((status) => ![200, 401].includes(status)),
      context,
    ).toEqual([]);
    const done = await acknowledged;
    const [row] = target.rows<{ finished_at: number | null }>("SELECT finished_at FROM restores");
    const restored = row != null && row.finished_at !== null;
    await target.start();
    if (done) expect(restored, context).toBe(true);
    else if (restored) unanswered += 1;
    // Half of them are killed again when they go on.
    fresh = restored || kill === KILLS || random() < 0.5;
    if (fresh) {
      if (!restored) await restoreInto(target);
      restores += 1;
      expect(await stored(), context).toEqual(expected);
      expect(await statusOf(site.channelKey), context).toBe(200);
      expect(await statusOf(site.consoleKey), context).toBe(401);
    }
    await target.running.kill();
  }
  console.log(`restores: ${KILLS} kills, seed ${SEED}; ${restores} ended, ${unanswered} of them without an answer`);
});

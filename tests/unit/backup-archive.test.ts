import { randomBytes, randomUUID } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ArchiveWriter, checkArchive } from "../../scripts/backup/archive.ts";
import { BackupError } from "../../scripts/backup/service.ts";
import { BACKUP_FORMAT, BACKUP_VERSION } from "../../shared/backup.ts";

const folder = mkdtempSync(join(tmpdir(), "voice-widget-archive-"));
const whole = join(folder, "whole.ndjson.gz");
const bad = join(folder, "bad.ndjson.gz");

beforeAll(async () => {
  const writer = new ArchiveWriter(whole);
  await writer.write({
    format: BACKUP_FORMAT,
    version: BACKUP_VERSION,
    archive: randomUUID(),
    service: "1.0.0",
    columns: { projects: ["id", "name"] },
    ledger_version: 1,
    key_secret: "fingerprint",
    created_at: Date.now(),
  });
  // Larger than what is unpacked at once: the fault may come long after the line that it spoils.
  for (let id = 0; id < 100; id++)
    await writer.write({ kind: "table", name: "projects", rows: [{ id, name: randomBytes(1_000).toString("hex") }] });
  await writer.finish();
});
afterAll(() => rmSync(folder, { recursive: true }));

test("an archive with a bit turned over is refused, or says the same", async () => {
  const good = await checkArchive(whole);
  const bytes = readFileSync(whole);
  let tried = 0;
  let refused = 0;
  for (let at = 0; at < bytes.length; at += at < 40 ? 1 : 1_999, tried++) {
    const changed = Buffer.from(bytes);
    changed[at] = (changed[at] ?? 0) ^ (1 << (at % 8));
    writeFileSync(bad, changed);
    const outcome = await checkArchive(bad).catch((error: unknown) => error);
    if (outcome instanceof BackupError) refused++;
    else expect(outcome).toEqual(good);
  }
  // The head of a gzip file names a time and a system, which say nothing of what is in it.
  expect(refused).toBeGreaterThan(tried - 10);
});

test("a few kilobytes that unpack to one line without end are not kept until memory ends", async () => {
  // Of ten times as much Node made no string, and ended without a word of ours.
  writeFileSync(bad, gzipSync(Buffer.alloc(80 * 1024 * 1024, "a"), { level: 1 }));
  await expect(checkArchive(bad)).rejects.toThrow(/cannot be read: a line of it is longer than any/);
});

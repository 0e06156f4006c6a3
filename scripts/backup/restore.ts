import type * as z from "zod";
import { type ArchivePart, MAX_PART_BYTES, type restoreBegun } from "../../shared/backup.ts";
import { type Checked, checkArchive, partsOf } from "./archive.ts";
import { BackupError, readTarget, Service } from "./service.ts";

/**
 * `npm run restore -- [--url https://…] file`: puts an archive into an empty installation. The file is read to its end
 * before anything is changed; to continue a restore that broke off, run the same command again.
 */

/** Well below what the service takes, since JSON in JSON grows. */
const MOST_BYTES = MAX_PART_BYTES / 4;

/** A part in pieces that the service takes at once. */
function* pieces(part: ArchivePart): Generator<ArchivePart> {
  const size = JSON.stringify(part).length;
  const rows = part.kind === "gates" ? part.gates : part.kind === "ledger" ? [] : part.rows;
  if (size <= MOST_BYTES || rows.length < 2) {
    yield part;
    return;
  }
  const half = Math.ceil(rows.length / 2);
  for (const [from, to] of [
    [0, half],
    [half, rows.length],
  ])
    yield* pieces({
      ...part,
      ...(part.kind === "gates" ? { gates: part.gates.slice(from, to) } : { rows: rows.slice(from, to) }),
    } as ArchivePart);
}

export async function restore(
  service: Pick<Service, "call">,
  file: string,
  { manifest }: Checked,
  say: (line: string) => void,
): Promise<void> {
  const { archive } = manifest;
  const begun = await service.call<z.infer<typeof restoreBegun>>("POST", "/restore", manifest);
  if (begun.resumed) say("This archive was begun here before: going on with it.");
  if (begun.replaced_demo_site) say("The demo site that nobody had touched is gone.");
  for await (const part of partsOf(file))
    for (const piece of pieces(part)) await service.call("POST", "/restore/parts", { archive, part: piece });
  await service.call("POST", "/restore/finish", { archive });
}

if (import.meta.main) {
  try {
    const target = readTarget(process.argv.slice(2), process.env);
    const { file } = target;
    if (!file) throw new BackupError("Name the archive: npm run restore -- voice-widget-….ndjson.gz");
    console.log(`Reading ${file} to its end first.`);
    const checked = await checkArchive(file);
    const { service, created_at, organization } = checked.manifest;
    const counts = Object.entries(checked.rows).map(([name, rows]) => `  ${String(rows).padStart(8)}  ${name}`);
    console.log(
      `It is whole: version ${service}, of ${new Date(created_at).toISOString()}.\n${counts.join("\n")}\n` +
        (organization === undefined
          ? `Putting it into ${target.url}, which must be empty.`
          : `Putting organization ${organization} back into ${target.url}: into an empty installation, or where it was deleted.`),
    );
    await restore(new Service(target), file, checked, console.log);
    console.log(
      "\nDone: keys, revocations, balances and running sessions are as they were. Pages whose key was refused here in the\n" +
        "last minute may wait for another. The search of transcripts is complete after the next hourly cron.",
    );
  } catch (error) {
    if (!(error instanceof BackupError)) throw error;
    console.error(`\n${error.message}`);
    process.exitCode = 1;
  }
}

import { existsSync } from "node:fs";
import type { ArchivePart, BackupPlan } from "../../shared/backup.ts";
import { ArchiveWriter } from "./archive.ts";
import { belongingsOf, isDeletionOf, onlyOwn } from "./one-organization.ts";
import { readParts, rowsOf } from "./read-parts.ts";
import { BackupError, readTarget, Service } from "./service.ts";

/**
 * `npm run backup [-- --url https://… file]`: everything that the service keeps in one archive, while it runs: the tables
 * of D1, every ledger, every project's store, the gate of every key. Each organization's ledger is of one instant; what D1 lacked of them then
 * is published again after a restore. `--organization 3`: what that organization has, and nobody else.
 */

/** The parts of one organization alone, in the same order. @throws BackupError if there is none, or it is being deleted */
async function* partsOfOne(
  service: Pick<Service, "call">,
  plan: BackupPlan,
  organization: number,
): AsyncGenerator<ArchivePart> {
  if (!plan.organizations.includes(organization)) throw new BackupError(`There is no organization ${organization}.`);
  const own = await belongingsOf(organization, (table) => rowsOf(service, table));
  for await (const part of readParts(service, { ...plan, organizations: [organization] })) {
    const kept = onlyOwn(part, own);
    if (kept && isDeletionOf(kept, organization))
      throw new BackupError(
        `Organization ${organization} is being deleted. A backup of everything has what is left of it.`,
      );
    if (kept) yield kept;
  }
}

/** @returns how many parts the archive has */
export async function writeBackup(
  service: Pick<Service, "call">,
  file: string,
  say: (line: string) => void,
  organization?: number,
): Promise<number> {
  if (existsSync(file)) throw new BackupError(`${file} is there already. Name another file.`);
  const plan = await service.call<BackupPlan>("GET", "/backup");
  say(
    `Version ${plan.service}: ${plan.tables.length + plan.late_tables.length} tables, ${plan.organizations.length} ledgers, the store of every project, and the gate of every key.`,
  );
  const archive = new ArchiveWriter(file);
  try {
    const { tables: _, late_tables: __, organizations: ___, ...manifest } = plan;
    await archive.write({ ...manifest, ...(organization === undefined ? {} : { organization }) });
    let parts = 0;
    const all = organization === undefined ? readParts(service, plan) : partsOfOne(service, plan, organization);
    for await (const part of all) {
      await archive.write(part);
      parts++;
    }
    await archive.finish();
    return parts;
  } catch (error) {
    archive.abandon();
    throw error;
  }
}

/** `2026-11-22T21-30-05Z`. */
const stamp = () => `${new Date().toISOString().slice(0, 19).replaceAll(":", "-")}Z`;

if (import.meta.main) {
  try {
    const target = readTarget(process.argv.slice(2), process.env);
    const file = target.file ?? `voice-widget-${stamp()}.ndjson.gz`;
    const whole = target.organization === undefined ? "everything" : `what organization ${target.organization} has`;
    console.log(`This reads ${whole} from ${target.url} and writes it to ${file}. The service goes on meanwhile.`);
    await writeBackup(new Service(target), file, console.log, target.organization);
    console.log(
      `\n${file} is whole. It holds personal data and secrets of webhooks: keep it where nobody else reads it.\n` +
        "KEY_SECRET is not in it, and the keys are worth nothing without it: keep that beside it, but not with it.",
    );
  } catch (error) {
    if (!(error instanceof BackupError)) throw error;
    console.error(`\n${error.message}`);
    process.exitCode = 1;
  }
}

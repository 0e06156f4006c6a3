import { createHash } from "node:crypto";
import { once } from "node:events";
import { createReadStream, createWriteStream, renameSync, rmSync } from "node:fs";
import { createInterface } from "node:readline";
import { Transform } from "node:stream";
import { finished } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import {
  type ArchivePart,
  archivePart,
  BACKUP_FORMAT,
  BACKUP_VERSION,
  type BackupManifest,
  backupManifest,
} from "../../shared/backup.ts";
import { BackupError } from "./service.ts";

/**
 * An archive is one gzipped file of lines of JSON: the manifest, the parts in the order in which they are put back, and
 * an end that counts the lines and holds the SHA-256 of all before it. Without its end an archive is damaged.
 */

interface End {
  end: { lines: number; sha256: string };
}

/** Writes an archive beside its name; only a whole one gets it. */
export class ArchiveWriter {
  readonly #file: string;
  readonly #gzip = createGzip();
  readonly #done: Promise<void>;
  readonly #hash = createHash("sha256");
  #lines = 0;

  constructor(file: string) {
    this.#file = file;
    // It holds personal data and secrets of webhooks.
    const out = createWriteStream(this.#part, { mode: 0o600 });
    this.#gzip.pipe(out);
    this.#done = Promise.all([finished(this.#gzip), finished(out)]).then(() => {});
    // Reported by whoever writes next.
    this.#done.catch(() => {});
  }

  get #part(): string {
    return `${this.#file}.part`;
  }

  async write(line: BackupManifest | ArchivePart): Promise<void> {
    const text = `${JSON.stringify(line)}\n`;
    this.#hash.update(text);
    this.#lines++;
    if (!this.#gzip.write(text)) await Promise.race([once(this.#gzip, "drain"), this.#done]);
  }

  async finish(): Promise<void> {
    const end: End = { end: { lines: this.#lines, sha256: this.#hash.digest("hex") } };
    this.#gzip.end(`${JSON.stringify(end)}\n`);
    await this.#done;
    renameSync(this.#part, this.#file);
  }

  /** Leaves nothing behind. */
  abandon(): void {
    this.#gzip.destroy();
    rmSync(this.#part, { force: true });
  }
}

const damaged = (file: string, why: string) =>
  new BackupError(`${file} is damaged: ${why}. Nothing was changed. Take another backup.`);

/** Bytes of a line: no answer of the service that became one is half as long. */
const MAX_LINE = 64 * 1024 * 1024;

/** Ends what a few kilobytes unpack to without end, before it is kept as one line. */
function boundedLines(): Transform {
  let open = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const end = chunk.lastIndexOf("\n");
      open = end < 0 ? open + chunk.length : chunk.length - end - 1;
      done(open > MAX_LINE ? new Error("a line of it is longer than any that a backup writes") : null, chunk);
    },
  });
}

async function* linesOf(file: string): AsyncGenerator<string> {
  const source = createReadStream(file);
  const unpacked = createGunzip();
  const bounded = boundedLines();
  let failure: Error | undefined;
  const fail = (error: Error) => {
    failure ??= error;
    unpacked.destroy();
    // With the error, or who reads its lines would wait.
    bounded.destroy(error);
  };
  source.on("error", fail).pipe(unpacked.on("error", fail)).pipe(bounded.on("error", fail));
  const lines = createInterface({ input: bounded, crlfDelay: Number.POSITIVE_INFINITY });
  // It repeats what its input throws, also when nobody reads on.
  lines.on("error", fail);
  try {
    for await (const line of lines) yield line;
  } catch (error) {
    failure ??= error as Error;
  } finally {
    source.destroy();
    unpacked.destroy();
    bounded.destroy();
  }
  const { code, message } = (failure ?? {}) as NodeJS.ErrnoException;
  if (code === "ENOENT") throw new BackupError(`There is no file ${file}.`);
  if (code === "Z_BUF_ERROR") throw damaged(file, "it ends in the middle");
  if (code === "Z_DATA_ERROR") throw damaged(file, "it is no archive, or its content was changed");
  if (failure) throw new BackupError(`${file} cannot be read: ${message}`);
}

function parsed(file: string, line: string, at: number): unknown {
  try {
    return JSON.parse(line);
  } catch {
    throw damaged(file, `line ${at} is not whole`);
  }
}

function manifestOf(file: string, line: unknown): BackupManifest {
  const { format, version } = (line ?? {}) as { format?: unknown; version?: unknown };
  if (format === BACKUP_FORMAT && typeof version === "number" && version > BACKUP_VERSION)
    throw new BackupError(`${file} comes from a newer version; update this installation first. Nothing was changed.`);
  const manifest = backupManifest.safeParse(line);
  if (!manifest.success) throw new BackupError(`${file} is no archive of this service. Nothing was changed.`);
  return manifest.data;
}

export interface Checked {
  manifest: BackupManifest;
  parts: number;
  rows: Record<string, number>;
}

/** Reads an archive to its end. @throws BackupError where anything of it is not as it was written */
export async function checkArchive(file: string): Promise<Checked> {
  const hash = createHash("sha256");
  let manifest: BackupManifest | undefined;
  let end: End["end"] | undefined;
  let lines = 0;
  const rows: Record<string, number> = {};
  for await (const line of linesOf(file)) {
    if (end) throw damaged(file, "something stands behind its end");
    const value = parsed(file, line, lines + 1);
    if (!manifest) manifest = manifestOf(file, value);
    else if (typeof value === "object" && value !== null && "end" in value) {
      end = (value as End).end;
      continue;
    } else {
      const part = archivePart.safeParse(value);
      if (!part.success) throw damaged(file, `line ${lines + 1} is no part of an archive`);
      count(rows, part.data);
    }
    hash.update(`${line}\n`);
    lines++;
  }
  if (!manifest) throw new BackupError(`${file} is empty.`);
  if (!end) throw damaged(file, "its end is missing");
  if (end.lines !== lines || end.sha256 !== hash.digest("hex")) throw damaged(file, "its content was changed");
  return { manifest, parts: lines - 1, rows };
}

function count(rows: Record<string, number>, part: ArchivePart): void {
  const add = (name: string, more: number) => {
    rows[name] = (rows[name] ?? 0) + more;
  };
  if (part.kind === "table") add(part.name, part.rows.length);
  else if (part.kind === "gates") add("gates", part.gates.length);
  else if (part.kind === "entries") add("entries of ledgers", part.rows.length);
  else if (part.kind === "store") add(`${part.table} of projects`, part.rows.length);
  else add("ledgers", 1);
}

/** The parts of an archive that `checkArchive` has read to its end. */
export async function* partsOf(file: string): AsyncGenerator<ArchivePart> {
  let first = true;
  for await (const line of linesOf(file)) {
    if (!first && !line.startsWith('{"end"')) yield JSON.parse(line) as ArchivePart;
    first = false;
  }
}

import { globSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DAY_MS } from "../../shared/time.ts";

/**
 * Keeps the files of every build served after the next one has replaced it: pages stay open, and a `voice-widget.js` that
 * a browser holds for up to a day names the files of its own build. They are in KV, where the Worker finds what the live
 * assets lack, before a deploy and after a rollback alike.
 */

/** Pages may rely on 7 days; a page that stays open over a holiday may, too. */
export const KEPT_DAYS = 30;
/** Keys that Cloudflare reads in one call. */
const MOST_AT_ONCE = 100;

/** Named by their content. */
const FILES = ["assets/**/*", "again/assets/**/*", "console/assets/**/*", "playground/assets/**/*"];

type Run = (args: string[]) => { ok: boolean; stdout: string };

interface BuildRecord {
  files: string[];
  deployed_at: number;
  /** `null` for the build that is live. */
  replaced_at: number | null;
}

export class EarlierBuilds {
  readonly #run: Run;
  readonly #namespace: string;
  readonly #folder: string;
  readonly #records: Map<string, BuildRecord>;

  /** @param folder where a file for wrangler may be written. @throws Error where wrangler cannot tell */
  constructor(run: Run, namespace: string, folder: string) {
    this.#run = run;
    this.#namespace = namespace;
    this.#folder = folder;
    const listed = this.#kv("list", "--prefix", "build:");
    const names = (JSON.parse(listed.slice(listed.search(/\[/))) as { name: string }[]).map(({ name }) => name);
    this.#records = new Map(
      this.#getAll(names).map(([name, value]) => [name.slice("build:".length), JSON.parse(value) as BuildRecord]),
    );
  }

  /** The build that was live when this was read. */
  get live(): string | undefined {
    return [...this.#records].find(([, { replaced_at }]) => replaced_at === null)?.[0];
  }

  #kv(...args: string[]): string {
    return this.#command("key", ...args);
  }

  #command(...args: string[]): string {
    const { ok, stdout } = this.#run(["kv", ...args, "--namespace-id", this.#namespace, "--remote"]);
    if (!ok)
      throw new Error(
        `The files of earlier builds could not be read or written (kv ${args[0]} ${args[1]}):\n${stdout}`,
      );
    return stdout;
  }

  /** Values of all these names, with one call for each hundred of them. */
  #getAll(names: string[]): [name: string, value: string][] {
    const values: [string, string][] = [];
    for (let from = 0; from < names.length; from += MOST_AT_ONCE) {
      const said = this.#bulk(
        "get",
        names.slice(from, from + MOST_AT_ONCE).map((name) => ({ name })),
      );
      const found = JSON.parse(said.slice(said.indexOf("{"))) as Record<string, string | null>;
      for (const [name, value] of Object.entries(found)) if (value !== null) values.push([name, value]);
    }
    return values;
  }

  #bulk(command: "get" | "put" | "delete", content: unknown[]): string {
    if (content.length === 0) return "";
    const file = join(this.#folder, `.kv-${command}.json`);
    writeFileSync(file, JSON.stringify(content));
    try {
      return this.#command("bulk", command, file, ...(command === "delete" ? ["--force"] : []));
    } finally {
      rmSync(file, { force: true });
    }
  }

  /** Stores a build before it is deployed, so that its files are served at every moment. */
  keep(built: string, id: string, now: number): void {
    const files = FILES.flatMap((pattern) => globSync(pattern, { cwd: built, withFileTypes: true }))
      .filter((entry) => entry.isFile())
      .map((entry) =>
        join(entry.parentPath, entry.name)
          .slice(built.length + 1)
          .replaceAll("\\", "/"),
      )
      .sort();
    const known = new Set([...this.#records.values()].flatMap((record) => record.files));
    const fresh = files.filter((path) => !known.has(path));
    // Not live before `settle` says so.
    const record: BuildRecord = { files, deployed_at: now, replaced_at: now, ...this.#records.get(id) };
    this.#bulk("put", [
      ...fresh.map((path) => ({
        key: `file:/${path}`,
        value: readFileSync(join(built, path)).toString("base64"),
        base64: true,
      })),
      { key: `build:${id}`, value: JSON.stringify(record) },
    ]);
    this.#records.set(id, record);
  }

  /** Notes which build is live. Builds that were replaced long ago are gone, with the files that no other has. */
  settle(live: string, now: number): void {
    const changed: { key: string; value: string }[] = [];
    for (const [id, record] of this.#records) {
      const replaced_at = id === live ? null : (record.replaced_at ?? now);
      if (replaced_at === record.replaced_at) continue;
      record.replaced_at = replaced_at;
      changed.push({ key: `build:${id}`, value: JSON.stringify(record) });
    }
    this.#bulk("put", changed);
    const gone = [...this.#records].filter(
      ([, { replaced_at }]) => replaced_at !== null && replaced_at < now - KEPT_DAYS * DAY_MS,
    );
    for (const [id] of gone) this.#records.delete(id);
    const used = new Set([...this.#records.values()].flatMap(({ files }) => files));
    const files = new Set(gone.flatMap(([, record]) => record.files).filter((path) => !used.has(path)));
    this.#bulk("delete", [...gone.map(([id]) => `build:${id}`), ...[...files].map((path) => `file:/${path}`)]);
  }
}

/** The name of a build, as deployments carry it in their message. */
export const buildId = (folder: string): string => {
  const { inputs = "", version } = JSON.parse(readFileSync(join(folder, "dist/build.json"), "utf8")) as {
    inputs?: string;
    version: string;
  };
  return `${version}-${inputs.slice(0, 12)}`;
};
export const messageOf = (id: string): string => `Voice Widget ${id}`;
export const buildOfMessage = (message: string | undefined): string | undefined =>
  /^Voice Widget (\S+)/.exec(message ?? "")?.[1];

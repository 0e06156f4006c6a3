import { cpSync, existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { describeRelease, entryOf } from "../build/describe-release.ts";

/**
 * Keeps every exact version served. A deployment replaces all files of the one before, so the files of each version are
 * stored in the KV namespace and uploaded again with every later deployment. A version never changes after its first
 * deployment: pages that pin it have its hash.
 */

/** Runs wrangler, as scripts/deploy/deploy.ts does. */
type Run = (args: string[]) => { ok: boolean; stdout: string };

interface Release {
  files: Record<string, string>;
}

/** What an exact version needs: its entry, and what that may load. */
const LASTING = "{voice-widget-*.js,assets/**/*.js,again/**/*.js}";

export class Releases {
  readonly #run: Run;
  readonly #namespace: string;
  readonly #releases = new Map<string, Release>();

  /** Reads the stored versions. @throws Error where wrangler cannot tell */
  constructor(run: Run, namespace: string) {
    this.#run = run;
    this.#namespace = namespace;
    const listed = this.#kv("list", "--prefix", "release:");
    const names = (JSON.parse(listed.slice(listed.search(/\[/))) as { name: string }[]).map(({ name }) => name);
    for (const name of names) {
      const value = this.#kv("get", name, "--text");
      this.#releases.set(name.slice("release:".length), JSON.parse(value.slice(value.indexOf("{"))) as Release);
    }
  }

  #kv(...args: string[]): string {
    const { ok, stdout } = this.#run(["kv", "key", ...args, "--namespace-id", this.#namespace, "--remote"]);
    if (!ok) throw new Error(`The stored versions could not be read or written (kv key ${args[0]}):\n${stdout}`);
    return stdout;
  }

  /** Copies this build and the files of all stored versions to `to`. @returns whether this version is stored with other content */
  assemble(built: string, to: string, version: string): boolean {
    rmSync(to, { recursive: true, force: true });
    cpSync(built, to, { recursive: true });
    for (const [released, { files }] of this.#releases)
      for (const [file, text] of Object.entries(files)) {
        const path = join(to, file);
        if (existsSync(path) && file !== entryOf(released)) continue;
        mkdirSync(dirname(path), { recursive: true });
        writeFileSync(path, text);
      }
    describeRelease(to, version);
    const own = this.#releases.get(version)?.files[entryOf(version)];
    return own !== undefined && own !== readFileSync(join(built, entryOf(version)), "utf8");
  }

  /** Stores this build as its version, unless that is stored already. Call it when it has been deployed. */
  keep(built: string, version: string): void {
    if (this.#releases.has(version)) return;
    const paths = globSync(LASTING, { cwd: built }).map((path) =>
      relative(built, join(built, path)).replaceAll("\\", "/"),
    );
    const files = Object.fromEntries(paths.sort().map((path) => [path, readFileSync(join(built, path), "utf8")]));
    const parcel = join(dirname(built), "release.json");
    writeFileSync(parcel, JSON.stringify({ files } satisfies Release));
    this.#kv("put", `release:${version}`, "--path", parcel);
    rmSync(parcel);
  }
}

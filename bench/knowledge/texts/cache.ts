import { execFile } from "node:child_process";
import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);
export const CACHE = join(import.meta.dirname, "../../../node_modules/.cache/knowledge");

/** Installs packages of npm beside the project, once. @returns their `node_modules` */
export async function installed(...packages: string[]): Promise<string> {
  const folder = join(CACHE, packages[0]?.replace(/[^\w.-]+/g, "-") ?? "");
  const done = join(folder, "done");
  if (!existsSync(done)) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "package.json"), `{"private":true}`);
    await run("npm", ["install", "--no-audit", "--no-fund", "--ignore-scripts", ...packages], { cwd: folder });
    writeFileSync(done, "");
  }
  return join(folder, "node_modules");
}

/** Fetches one commit of a repository of GitHub, once. @returns the folder of its files */
export async function fetched(repository: string, commit: string): Promise<string> {
  const folder = join(CACHE, repository.replace("/", "-"));
  if (!existsSync(join(folder, "done"))) {
    // What broke off before begins anew.
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    const git = (...args: string[]) => run("git", args, { cwd: folder });
    await git("init", "--quiet");
    await git("remote", "add", "origin", `https://github.com/${repository}`);
    // Without its pictures: only the files that are checked out are fetched.
    await git("fetch", "--quiet", "--depth", "1", "--filter=blob:none", "origin", commit);
    await git("checkout", "--quiet", "FETCH_HEAD", "--", "*.md");
    writeFileSync(join(folder, "done"), "");
  }
  return folder;
}

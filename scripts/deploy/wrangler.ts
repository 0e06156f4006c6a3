import { spawnSync } from "node:child_process";
import { join } from "node:path";

const root = join(import.meta.dirname, "../..");

export interface Answer {
  ok: boolean;
  stdout: string;
  stderr?: string;
}

interface RunOptions {
  /** Its words go to the terminal as well. */
  show?: boolean;
  /** A file for what it did, one line of JSON each. */
  output?: string;
}

/** Runs wrangler. */
export type Wrangler = (args: string[], options?: RunOptions) => Answer;

/** A fault that the operator has to fix; the message says how. */
export class DeployError extends Error {}

/** wrangler in a folder of the service. */
export const wranglerIn =
  (folder: string): Wrangler =>
  (args, { show = false, output } = {}) => {
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [join(root, "node_modules/wrangler/bin/wrangler.js"), ...args],
      {
        cwd: folder,
        encoding: "utf8",
        // A kept version is about a megabyte.
        maxBuffer: 64 * 1024 * 1024,
        stdio: ["inherit", "pipe", "pipe"],
        env: {
          ...process.env,
          WRANGLER_SEND_METRICS: "false",
          WRANGLER_SEND_ERROR_REPORTS: "false",
          WRANGLER_NO_SKILLS_UPDATE_PROMPTS: "true",
          WRANGLER_HIDE_BANNER: "true",
          // One deployment starts wrangler a dozen times: what is compiled once is kept.
          NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(root, "node_modules/.cache/node-compile"),
          ...(output ? { WRANGLER_OUTPUT_FILE_PATH: output } : {}),
        },
      },
    );
    if (show) process.stdout.write(stdout ?? "");
    if (show) process.stderr.write(stderr ?? "");
    return { ok: status === 0, stdout: stdout ?? "", stderr: stderr ?? "" };
  };

const RIGHTS =
  "The token may not do this. It needs, for this account: Workers Scripts: Edit, D1: Edit, Workers KV Storage: Edit, and\n" +
  "for a domain of yours Zone: Workers Routes: Edit. Make one at https://dash.cloudflare.com/profile/api-tokens.";

/** What wrangler said, and what that means where we know it. */
export function explained({ stdout, stderr = "" }: Answer): string {
  const said = `${stdout}\n${stderr}`.trim();
  if (/code: (10000|9109|10405)|Authentication error|not authorized|Unauthorized|403 Forbidden/i.test(said))
    return `${said}\n\n${RIGHTS}`;
  if (/fetch failed|ECONNREFUSED|ENOTFOUND|ETIMEDOUT|network|socket hang up/i.test(said))
    return `${said}\n\nCloudflare could not be reached. Run the same command again: it goes on where this one stopped.`;
  return said;
}

/** @throws DeployError with the problem and what wrangler said */
export function must(answer: Answer, problem: string): Answer {
  if (!answer.ok) throw new DeployError(`${problem}\n${explained(answer)}`.trim());
  return answer;
}

/** What the answer says as JSON, or a clear error. wrangler may print a line or two before it. */
export function parsed<T>(answer: Answer, what: string): T {
  const at = answer.stdout.search(/[[{]/);
  try {
    if (answer.ok && at >= 0) return JSON.parse(answer.stdout.slice(at)) as T;
  } catch {
    // Reported below.
  }
  throw new DeployError(`wrangler could not tell ${what}. It said:\n${explained(answer)}`);
}

/** The id of the KV namespace with this title, where there is one. */
export const namespaceOf = (wrangler: Wrangler, title: string): string | undefined =>
  parsed<{ title: string; id: string }[]>(wrangler(["kv", "namespace", "list"]), "which KV namespaces there are").find(
    (namespace) => namespace.title === title,
  )?.id;

export const NOT_SIGNED_IN =
  "You are not signed in to Cloudflare. Run `npx wrangler login`, or set CLOUDFLARE_API_TOKEN (and\n" +
  "CLOUDFLARE_ACCOUNT_ID where the token reaches several accounts); then run this again.";

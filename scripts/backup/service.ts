import { join } from "node:path";
import { parseArgs } from "node:util";
import { newestSecret, readVars } from "../dev/dev-vars.ts";
import { keptByNpm } from "../dev/kept-by-npm.ts";

/** What `npm run backup` and `npm run restore` have in common: where the service is, and its operator's calls. */

const root = join(import.meta.dirname, "../..");

/** A fault that the operator has to fix; the message says how. */
export class BackupError extends Error {}

export interface Target {
  url: string;
  token: string;
  /** The archive. */
  file: string | undefined;
  /** The only organization that is meant. */
  organization?: number;
}

const isLocal = (url: string) => ["localhost", "127.0.0.1", "[::1]"].includes(new URL(url).hostname);

/** @throws BackupError that says what to write */
export function readTarget(args: string[], environment: NodeJS.ProcessEnv): Target {
  const swallowed = keptByNpm(environment);
  if (swallowed) throw new BackupError(swallowed);
  let parsed: { values: { url?: string | undefined; organization?: string | undefined }; positionals: string[] };
  try {
    parsed = parseArgs({
      args,
      options: { url: { type: "string" }, organization: { type: "string" } },
      allowPositionals: true,
    });
  } catch (error) {
    throw new BackupError(
      `${error instanceof Error ? error.message : error}\nWrite e.g. -- --url https://voice.example.com backup.ndjson.gz`,
    );
  }
  const port = environment.PORT || "8787";
  const url = (parsed.values.url ?? environment.SERVICE_URL ?? `http://localhost:${port}`).replace(/\/+$/, "");
  if (!/^https?:\/\//.test(url) || !URL.canParse(url))
    throw new BackupError(`"${url}" is no address. Write e.g. --url https://voice.example.com`);
  // Where `npm start` and `npm run deploy` keep it on this machine.
  const kept = readVars(join(root, isLocal(url) ? ".dev.vars" : ".prod.vars"));
  const token = newestSecret(environment.ADMIN_TOKEN || kept.ADMIN_TOKEN);
  if (!token)
    throw new BackupError(`The operator's token is missing. Give it along: ADMIN_TOKEN=… npm run … -- --url ${url}`);
  const { organization } = parsed.values;
  if (organization !== undefined && !/^[1-9]\d{0,14}$/.test(organization))
    throw new BackupError("Name the organization by its number, e.g. --organization 3");
  return {
    url,
    token,
    file: parsed.positionals[0],
    ...(organization === undefined ? {} : { organization: Number(organization) }),
  };
}

/** Answers after which the same call may be made again. */
const PASSING = new Set([429, 500, 502, 503, 504]);
const TRIES = 5;

/** Waits before another try, in milliseconds. */
const pause = (attempt: number) => new Promise((done) => setTimeout(done, 250 * 2 ** attempt));

export class Service {
  readonly #target: Target;
  constructor(target: Target) {
    this.#target = target;
  }

  /** An operator's call; retried after network failures and temporary errors. @throws BackupError */
  async call<T>(method: "GET" | "POST", path: string, body?: unknown): Promise<T> {
    const { url, token } = this.#target;
    for (let attempt = 0; ; attempt++) {
      let response: Response;
      let text: string;
      try {
        response = await fetch(`${url}/admin/v1${path}`, {
          method,
          headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        });
        text = await response.text();
      } catch (error) {
        if (attempt < TRIES - 1) {
          await pause(attempt);
          continue;
        }
        const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error);
        throw new BackupError(
          `Nothing answers at ${url} (${cause}).\nStart it (npm start), or name another address: -- --url https://voice.example.com`,
        );
      }
      if (response.ok) return JSON.parse(text) as T;
      if (PASSING.has(response.status) && attempt < TRIES - 1) {
        await pause(attempt);
        continue;
      }
      throw refusal(url, response.status, text);
    }
  }
}

function refusal(url: string, status: number, text: string): BackupError {
  if (status === 401) return new BackupError(`${url} refuses the token. Give the operator's: ADMIN_TOKEN=… npm run …`);
  if (status === 404 && !text.includes("code"))
    return new BackupError(`${url} is no voice widget service, or one that is too old for backups.`);
  try {
    const { detail } = JSON.parse(text) as { detail: unknown };
    if (typeof detail === "string") return new BackupError(`${detail}.`);
  } catch {
    // Not ours.
  }
  return new BackupError(`${url} answered ${status}: ${text.slice(0, 300)}`);
}

import { join } from "node:path";
import { asStaging, type Configuration, idsOf, namesOf, readConfiguration } from "./configuration.ts";
import { buildOfMessage, EarlierBuilds } from "./earlier-builds.ts";
import {
  type Deployment,
  liveInTurn,
  mayBeOlder,
  putLive,
  secretsWentBack,
  versionBefore,
  viewVersion,
} from "./live-version.ts";
import { readOptions } from "./options.ts";
import { DeployError, must, NOT_SIGNED_IN, namespaceOf, parsed, type Wrangler, wranglerIn } from "./wrangler.ts";

/**
 * `npm run rollback`: the version before is live again, never a newer one. Tables stay as they are, since migrations only add; pages that
 * were opened on the newer version find their files as they did before.
 */

const root = join(import.meta.dirname, "../..");

/**
 * What a version from before does not read in objects of projects: `project_stores` notes what has moved into them, and of a
 * page whose text is there D1 has passages only as far as it had them before.
 */
export const MOVED = `SELECT COUNT(*) AS projects, MIN(moved_at) AS since, (SELECT COUNT(*) FROM knowledge_pages AS p
  WHERE p.text_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM knowledge_chunks AS c WHERE c.page_id = p.id)) AS pages
  FROM project_stores`;

/** The older version has other stores: it deletes there what it knows of. */
const DELETE_AGAIN =
  "What it deletes or forgets meanwhile, by a visitor's wish or after its time, stays in the stores that have moved: delete it again after that deploy.";

const WITHOUT_PASSAGES =
  "A version from before the passages of pages were in objects of projects finds nothing of what was read since";

interface Moved {
  projects: number;
  since: number | null;
  pages: number;
}

/** What the older version would not show, in words. */
function notShown(wrangler: Wrangler, database: string): string[] {
  const { ok, stdout } = wrangler(["d1", "execute", database, "--remote", "--json", "--command", MOVED]);
  const without =
    "A version from before page counts, unanswered questions, conversations, answers of tools, transcripts, contacts, ratings and analyses were in stores of projects shows, and goes on with, those of then";
  try {
    const [{ results }] = JSON.parse(ok ? stdout : "") as [{ results: [Moved] }];
    const [{ projects, since, pages }] = results;
    const unknown =
      pages === 0
        ? []
        : [`${WITHOUT_PASSAGES} on ${pages === 1 ? "1 page" : `${pages} pages`}; the next \`npm run deploy\` does.`];
    if (since === null) return unknown;
    const moved = projects === 1 ? "1 project has kept its own" : `${projects} projects have kept theirs`;
    return [
      `${without}. ${moved} elsewhere since ${new Date(since).toISOString()}: the next \`npm run deploy\` shows that again.`,
      DELETE_AGAIN,
      ...unknown,
    ];
  } catch {
    return [
      `${without}; the next \`npm run deploy\` shows what was kept since again.`,
      DELETE_AGAIN,
      `${WITHOUT_PASSAGES}; the next \`npm run deploy\` does.`,
    ];
  }
}

export interface RollbackOptions {
  wrangler: Wrangler;
  folder: string;
  say: (line: string) => void;
  staging?: boolean;
  /** The version to go to; the one that was live before the live one unless given. */
  to?: string | undefined;
  now?: number;
}

const REFUSED =
  "It could not go back. Where the newer version brought a new class of objects, Cloudflare does not allow it: deploy\n" +
  "the older source again instead (git checkout …, npm run deploy).";

/** @throws DeployError that says what to do */
export function rollback({ wrangler, folder, say, staging = false, to, now = Date.now() }: RollbackOptions): void {
  const written = readConfiguration(join(folder, "wrangler.toml"));
  const configuration = staging ? asStaging(written) : written;
  const { worker, database } = namesOf(configuration);
  if (!wrangler(["whoami", "--json"]).ok) throw new DeployError(NOT_SIGNED_IN);
  const deployments = parsed<Deployment[]>(
    must(wrangler(["deployments", "list", "--name", worker, "--json"]), `The Worker "${worker}" could not be read.`),
    "what was deployed",
  );
  const inTurn = liveInTurn(deployments);
  const live = inTurn.at(-1) ?? "";
  if (!to && new Set(inTurn).size < 2)
    throw new DeployError(`"${worker}" has only one version: there is nothing to go back to.`);
  const version = to ?? (mayBeOlder(wrangler, worker, deployments, live) ? undefined : versionBefore(inTurn));
  if (!version)
    throw new DeployError(
      `No version is known that was live before ${live}, and that no rollback left. Name one:\n` +
        "`npx wrangler deployments list` lists them, `npm run rollback -- --to VERSION` goes there.",
    );
  const note = () => noteLive({ wrangler, folder, now, configuration, version });
  if (version === live) {
    note();
    say(`Version ${version} is live already.`);
    return;
  }
  say(
    `This will put version ${version} of the Worker "${worker}" in the place of ${live}, with the secrets it had.\n` +
      "The database and the objects stay as they are.",
  );
  for (const missing of notShown(wrangler, database)) say(missing);
  const message = `npm run rollback from ${live}`;
  const changed = putLive({ wrangler, worker, version, message, problem: REFUSED });
  if (changed.length > 0) say(secretsWentBack(changed));
  note();
  say(`Version ${version} is live. \`npm run deploy\` goes forward again.`);
}

interface Noted extends Pick<RollbackOptions, "wrangler" | "folder"> {
  now: number;
  configuration: Configuration;
  version: string;
}

/** The files of the build that is live stay from now on, those of the other one for a while. @throws DeployError */
function noteLive({ wrangler, folder, now, configuration, version }: Noted): void {
  const { worker, namespace } = namesOf(configuration);
  try {
    const build = buildOfMessage(viewVersion(wrangler, worker, version).annotations?.["workers/message"]);
    const kept = idsOf(configuration).namespace ?? namespaceOf(wrangler, namespace);
    if (build && kept) new EarlierBuilds(wrangler, kept, folder).settle(build, now);
  } catch (error) {
    throw new DeployError(
      `Version ${version} is live. That its files have to stay could not be noted:\n` +
        `${error instanceof Error ? error.message : error}\nTo note it, run: npm run rollback -- --to ${version}`,
    );
  }
}

if (import.meta.main) {
  try {
    const options = { staging: { type: "boolean" }, to: { type: "string" } } as const;
    const { staging = false, to } = readOptions(process.argv.slice(2), process.env, options);
    rollback({ wrangler: wranglerIn(root), folder: root, say: console.log, staging, to });
  } catch (error) {
    if (!(error instanceof DeployError)) throw error;
    console.error(`\n${error.message}`);
    process.exitCode = 1;
  }
}

import { join } from "node:path";
import { asStaging, idsOf, namesOf, readConfiguration } from "./configuration.ts";
import { buildOfMessage, EarlierBuilds } from "./earlier-builds.ts";
import { readOptions } from "./options.ts";
import { DeployError, must, NOT_SIGNED_IN, namespaceOf, parsed, type Wrangler, wranglerIn } from "./wrangler.ts";

/**
 * `npm run rollback`: the version before is live again. Tables stay as they are, since migrations only add; pages that
 * were opened on the newer version find their files as they did before.
 */

const root = join(import.meta.dirname, "../..");

interface Deployment {
  created_on: string;
  versions: { version_id: string; percentage: number }[];
}

export interface RollbackOptions {
  wrangler: Wrangler;
  folder: string;
  say: (line: string) => void;
  staging?: boolean;
  /** The version to go to; the one before the live one unless given. */
  to?: string | undefined;
  now?: number;
}

const versionOf = (deployment: Deployment | undefined) => deployment?.versions[0]?.version_id;

/** @throws DeployError that says what to do */
export function rollback({ wrangler, folder, say, staging = false, to, now = Date.now() }: RollbackOptions): void {
  const written = readConfiguration(join(folder, "wrangler.toml"));
  const configuration = staging ? asStaging(written) : written;
  const { worker, namespace } = namesOf(configuration);
  if (!wrangler(["whoami", "--json"]).ok) throw new DeployError(NOT_SIGNED_IN);
  const list = parsed<Deployment[]>(
    must(wrangler(["deployments", "list", "--name", worker, "--json"]), `The Worker "${worker}" could not be read.`),
    "what was deployed",
  ).sort((a, b) => (a.created_on < b.created_on ? -1 : 1));
  const live = versionOf(list.at(-1));
  const target = to ?? versionOf(list.findLast((deployment) => versionOf(deployment) !== live));
  if (!target) throw new DeployError(`"${worker}" has only one version: there is nothing to go back to.`);
  if (target === live) throw new DeployError(`Version ${target} is live already.`);
  say(
    `This will put version ${target} of the Worker "${worker}" in the place of ${live}.\n` +
      "The database, the secrets and the objects stay as they are.",
  );
  const args = ["rollback", target, "--name", worker, "--yes", "--message", `npm run rollback from ${live}`];
  must(
    wrangler(args, { show: true }),
    "It could not go back. Where the newer version brought a new class of objects, Cloudflare does not allow it: deploy\n" +
      "the older source again instead (git checkout …, npm run deploy).",
  );
  const viewed = wrangler(["versions", "view", target, "--name", worker, "--json"]);
  const { annotations } = viewed.ok
    ? parsed<{ annotations?: Record<string, string> }>(viewed, "what the version is")
    : { annotations: undefined };
  const build = buildOfMessage(annotations?.["workers/message"]);
  const kept = idsOf(configuration).namespace ?? namespaceOf(wrangler, namespace);
  if (build && kept) new EarlierBuilds(wrangler, kept, folder).settle(build, now);
  say(`Version ${target} is live. \`npm run deploy\` goes forward again.`);
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

// Long: one deployment from its plan to its end, in the order in which it happens.
import { existsSync, globSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { build } from "../build/build.ts";
import { addVars, newestSecret, readVars } from "../dev/dev-vars.ts";
import {
  asStaging,
  type Configuration,
  type Names,
  namesOf,
  readConfiguration,
  slotsOf,
  withAi,
  withAssets,
  withDomain,
  withIds,
} from "./configuration.ts";
import { buildId, EarlierBuilds, KEPT_DAYS, messageOf } from "./earlier-builds.ts";
import { putLive, secretsWentBack } from "./live-version.ts";
import { migrationProblems } from "./migration-rule.ts";
import { readOptions } from "./options.ts";
import { databaseOf, look, type Present } from "./present.ts";
import { Releases } from "./releases.ts";
import { planSecrets, type SecretPlan } from "./secrets.ts";
import { smokeTest } from "./smoke.ts";
import { DeployError, must, namespaceOf, type Wrangler, wranglerIn } from "./wrangler.ts";

/**
 * `npm run deploy`: puts the service on Cloudflare, the first time and every time after. Says what it will do, then does
 * it in an order in which nothing that runs breaks: files of this build, tables, code; then it holds a conversation, and
 * goes back where that fails. If it stops midway, the same command continues.
 */

const root = join(import.meta.dirname, "../..");

interface DeployOptions {
  wrangler: Wrangler;
  environment: NodeJS.ProcessEnv;
  /** Where wrangler.toml stands, what was built in `dist`, and where the files of a deployment are written. */
  folder: string;
  say: (line: string) => void;
  /** Names of secrets to set. */
  secrets?: readonly string[];
  staging?: boolean;
  domain?: string | undefined;
  /** Tries the deployed service; says what it tried, or throws. */
  smoke?: typeof smokeTest;
  now?: number;
}

/** Finds what was made, since wrangler's own words for it change. */
function made(find: () => string | undefined, what: string): string {
  const id = find();
  if (!id) throw new DeployError(`${what} was made, but wrangler does not list it. Run again.`);
  return id;
}

function checkMigrations(folder: string, version: string): string[] {
  const files = globSync("worker/storage/migrations/*.sql", { cwd: folder }).sort();
  const problems = files.flatMap((file) =>
    migrationProblems(readFileSync(join(folder, file), "utf8"), version).map((problem) => `${file}: ${problem}`),
  );
  if (problems.length > 0)
    throw new DeployError(
      `A migration would break the version that runs. Nothing was done.\n${problems.join("\n")}\n` +
        "See docs/decisions/0056-migrations-only-add.md.",
    );
  return files;
}

function sayPlan(
  say: DeployOptions["say"],
  names: Names,
  present: Present,
  secrets: SecretPlan,
  domain?: string,
): void {
  const set = Object.keys(secrets.values);
  say(
    [
      `This will ${present.version ? "update" : "make"} the Worker "${names.worker}":`,
      `  - the D1 database "${names.database}": ${present.database ? "is there" : "is made"}; new migrations are applied (they only add)`,
      `  - the KV namespace "${names.namespace}": ${present.namespace ? "is there" : "is made"}; files of earlier builds stay served for ${KEPT_DAYS} days`,
      `  - secrets set: ${set.length > 0 ? set.join(", ") : "none"}`,
      ...(domain ? [`  - served at https://${domain} as well`] : []),
      `  - then a conversation is held with it${present.version ? `; should that fail, it goes back to version ${present.version}` : ""}`,
    ].join("\n"),
  );
  if (secrets.ignored.length > 0)
    say(
      `Not sent, though they are set here: ${secrets.ignored.join(", ")}. To send one, add --secret ${secrets.ignored[0]}.`,
    );
}

/** Saves new secrets before they are sent. */
function keepFresh(file: string, { values, fresh }: SecretPlan, say: DeployOptions["say"]): void {
  if (fresh.length === 0) return;
  addVars(file, Object.fromEntries(fresh.map((name) => [name, values[name] ?? ""])));
  say(
    `Made ${fresh.join(" and ")}, saved in ${basename(file)}. Move them to your password store: nobody can read them back.`,
  );
}

/** An address or a route with one host. Among them wrangler names schedules, queues, and hosts that begin with a star. */
const TARGET = /^(https?:\/\/)?([a-z\d][a-z\d-]*(?:\.[a-z\d-]+)+(?::\d+)?)(?=[/ *]|$)/i;

/** Addresses of what was deployed, as wrangler wrote them down. */
function targetsOf(output: string): string[] {
  const lines = existsSync(output) ? readFileSync(output, "utf8").trim().split("\n") : [];
  const deployed = lines
    .filter(Boolean)
    .map((line) => JSON.parse(line) as { type?: string; targets?: string[] })
    .findLast(({ type }) => type === "deploy");
  return (deployed?.targets ?? []).flatMap((target) => {
    const [, scheme = "https://", host] = TARGET.exec(target) ?? [];
    return host ? [scheme + host] : [];
  });
}

/** Turns errors of the stores of files into ones that say what to do. */
function asDeployError<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof DeployError) throw error;
    throw new DeployError(`${error instanceof Error ? error.message : error}\nRun the same command again.`);
  }
}

/** @throws DeployError that says what to do */
export async function deploy(options: DeployOptions): Promise<void> {
  const { wrangler, environment, folder, say, staging = false, domain, smoke = smokeTest } = options;
  const now = options.now ?? Date.now();
  const written = readConfiguration(join(folder, "wrangler.toml"));
  const own = withAi(staging ? asStaging(written) : written);
  const configuration = domain ? withDomain(own, domain) : own;
  const names = namesOf(configuration);
  const { version } = JSON.parse(readFileSync(join(folder, "dist/build.json"), "utf8")) as { version: string };
  checkMigrations(folder, version);

  const present = look(wrangler, configuration);
  const savedFile = join(folder, staging ? ".prod.staging.vars" : ".prod.vars");
  const saved = readVars(savedFile);
  const secrets = planSecrets(options.secrets ?? [], present.secrets, environment, saved, slotsOf(configuration));
  sayPlan(say, names, present, secrets, domain);

  let { database, namespace } = present;
  if (!database) {
    say(`Making the D1 database "${names.database}".`);
    must(wrangler(["d1", "create", names.database]), "The database could not be made.");
    database = made(() => databaseOf(wrangler, names.database), `The database "${names.database}"`);
  }
  if (!namespace) {
    say(`Making the KV namespace "${names.namespace}".`);
    must(wrangler(["kv", "namespace", "create", names.namespace]), "The namespace could not be made.");
    namespace = made(() => namespaceOf(wrangler, names.namespace), `The namespace "${names.namespace}"`);
  }
  keepFresh(savedFile, secrets, say);

  const built = join(folder, "dist/public");
  const id = buildId(folder);
  const ids = { database, namespace };
  const { releases, earlier } = asDeployError(() => ({
    releases: new Releases(wrangler, ids.namespace),
    earlier: new EarlierBuilds(wrangler, ids.namespace, folder),
  }));
  const before = earlier.live;
  if (releases.assemble(built, join(folder, "dist/deploy"), version))
    say(
      `voice-widget-${version}.js stays as it was first deployed: pages may have pinned it. Raise the version in\n` +
        "package.json and shared/version.ts to publish this build under an exact address too.",
    );
  say("Keeping this build's files for pages that will outlive it.");
  asDeployError(() => earlier.keep(built, id, now));

  const uploaded = withAssets(withIds(configuration, ids), "dist/deploy");
  const targets = upload({ wrangler, folder, say, configuration: uploaded, secrets, id });
  asDeployError(() => releases.keep(built, version));

  const url = domain ? `https://${domain}` : targets[0];
  if (!url)
    throw new DeployError(
      "It was deployed, but wrangler did not say where. Open the Worker in Cloudflare's dashboard.",
    );
  say(`Trying ${url}.`);
  const token = newestSecret(secrets.values.ADMIN_TOKEN ?? (environment.ADMIN_TOKEN || saved.ADMIN_TOKEN));
  try {
    say(`It works: ${await smoke(url, token, slotsOf(configuration))}.`);
  } catch (error) {
    await goBack(options, names.worker, present.version, error);
    asDeployError(() => earlier.settle(before ?? id, now));
    throw new DeployError(`Not deployed. ${error instanceof Error ? error.message : error}`);
  }
  asDeployError(() => earlier.settle(id, now));
  say(`Deployed to ${url}. Open ${url}/console/ and sign in with the ADMIN_TOKEN. \`npm run rollback\` goes back.`);
}

interface Upload extends Pick<DeployOptions, "wrangler" | "folder" | "say"> {
  configuration: Configuration;
  secrets: SecretPlan;
  id: string;
}

/** Tables first, then the code that needs them. @returns where it is served */
function upload({ wrangler, folder, say, configuration, secrets, id }: Upload): string[] {
  // In the same folder, since its paths are relative to it.
  const config = join(folder, ".wrangler.deploy.json");
  const secretsFile = join(folder, ".deploy-secrets.json");
  const output = join(folder, ".wrangler.deploy.ndjson");
  writeFileSync(config, JSON.stringify(configuration, null, 2));
  try {
    writeFileSync(secretsFile, JSON.stringify(secrets.values), { mode: 0o600 });
    say("Applying the database migrations.");
    must(
      wrangler(["d1", "migrations", "apply", "DB", "--remote", "--config", config], { show: true }),
      "The migrations were not applied, and no code was deployed: what ran before runs on.",
    );
    say("Deploying.");
    const args = ["deploy", "--config", config, "--secrets-file", secretsFile, "--message", messageOf(id)];
    must(wrangler(args, { show: true, output }), "The code was not deployed: what ran before runs on.");
    return targetsOf(output);
  } finally {
    for (const file of [config, secretsFile, output]) rmSync(file, { force: true });
  }
}

async function goBack(
  { wrangler, say }: DeployOptions,
  worker: string,
  version: string | undefined,
  error: unknown,
): Promise<void> {
  say(`It does not work: ${error instanceof Error ? error.message : error}`);
  if (!version) {
    say("There is no earlier version to go back to: it stays as it is.");
    return;
  }
  say(`Going back to version ${version}.`);
  const problem = "It could not go back. The new version is live; see the dashboard.";
  const changed = putLive({ wrangler, worker, version, message: "The smoke test failed", problem });
  say("The version before is live again. Tables that the new one added stay, and harm nothing.");
  if (changed.length > 0) say(secretsWentBack(changed));
}

if (import.meta.main) {
  try {
    const values = readOptions(process.argv.slice(2), process.env, {
      "dry-run": { type: "boolean" },
      staging: { type: "boolean" },
      domain: { type: "string" },
      secret: { type: "string", multiple: true },
    });
    const wrangler = wranglerIn(root);
    if (values["dry-run"]) {
      must(wrangler(["deploy", "--dry-run"], { show: true }), "The bundle could not be made.");
      console.log(
        "\nA real run would now sign in, find or make the D1 database and the KV namespace, set missing secrets,\n" +
          "apply the migrations, deploy, and hold a conversation with what it deployed.",
      );
    } else {
      await build({ alone: true });
      const { staging = false, domain, secret: secrets = [] } = values;
      await deploy({ wrangler, environment: process.env, folder: root, say: console.log, secrets, staging, domain });
    }
  } catch (error) {
    if (!(error instanceof DeployError)) throw error;
    console.error(`\n${error.message}`);
    process.exitCode = 1;
  }
}

import { DeployError } from "./wrangler.ts";

/** wrangler.toml, changed for one deployment. The file itself stays as the operator wrote it. */

const value = (toml: string, key: string): string | undefined =>
  new RegExp(`^${key}\\s*=\\s*"([^"]*)"`, "m").exec(toml)?.[1];

export interface Names {
  worker: string;
  database: string;
  namespace: string;
}

/** @throws DeployError where the file lost what every deployment needs */
export function namesOf(toml: string): Names {
  const worker = value(toml, "name");
  const database = value(toml, "database_name");
  if (!worker || !database) throw new DeployError("wrangler.toml lost its name or database_name.");
  return { worker, database, namespace: `${worker}-snapshots` };
}

/** The vendor behind each slot. */
export const slotsOf = (toml: string): Record<string, string> => ({
  provider_a: value(toml, "PROVIDER_A") ?? "demo",
  provider_b: value(toml, "PROVIDER_B") ?? "demo",
});

/** Another folder of files to serve. */
export const withAssets = (toml: string, folder: string): string =>
  toml.replace(/^directory\s*=\s*".*"$/m, `directory = "${folder}"`);

/** The ids of this account's database and namespace put in. */
export function withIds(toml: string, ids: { database: string; namespace: string }): string {
  const put = (text: string, line: RegExp, id: string) => {
    if (!line.test(text)) throw new DeployError(`wrangler.toml has no line ${line}`);
    return text.replace(line, (found) => `${found}\n${id}`);
  };
  const named = (key: string) => new RegExp(`^${key}\\s*=`, "m").test(toml);
  let out = toml;
  if (!named("database_id")) out = put(out, /^database_name\s*=.*$/m, `database_id = "${ids.database}"`);
  if (!named("id")) out = put(out, /^binding\s*=\s*"SNAPSHOTS".*$/m, `id = "${ids.namespace}"`);
  return out;
}

const ROUTES = /^routes?\s*=\s*(\[[^\]]*\]|.*)\n/m;

/** A service of its own beside the one in production: other names, no domain, and no id of production's. */
export const asStaging = (toml: string): string =>
  toml
    .replace(/^name\s*=\s*"([^"]*)"/m, 'name = "$1-staging"')
    .replace(/^database_name\s*=\s*"([^"]*)"/m, 'database_name = "$1-staging"')
    .replace(/^(database_id|id)\s*=.*\n/gm, "")
    .replace(ROUTES, "");

/** Served at this domain; the address at workers.dev stays, since pages may name it. */
export function withDomain(toml: string, domain: string): string {
  const lines = `routes = [{ pattern = "${domain}", custom_domain = true }]\n`;
  const kept = /^workers_dev\s*=/m.test(toml) ? "" : "workers_dev = true\n";
  return toml.replace(ROUTES, "").replace(/^(?=\[)/m, `${lines}${kept}\n`);
}

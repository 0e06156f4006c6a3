import { experimental_readRawConfig } from "wrangler";
import { DeployError } from "./wrangler.ts";

/** wrangler.toml, read and changed for one deployment. The file itself stays as the operator wrote it. */

/** What a deployment changes, and everything else as it stands there. */
export interface Configuration {
  name?: string;
  route?: unknown;
  routes?: unknown;
  workers_dev?: boolean;
  vars?: Record<string, unknown>;
  assets?: { directory?: string };
  d1_databases?: { binding: string; database_name?: string; database_id?: string }[];
  kv_namespaces?: { binding: string; id?: string }[];
  ai?: { binding: string };
  [more: string]: unknown;
}

/** @throws DeployError where wrangler cannot read the file */
export function readConfiguration(file: string): Configuration {
  try {
    return experimental_readRawConfig({ config: file }).rawConfig as Configuration;
  } catch (error) {
    throw new DeployError(`wrangler.toml cannot be read: ${error instanceof Error ? error.message : error}`);
  }
}

export interface Names {
  worker: string;
  database: string;
  namespace: string;
}

/** @throws DeployError where the file lost what every deployment needs */
export function namesOf({ name, d1_databases = [], kv_namespaces = [] }: Configuration): Names {
  const database = d1_databases.find(({ binding }) => binding === "DB")?.database_name;
  if (!name || !database) throw new DeployError("wrangler.toml lost its name, or the database_name of DB.");
  if (!kv_namespaces.some(({ binding }) => binding === "SNAPSHOTS"))
    throw new DeployError("wrangler.toml lost the KV namespace SNAPSHOTS.");
  return { worker: name, database, namespace: `${name}-snapshots` };
}

/** Ids that the operator wrote, of things that may have any name. */
export const idsOf = ({ d1_databases = [], kv_namespaces = [] }: Configuration) => ({
  database: d1_databases.find(({ binding }) => binding === "DB")?.database_id,
  namespace: kv_namespaces.find(({ binding }) => binding === "SNAPSHOTS")?.id,
});

const slot = ({ vars = {} }: Configuration, name: "PROVIDER_A" | "PROVIDER_B"): string => String(vars[name] ?? "demo");

/** The vendor behind each slot. */
export const slotsOf = (configuration: Configuration): Record<string, string> => ({
  provider_a: slot(configuration, "PROVIDER_A"),
  provider_b: slot(configuration, "PROVIDER_B"),
});

/** Another folder of files to serve. */
export const withAssets = (configuration: Configuration, directory: string): Configuration => ({
  ...configuration,
  assets: { ...configuration.assets, directory },
});

/** The ids of this account's database and namespace put in, where the operator wrote none. */
export const withIds = (
  { d1_databases = [], kv_namespaces = [], ...rest }: Configuration,
  ids: { database: string; namespace: string },
): Configuration => ({
  ...rest,
  d1_databases: d1_databases.map((one) => (one.binding === "DB" ? { database_id: ids.database, ...one } : one)),
  kv_namespaces: kv_namespaces.map((one) => (one.binding === "SNAPSHOTS" ? { id: ids.namespace, ...one } : one)),
});

/** With the binding of Workers AI where a slot needs it: `npm start` does without, since the binding wants a login. */
export const withAi = (configuration: Configuration): Configuration =>
  Object.values(slotsOf(configuration)).includes("workers-ai")
    ? { ...configuration, ai: configuration.ai ?? { binding: "AI" } }
    : configuration;

const staged = (name: string) => `${name}-staging`;

/** A service of its own beside the one in production: other names, no domain, and no id of production's. */
export function asStaging(configuration: Configuration): Configuration {
  const { name = "", d1_databases = [], kv_namespaces = [], route: _, routes: __, ...rest } = configuration;
  return {
    ...rest,
    name: staged(name),
    d1_databases: d1_databases.map(({ database_id: _, database_name = "", ...one }) => ({
      ...one,
      database_name: staged(database_name),
    })),
    kv_namespaces: kv_namespaces.map(({ id: _, ...one }) => one),
  };
}

/** Served at this domain; the address at workers.dev stays, since pages may name it. */
export function withDomain({ route: _, ...configuration }: Configuration, domain: string): Configuration {
  const { workers_dev = true } = configuration;
  return { ...configuration, routes: [{ pattern: domain, custom_domain: true }], workers_dev };
}

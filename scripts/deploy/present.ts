import { type Configuration, idsOf, namesOf } from "./configuration.ts";
import { type Answer, DeployError, NOT_SIGNED_IN, namespaceOf, parsed, type Wrangler } from "./wrangler.ts";

/** What stands at Cloudflare before a deployment. */
export interface Present {
  database: string | undefined;
  namespace: string | undefined;
  secrets: string[];
  /** The version that is live, where there is one. */
  version: string | undefined;
}

export const databaseOf = (wrangler: Wrangler, name: string) =>
  parsed<{ name: string; uuid: string }[]>(wrangler(["d1", "list", "--json"]), "which databases there are").find(
    (database) => database.name === name,
  )?.uuid;

/** Whether wrangler says that there is no such Worker. */
const saysMissing = ({ ok, stdout, stderr = "" }: Answer): boolean =>
  !ok && /Worker ".*" not found|\[code: (10007|10090)\]/.test(stdout + stderr);

export function look(wrangler: Wrangler, configuration: Configuration): Present {
  const { worker, database, namespace } = namesOf(configuration);
  if (!wrangler(["whoami", "--json"]).ok) throw new DeployError(NOT_SIGNED_IN);
  const written = idsOf(configuration);
  const found = {
    database: written.database ?? databaseOf(wrangler, database),
    namespace: written.namespace ?? namespaceOf(wrangler, namespace),
  };
  const listed = wrangler(["secret", "list", "--name", worker, "--format", "json"]);
  // Any other failure must not be taken for this one: new secrets would stand in the place of those that are there.
  if (saysMissing(listed)) return { ...found, secrets: [], version: undefined };
  const secrets = parsed<{ name: string }[]>(listed, "which secrets there are").map(({ name }) => name);
  const live = wrangler(["deployments", "status", "--name", worker, "--json"]);
  if (/has no deployments/.test(live.stderr ?? "")) return { ...found, secrets, version: undefined };
  const { versions } = parsed<{ versions: { version_id: string }[] }>(live, "what is live");
  return { ...found, secrets, version: versions[0]?.version_id };
}

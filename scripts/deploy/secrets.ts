import { randomBytes } from "node:crypto";
import { vendorFacts } from "../../shared/vendors.ts";
import { faultOf } from "../../worker/variables.ts";
import { WORKER_VARIABLES } from "../dev/dev-vars.ts";
import { DeployError } from "./wrangler.ts";

/** Variables of the Worker that are kept as secrets. The key of a Turnstile site goes to every visitor. */
export const SECRETS: readonly string[] = WORKER_VARIABLES.filter(
  (name) => /(_KEY|_TOKEN|_SECRET|_KEY_ID)$/.test(name) && name !== "TURNSTILE_SITE_KEY",
);
/** Made where nobody has them. */
const MADE = ["KEY_SECRET", "ADMIN_TOKEN"] as const;

export interface SecretPlan {
  /** To be set, by name. */
  values: Record<string, string>;
  /** Those of them that nobody has seen before. */
  fresh: string[];
  /** In the environment, but not asked for. */
  ignored: string[];
}

/**
 * Which secrets a deployment sets: those that were asked for, and the two that every service needs where it has none.
 * @param asked names given with --secret
 * @param kept what an earlier run kept on this machine
 * @throws DeployError before anything was done
 */
export function planSecrets(
  asked: readonly string[],
  existing: readonly string[],
  environment: NodeJS.ProcessEnv,
  kept: Record<string, string>,
  slots: Record<string, string>,
): SecretPlan {
  const values: Record<string, string> = {};
  for (const name of asked) {
    if (!SECRETS.includes(name))
      throw new DeployError(`The service has no secret ${name}. It has ${SECRETS.join(", ")}.`);
    const value = environment[name];
    if (!value)
      throw new DeployError(`--secret ${name}: it is not set. Write ${name}=… npm run deploy -- --secret ${name}`);
    values[name] = value;
  }
  for (const [slot, vendor] of Object.entries(slots)) {
    const name = vendorFacts(vendor)?.needs.find((variable) => SECRETS.includes(variable));
    if (name && !existing.includes(name) && !values[name])
      throw new DeployError(
        `${slot.toUpperCase()} is "${vendor}" in wrangler.toml, but the Worker has no ${name}. Nothing was done.\n` +
          `Write ${name}=… npm run deploy -- --secret ${name}`,
      );
  }
  const fresh: string[] = [];
  for (const name of MADE)
    if (!values[name] && !existing.includes(name)) {
      if (!environment[name] && !kept[name]) fresh.push(name);
      values[name] = environment[name] || kept[name] || randomBytes(32).toString("base64url");
    }
  for (const name of MADE) {
    const fault = values[name] && faultOf(name, values[name]);
    if (fault) throw new DeployError(`${name}: ${fault}. Nothing was done.`);
  }
  const ignored = SECRETS.filter((name) => environment[name] && !values[name]);
  return { values, fresh, ignored };
}

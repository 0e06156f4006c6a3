import { KEY_PATTERN } from "../../shared/ids.ts";
import { ApiError } from "../http/errors.ts";
import { formerSecretOf, rememberedKey, verifyKey } from "../keys/api-key.ts";
import { logError } from "../log-error.ts";
import { memoryOf } from "../memory-of.ts";
import { loadRetiredSecrets, recordOldKeyUse } from "../projects/key-secrets.ts";
import { type RotatingSecret, readVariables, type Variables } from "../variables.ts";

interface Memory {
  /**
   * The secrets that a key may have been made with: those of `KEY_SECRET`, then those rotated out of it. An isolate reads
   * the latter from D1 once, when it first meets a key that `KEY_SECRET` did not make.
   */
  accepted?: RotatingSecret;
  loading?: Promise<RotatingSecret> | undefined;
  /** Hashes of keys of older secrets whose use is recorded. */
  recorded: Set<string>;
}
const memory = memoryOf((_: Variables): Memory => ({ recorded: new Set() }));

async function load(db: D1Database, variables: Variables): Promise<RotatingSecret> {
  const retired = await loadRetiredSecrets(db, variables.KEY_SECRET);
  const all: RotatingSecret = retired.length === 0 ? variables.KEY_SECRET : [...variables.KEY_SECRET, ...retired];
  memory(variables).accepted = all;
  return all;
}

/** @throws ApiError `unavailable` if D1 does not answer: without it no key can be called invalid */
export function acceptedSecrets(bindings: { DB: D1Database }): Promise<RotatingSecret> {
  const variables = readVariables(bindings);
  const own = memory(variables);
  own.loading ??= load(bindings.DB, variables).catch((cause: unknown) => {
    own.loading = undefined;
    throw new ApiError("unavailable", { cause });
  });
  return own.loading;
}

/** The hash that names a key at rest, `null` for an invalid key. */
export async function findKeyHash(bindings: { DB: D1Database }, presented: string): Promise<string | null> {
  const variables = readVariables(bindings);
  const key_hash = await verifyKey(memory(variables).accepted ?? variables.KEY_SECRET, presented);
  if (key_hash !== null || memory(variables).accepted || !KEY_PATTERN.test(presented)) return key_hash;
  return verifyKey(await acceptedSecrets(bindings), presented);
}

/** A key's hash without awaiting anything: `null` for an invalid key, `undefined` where it is not known yet. */
export function knownKeyHash(variables: Variables, presented: string): string | null | undefined {
  const all = memory(variables).accepted;
  const key_hash = rememberedKey(all ?? variables.KEY_SECRET, presented);
  // As long as the retired secrets are not loaded, one of them may have made it.
  return key_hash === null && !all && KEY_PATTERN.test(presented) ? undefined : key_hash;
}

/**
 * Records, once for each key and isolate, that a key of an older secret is in use. After a failure the next request tries
 * again.
 */
export async function noteOldKeyUse(bindings: { DB: D1Database }, key_hash: string): Promise<void> {
  const variables = readVariables(bindings);
  const { accepted, recorded } = memory(variables);
  const made_with = formerSecretOf(accepted ?? variables.KEY_SECRET, key_hash);
  if (made_with === undefined || recorded.has(key_hash)) return;
  recorded.add(key_hash);
  try {
    await recordOldKeyUse(bindings.DB, variables.KEY_SECRET, key_hash, made_with);
  } catch (error) {
    recorded.delete(key_hash);
    logError("old_key_use_not_recorded", error);
  }
}

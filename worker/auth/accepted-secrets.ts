import { KEY_PATTERN } from "../../shared/ids.ts";
import { ApiError } from "../http/errors.ts";
import { carryKey, loadRetiredSecrets } from "../projects/key-secrets.ts";
import { readVariables, type Variables } from "../variables.ts";
import { formerSecretOf, rememberedKey, verifyKey } from "./keys/api-key.ts";

/**
 * The secrets that a key may have been made with: those of `KEY_SECRET`, then those rotated out of it, which an isolate
 * reads from D1 once, when it first meets a key that `KEY_SECRET` did not make.
 */
const accepted = new WeakMap<Variables, Promise<readonly string[]>>();
const known = new WeakMap<Variables, readonly string[]>();

async function load(db: D1Database, variables: Variables): Promise<readonly string[]> {
  const retired = await loadRetiredSecrets(db, variables.KEY_SECRET);
  const all = retired.length === 0 ? variables.KEY_SECRET : [...variables.KEY_SECRET, ...retired];
  known.set(variables, all);
  return all;
}

/** @throws ApiError `unavailable` where D1 does not answer: nobody may say then that a key is junk */
export function acceptedSecrets(bindings: { DB: D1Database }): Promise<readonly string[]> {
  const variables = readVariables(bindings);
  const loading =
    accepted.get(variables) ??
    load(bindings.DB, variables).catch((cause: unknown) => {
      accepted.delete(variables);
      throw new ApiError("unavailable", { cause });
    });
  accepted.set(variables, loading);
  return loading;
}

/** The hash that names a key at rest, `null` for junk. */
export async function findKeyHash(bindings: { DB: D1Database }, presented: string): Promise<string | null> {
  const variables = readVariables(bindings);
  const key_hash = await verifyKey(known.get(variables) ?? variables.KEY_SECRET, presented);
  if (key_hash !== null || known.has(variables) || !KEY_PATTERN.test(presented)) return key_hash;
  return verifyKey(await acceptedSecrets(bindings), presented);
}

/** What is known of a presented key with nothing awaited: its hash, `null` for junk, `undefined` for no answer yet. */
export function knownKeyHash(variables: Variables, presented: string): string | null | undefined {
  const all = known.get(variables);
  const key_hash = rememberedKey(all ?? variables.KEY_SECRET, presented);
  // Before the others are loaded one of them may have made it.
  return key_hash === null && !all && KEY_PATTERN.test(presented) ? undefined : key_hash;
}

const carried = new WeakMap<Variables, Set<string>>();

/** Notes, once for each key and isolate, that a key of an older secret is in use; a failure leaves it to the next request. */
export async function noteCarried(bindings: { DB: D1Database }, key_hash: string): Promise<void> {
  const variables = readVariables(bindings);
  const made_with = formerSecretOf(known.get(variables) ?? variables.KEY_SECRET, key_hash);
  if (made_with === undefined) return;
  const done = carried.get(variables) ?? new Set();
  carried.set(variables, done);
  if (done.has(key_hash)) return;
  done.add(key_hash);
  try {
    await carryKey(bindings.DB, variables.KEY_SECRET, key_hash, made_with);
  } catch (error) {
    done.delete(key_hash);
    console.error(JSON.stringify({ event: "key_not_carried", error: String(error).slice(0, 300) }));
  }
}

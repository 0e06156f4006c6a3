import type { Context } from "hono";
import { denialCache } from "../../auth/denial-cache.ts";
import { verifyKey } from "../../auth/keys/api-key.ts";
import { type AppEnv, actorName } from "../../http/app-env.ts";
import { ApiError } from "../../http/errors.ts";
import { liveDemoKey, type SeededSite, seedDemoSite } from "../../projects/demo-site.ts";
import { snippet } from "../../projects/snippet.ts";
import { beginOperation, dropOperation } from "../../storage/idempotency.ts";
import { readVariables } from "../../variables.ts";

const MAKING = { scope: "demo site", key: "make", request_hash: "" };

/** Of two that make it at once, one would make an organization that nobody uses: only one may. */
async function makeAlone(c: Context<AppEnv>, make: () => Promise<SeededSite>): Promise<SeededSite> {
  const earlier = await beginOperation(c.env.DB, MAKING, Date.now());
  if (earlier.kind !== "none") throw new ApiError("in_progress");
  try {
    return await make();
  } finally {
    await dropOperation(c.env.DB, MAKING.scope, MAKING.key);
  }
}

/** Turns the demo site on; a second call finds what is there. */
export async function seed(c: Context<AppEnv>): Promise<Response> {
  const { KEY_SECRET } = readVariables(c.env);
  const make = () => seedDemoSite(c.env, KEY_SECRET, actorName(c.var.actor));
  const site = (await liveDemoKey(c.env.DB, KEY_SECRET)) ? await make() : await makeAlone(c, make);
  const key_hash = await verifyKey(KEY_SECRET, site.api_key);
  if (key_hash) denialCache.forget(key_hash);
  return c.json({ ...site, snippet: snippet(new URL(c.req.url).origin, site.api_key) });
}

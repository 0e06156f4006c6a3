import type { Context } from "hono";
import { denialCache } from "../../auth/denial-cache.ts";
import { verifyKey } from "../../auth/keys/api-key.ts";
import type { AppEnv } from "../../http/app-env.ts";
import { seedDemoSite } from "../../projects/demo-site.ts";
import { snippet } from "../../projects/snippet.ts";
import { readVariables } from "../../variables.ts";

/** Turns the demo site on; a second call finds what is there. */
export async function seed(c: Context<AppEnv>): Promise<Response> {
  const { KEY_SECRET } = readVariables(c.env);
  const { origin } = new URL(c.req.url);
  const site = await seedDemoSite(c.env, KEY_SECRET, c.var.actor, origin);
  const key_hash = await verifyKey(KEY_SECRET, site.api_key);
  if (key_hash) denialCache.forget(key_hash);
  return c.json({ ...site, snippet: snippet(origin, site.api_key) });
}

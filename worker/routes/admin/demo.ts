import type { Context } from "hono";
import { type App, actorName } from "../../http/context.ts";
import { verifyKey } from "../../keys/api-key.ts";
import { verdicts } from "../../middleware/verdicts.ts";
import { seedDemoSite } from "../../projects/demo-site.ts";
import { snippet } from "../../projects/snippet.ts";
import { settings } from "../../settings.ts";

/** Turns the demo site on; a second call finds what is there. */
export async function seed(c: Context<App>): Promise<Response> {
  const { KEY_SECRET } = settings(c.env);
  const site = await seedDemoSite(c.env, KEY_SECRET, actorName(c.var.actor));
  const key_hash = await verifyKey(KEY_SECRET, site.api_key);
  if (key_hash) verdicts.forget(key_hash);
  return c.json({ ...site, snippet: snippet(new URL(c.req.url).origin, site.api_key) });
}

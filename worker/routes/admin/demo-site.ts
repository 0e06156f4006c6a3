import type { Context } from "hono";
import { acceptedSecrets } from "../../auth/accepted-secrets.ts";
import type { AppEnv } from "../../http/app-env.ts";
import { seedDemoSite } from "../../projects/demo-site.ts";
import { snippet } from "../../projects/snippet.ts";

/** Turns the demo site on; a second call returns what exists. */
export async function seed(c: Context<AppEnv>): Promise<Response> {
  const { origin } = new URL(c.req.url);
  const site = await seedDemoSite(c.env, await acceptedSecrets(c.env), c.var.actor, origin);
  return c.json({ ...site, snippet: snippet(origin, site.api_key) });
}

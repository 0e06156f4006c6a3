import type { Context } from "hono";
import { type App, actorName } from "../../http/context.ts";
import { ApiError } from "../../http/error.ts";
import { verifyKey } from "../../keys/api-key.ts";
import { verdicts } from "../../middleware/verdicts.ts";
import { liveDemoKey, type SeededSite, seedDemoSite } from "../../projects/demo-site.ts";
import { snippet } from "../../projects/snippet.ts";
import { settings } from "../../settings.ts";
import { beginOperation, dropOperation } from "../../storage/idempotency.ts";

const MAKING = { scope: "demo site", key: "make", request_hash: "" };

/** Of two that make it at once, one would make an organization that nobody uses: only one may. */
async function makeAlone(c: Context<App>, make: () => Promise<SeededSite>): Promise<SeededSite> {
  const earlier = await beginOperation(c.env.DB, MAKING, Date.now());
  if (earlier.kind !== "none") throw new ApiError("in_progress");
  try {
    return await make();
  } finally {
    await dropOperation(c.env.DB, MAKING.scope, MAKING.key);
  }
}

/** Turns the demo site on; a second call finds what is there. */
export async function seed(c: Context<App>): Promise<Response> {
  const { KEY_SECRET } = settings(c.env);
  const make = () => seedDemoSite(c.env, KEY_SECRET, actorName(c.var.actor));
  const site = (await liveDemoKey(c.env.DB, KEY_SECRET)) ? await make() : await makeAlone(c, make);
  const key_hash = await verifyKey(KEY_SECRET, site.api_key);
  if (key_hash) verdicts.forget(key_hash);
  return c.json({ ...site, snippet: snippet(new URL(c.req.url).origin, site.api_key) });
}

import type { Context } from "hono";
import { siteCreate } from "../../../shared/sites.ts";
import type { AppEnv } from "../../http/app-env.ts";
import { pathId, readBody } from "../../http/read-request.ts";
import { domainFaults, parseDomains } from "../../projects/allowed-domains.ts";
import { loadAgent, loadProject } from "../../projects/load.ts";
import { loadSiteSetup } from "../../projects/site-setup.ts";
import { createSite, grantSiteCredit } from "../../projects/sites.ts";
import { snippet } from "../../projects/snippet.ts";
import { testKeyOf } from "../../projects/test-key.ts";
import { readVariables } from "../../variables.ts";
import { createOnce } from "./idempotent.ts";

const secretOf = (c: Context<AppEnv>) => readVariables(c.env).KEY_SECRET[0];

/** The only answer that holds the key; a repeat of the same request gets it again. */
export async function create(c: Context<AppEnv>): Promise<Response> {
  const body = await readBody(c, siteCreate, domainFaults);
  const fields = { ...body, allowed_domains: parseDomains(body.allowed_domains) };
  const { grant, ...site } = await createOnce(c, body, async () => {
    const made = await createSite(c.env, c.var.actor, secretOf(c), fields);
    return {
      ...made,
      snippet: snippet(new URL(c.req.url).origin, made.public_id),
      grant: `site:${crypto.randomUUID()}`,
    };
  });
  await grantSiteCredit(c.env, c.var.actor, site.org_id, fields, grant);
  return c.json(site, 201);
}

export async function testKey(c: Context<AppEnv>): Promise<Response> {
  const agent = await loadAgent(c.env.DB, c.var.actor, pathId(c));
  const { key } = await testKeyOf(c.env.DB, secretOf(c), c.var.actor, agent);
  return c.json({ agent_id: agent.id, key });
}

export async function setup(c: Context<AppEnv>): Promise<Response> {
  return c.json(await loadSiteSetup(c.env, await loadProject(c.env.DB, c.var.actor, pathId(c))));
}

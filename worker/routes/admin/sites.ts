import type { Context } from "hono";
import * as z from "zod";
import { siteCreate } from "../../../shared/sites.ts";
import { dayOf } from "../../../shared/time.ts";
import type { AppEnv } from "../../http/app-env.ts";
import { readPage } from "../../http/read-page.ts";
import { queryDay, queryInteger, readQuery } from "../../http/read-request.ts";
import { operationsOf } from "../../openapi/operation.ts";
import { domainFaults, parseDomains } from "../../projects/allowed-domains.ts";
import { loadProject } from "../../projects/load.ts";
import { listSiteDays } from "../../projects/site-days.ts";
import { loadSiteSetup } from "../../projects/site-setup.ts";
import { createSite, grantSiteCredit } from "../../projects/sites.ts";
import { snippet } from "../../projects/snippet.ts";
import { testKeyOf } from "../../projects/test-key.ts";
import { readVariables } from "../../variables.ts";
import { createOnce } from "./idempotent.ts";
import { agentOfPath, projectOfPath } from "./of-path.ts";

const operation = operationsOf("Projects");

const secretOf = (c: Context<AppEnv>) => readVariables(c.env).KEY_SECRET[0];

const dayQuery = z.object({
  day: queryDay("The day").optional(),
  org_id: queryInteger({ min: 1 }, { description: "Only those of this organization.", example: 1 }).optional(),
});

export const listDays = operation({
  id: "listSiteDays",
  summary: "List sites with what their calls of a day came to",
  description:
    "Every project that the caller may see, by its id, with its visitors' calls of a UTC day, today unless said otherwise. Without `org_id` an operator's list is some seconds behind.",
  query: dayQuery,
  page: "SiteDayList",
  async handle(c) {
    const page = readPage(c);
    const now = Date.now();
    const { day = dayOf(now), org_id = null } = readQuery(c, dayQuery);
    return c.json(await listSiteDays(c.env, c.var.actor, org_id, day, page, now));
  },
});

export const create = operation({
  id: "createSite",
  summary: "Create a site in one request",
  description:
    "Creates all that a page needs: an organization with credit (unless one is named), its project, an agent, and a channel with its key. With an organization's own token the site is made for that organization, and no credit is granted. A repeat after its project was deleted is refused.",
  body: siteCreate,
  answers: { 201: { description: "Created; store the key now.", schema: "SiteCreated" } },
  errors: ["organization_not_found", "project_not_found", "operator_forbidden"],
  bounds: ["project.create", "agent.create", "channel.create"],
  repeatable: true,
  async handle(c, readBody) {
    const body = await readBody(domainFaults);
    const fields = { ...body, allowed_domains: parseDomains(body.allowed_domains) };
    const { grant, ...site } = await createOnce(c, body, async (part) => {
      const made = await createSite(c.env, c.var.actor, secretOf(c), fields, part);
      return {
        ...made,
        snippet: snippet(new URL(c.req.url).origin, made.public_id),
        grant: `site:${crypto.randomUUID()}`,
      };
    });
    // A repeat may come after the site was deleted: its key opens nothing then.
    await loadProject(c.env.DB, c.var.actor, site.project_id);
    await grantSiteCredit(c.env, c.var.actor, site.org_id, fields, grant);
    return c.json(site, 201);
  },
});

export const testKey = operation({
  id: "createTestKey",
  tag: "Agents",
  summary: "Get a key for test calls with an agent",
  description:
    "Works only with this agent, from any page, for 100 sessions a day, so that an agent can be tried before its site exists. Returns the same key until it is revoked. Do not put it on a page. Test calls are charged like all calls.",
  answers: { 200: { description: "The key.", schema: "TestKey" } },
  errors: ["conflict"],
  bounds: ["key.create"],
  async handle(c) {
    const agent = await agentOfPath(c);
    const { key } = await testKeyOf(c.env.DB, secretOf(c), c.var.actor, agent);
    return c.json({ agent_id: agent.id, key });
  },
});

export const setup = operation({
  id: "getSiteSetup",
  summary: "Read what a project still needs before its first call",
  answers: { 200: { description: "What is done and what is missing.", schema: "SiteSetup" } },
  async handle(c) {
    return c.json(await loadSiteSetup(c.env, await projectOfPath(c)));
  },
});

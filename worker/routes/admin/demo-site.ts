import { acceptedSecrets } from "../../auth/accepted-secrets.ts";
import { operationsOf } from "../../openapi/operation.ts";
import { seedDemoSite } from "../../projects/demo-site.ts";
import { snippet } from "../../projects/snippet.ts";

const operation = operationsOf("Service");

export const seed = operation({
  id: "seedDemoSite",
  summary: "Create the demo site's organization, project and agents, once",
  description: "Calling it again finds what the first call made.",
  answers: { 200: { description: "The demo site.", schema: "DemoSite" } },
  errors: ["in_progress"],
  async handle(c) {
    const { origin } = new URL(c.req.url);
    const site = await seedDemoSite(c.env, await acceptedSecrets(c.env), c.var.actor, origin);
    return c.json({ ...site, snippet: snippet(origin, site.api_key) });
  },
});

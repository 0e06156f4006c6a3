import { VERSION } from "../../../shared/version.ts";
import { countPublicLook } from "../../auth/public-looks.ts";
import type { Bindings } from "../../env.ts";
import { requestContextOf } from "../../http/request-context.ts";
import { operationsOf } from "../../openapi/operation.ts";
import { listProviders } from "../../providers/catalog.ts";
import { isDatabaseReady } from "../../storage/health.ts";
import { InvalidVariables, readVariables, type Variables } from "../../variables.ts";

const operation = operationsOf("Service");

/** Names the slots, but not the variables that they lack: operators see these at `GET /admin/v1/providers`. */
function slotsWithoutVendor(variables: Variables, bindings: Bindings): string[] {
  // The external provider counts only once an agent uses it.
  const slots = listProviders(variables, bindings).filter(({ provider }) => provider !== "provider_x");
  return slots.flatMap(({ provider, configured }) => (configured ? [] : [provider]));
}

/**
 * Whether this Worker can serve: its variables are right and its database has its tables. `degraded` if it can, but a
 * slot has no vendor that can be called. Names no secret.
 */
export const healthz = operation({
  id: "getHealth",
  summary: "Check whether the service is ready",
  access: "public",
  answers: {
    200: { description: "The service is ready.", schema: "Health" },
    503: { description: "The service is not ready; `detail` says what to fix.", schema: "Unhealthy" },
  },
  errors: ["refused_too_often"],
  async handle(c) {
    c.header("Cache-Control", "no-store");
    const problems: string[] = [];
    let variables: Variables | null = null;
    try {
      variables = readVariables(c.env);
    } catch (error) {
      problems.push(error instanceof InvalidVariables ? `settings: ${error.message}` : "settings: unreadable");
    }
    if (variables) countPublicLook(requestContextOf(c), variables);
    if (!(await isDatabaseReady(c.env.DB)))
      problems.push("database: it does not answer or its migrations were not applied; see the README's deploy steps");
    if (problems.length > 0) {
      requestContextOf(c).log.error = "unhealthy";
      return c.json({ status: "unavailable", version: VERSION, detail: problems.join("; ") }, 503);
    }
    const slots = variables ? slotsWithoutVendor(variables, c.env) : [];
    if (slots.length > 0) {
      const detail = `Not configured: ${slots.join(", ")}. Sessions of their agents are refused`;
      return c.json({ status: "degraded", version: VERSION, slots, detail });
    }
    return c.json({ status: "ok", version: VERSION });
  },
});

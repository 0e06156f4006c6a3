import * as z from "zod";
import { unstoredJson } from "../../http/no-store.ts";
import { queryInteger, readQuery } from "../../http/read-request.ts";
import { operationsOf } from "../../openapi/operation.ts";
import { loadReadiness } from "../../sessions/readiness.ts";
import { callerOf } from "./caller.ts";

const operation = operationsOf("Sessions");

// Any integer, as in the body of a start.
const query = z.object({
  agent_id: queryInteger({}, { description: "The agent.", example: 7 }),
});

export const readiness = operation({
  id: "getReadiness",
  summary: "Ask whether a session would start now",
  description:
    "Checks opening hours, plan, subscription, credit, voice lines and the slot's configuration. Daily caps, a visitor's own limits and a challenge are not checked. It starts no session, takes no line or credit, and asks no vendor. It is for a site's owner who looks for a fault; a visitor's page just starts a session.",
  query,
  answers: {
    200: {
      description: "Whether it would start, or every reason why not.",
      schema: "Readiness",
      headers: ["Cache-Control"],
    },
  },
  errors: ["agent_not_allowed", "agent_of_other_project", "agent_not_found", "agent_inactive", "project_not_found"],
  async handle(c) {
    const { agent_id } = readQuery(c, query);
    return unstoredJson(c, await loadReadiness(c.env, callerOf(c), agent_id));
  },
});

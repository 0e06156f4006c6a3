import * as z from "zod";
import { MAX_TURNSTILE_TOKEN } from "../../../shared/limits.ts";
import { unstoredJson } from "../../http/no-store.ts";
import { queryInteger, readQuery } from "../../http/read-request.ts";
import { requestContextOf } from "../../http/request-context.ts";
import { operationsOf } from "../../openapi/operation.ts";
import { openExternal } from "../../sessions/open-external.ts";
import { callerOf } from "./caller.ts";

const operation = operationsOf("Sessions");

// Any integer, as in the body of a start.
const query = z.object({
  agent_id: queryInteger({}, { description: "An agent with `extprovider_convai_agent_id` set.", example: 7 }),
  turnstile_token: z
    .string()
    .max(MAX_TURNSTILE_TOKEN)
    .describe("As in a session's start, if the config names a `turnstile` site.")
    .optional(),
});

export const signedUrl = operation({
  id: "getSignedUrl",
  summary: "Get an address for an agent of the external provider",
  description: "For agents with `extprovider_convai_agent_id`. Counted against credit; takes no voice line.",
  query,
  answers: {
    200: {
      description: "Open the conversation at this address soon; it expires.",
      schema: "SignedUrl",
      headers: ["Cache-Control"],
    },
  },
  errors: [
    "agent_not_external",
    "plan_lacks_feature",
    "challenge_required",
    "challenge_failed",
    "agent_inactive",
    "outside_hours",
    "no_organization",
    "no_subscription",
    "no_credit",
    "cap_reached",
    "agent_not_allowed",
    "agent_of_other_project",
    "agent_not_found",
    "project_not_found",
    "visitor_busy",
    "external_provider_error",
    "external_provider_unavailable",
  ],
  async handle(c) {
    const { agent_id, turnstile_token } = readQuery(c, query);
    const { origin, log } = requestContextOf(c);
    const opened = await openExternal(c.env, callerOf(c), agent_id, origin, turnstile_token);
    log.session_id = opened.session_id;
    return unstoredJson(c, opened);
  },
});

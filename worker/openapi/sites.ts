import { key, public_id, snippet } from "./examples.ts";
import type { Operation } from "./operation.ts";
import { at, idempotencyKey, idOf } from "./operator-parts.ts";

/** Creating a site, test calls, and what is missing before the first call. */
export const siteOperations: Operation[] = [
  {
    id: "getReadiness",
    method: "get",
    path: "/widget/v1/session/readiness",
    tag: "Sessions",
    summary: "Ask whether a session would start now",
    description:
      "Checks opening hours, plan, subscription, credit, voice lines and the slot's configuration. Daily caps, a visitor's own limits and a challenge are not checked. It starts no session, takes no line or credit, and asks no vendor. It is for a site's owner who looks for a fault; a visitor's page just starts a session.",
    access: "widget:session",
    parameters: [
      {
        name: "agent_id",
        in: "query",
        required: true,
        description: "The agent.",
        schema: { type: "integer" },
        example: 7,
      },
    ],
    answers: {
      200: {
        description: "Whether it would start, or every reason why not.",
        schema: "Readiness",
        example: {
          ready: false,
          problems: [{ code: "no_credit", detail: "The organization does not have enough credit" }],
        },
        headers: ["Cache-Control"],
      },
    },
    errors: ["agent_not_allowed", "agent_of_other_project", "agent_not_found", "agent_inactive", "project_not_found"],
    checksParameters: true,
  },
  {
    id: "createSite",
    bounds: ["project.create", "agent.create", "channel.create"],
    method: "post",
    path: at("/sites"),
    tag: "Projects",
    summary: "Create a site in one request",
    description:
      "Creates all that a page needs: an organization with credit (unless one is named), its project, an agent, and a channel with its key. With an organization's own token the site is made for that organization, and no credit is granted.",
    access: "organization",
    parameters: [idempotencyKey],
    body: {
      schema: "SiteCreate",
      example: {
        name: "Harbour Bakery",
        credit: 36_000,
        allowed_domains: ["*.bakery.example"],
        agent: { name: "Nora", instructions: "Answer questions about bread.", initial_message: "Good morning!" },
      },
    },
    answers: {
      201: {
        description: "Created; store the key now.",
        schema: "SiteCreated",
        example: { org_id: 1, project_id: 3, agent_id: 7, channel_id: 2, key_id: 5, key, public_id, snippet },
      },
    },
    errors: ["organization_not_found", "operator_forbidden"],
  },
  {
    id: "createTestKey",
    bounds: ["key.create"],
    method: "post",
    path: at("/agents/{id}/test-key"),
    tag: "Agents",
    summary: "Get a key for test calls with an agent",
    description:
      "Works only with this agent, from any page, for 100 sessions a day, so that an agent can be tried before its site exists. Returns the same key until it is revoked. Do not put it on a page. Test calls are charged like all calls.",
    access: "organization",
    parameters: [idOf("agent")],
    answers: { 200: { description: "The key.", schema: "TestKey", example: { agent_id: 7, key } } },
    errors: ["agent_not_found", "conflict"],
  },
  {
    id: "getSiteSetup",
    method: "get",
    path: at("/projects/{id}/setup"),
    tag: "Projects",
    summary: "Read what a project still needs before its first call",
    access: "organization",
    parameters: [idOf("project")],
    answers: {
      200: {
        description: "What is done and what is missing.",
        schema: "SiteSetup",
        example: {
          payment: "ready",
          active_agents: 1,
          unreachable_agents: [],
          key: {
            channel_id: 2,
            allowed_domains: ["*.bakery.example"],
            last_used_at: 1_790_000_000_000,
            last_used_origin: "https://www.bakery.example",
          },
          first_call_at: null,
        },
      },
    },
    errors: ["project_not_found"],
  },
];

import * as example from "./examples.ts";
import type { Operation, Parameter } from "./operation.ts";

const sessionId: Parameter = {
  name: "session_id",
  in: "path",
  required: true,
  description: "The session, as its start answered.",
  schema: { type: "string" },
  example: example.sessionId,
};

/** What a page or a custom client calls with a project's key. */
export const widgetOperations: Operation[] = [
  {
    id: "getConfig",
    method: "get",
    path: "/widget/v1/config",
    tag: "Widget",
    summary: "Read the widget's settings and the active agents",
    description:
      "`widget_config` always comes complete: what the owner set, laid over the defaults. Inactive agents are left out. Send the `ETag` back as `If-None-Match` to get a 304 while nothing has changed.",
    access: "widget:read",
    parameters: [
      {
        name: "If-None-Match",
        in: "header",
        description: "The `ETag` of an earlier answer.",
        schema: { type: "string" },
      },
    ],
    answers: {
      200: {
        description: "The settings of the key's project.",
        schema: "ConfigAnswer",
        example: example.config,
        headers: ["ETag", "Cache-Control"],
      },
      304: { description: "Nothing has changed since that `ETag`.", headers: ["ETag", "Cache-Control"] },
    },
    errors: ["project_not_found"],
  },
  {
    id: "getContext",
    method: "get",
    path: "/widget/v1/context",
    tag: "Widget",
    summary: "Read the names of the project and its organization",
    access: "widget:read",
    answers: {
      200: { description: "Who stands behind the key.", schema: "ProjectContext", example: example.context },
    },
    errors: ["project_not_found"],
  },
  {
    id: "startSession",
    method: "post",
    path: "/widget/v1/session",
    tag: "Sessions",
    summary: "Start a voice session",
    description:
      "Takes a voice line, reserves credit and asks the vendor behind the agent's slot for a short-lived token. The token works for this session only: ask for a new session for each conversation, and keep neither. `connection` says how to connect. On any refusal line and credit are free again before the answer.\n\nSign `user_id` on your own server: `user_hash` is the hex HMAC-SHA256 of it under the project's identity secret.",
    access: "widget:session",
    body: { schema: "SessionStart", example: example.sessionStart },
    answers: {
      200: {
        description: "The session runs; its token waits.",
        schema: "SessionStarted",
        example: example.sessionStarted,
        headers: ["Cache-Control"],
      },
    },
    errors: [
      "agent_inactive",
      "agent_external",
      "session_not_set_up",
      "plan_lacks_feature",
      "no_organization",
      "no_subscription",
      "no_credit",
      "agent_not_allowed",
      "agent_of_other_project",
      "agent_not_found",
      "project_not_found",
      "lines_busy",
    ],
  },
  {
    id: "reportEvents",
    method: "post",
    path: "/widget/v1/session/{session_id}/events",
    tag: "Sessions",
    summary: "Report what happens in a session",
    description:
      "Send `connected` once, then anything at least every 90 seconds: a session that falls silent is ended at its last sign of life. Works with `fetch(…, {keepalive: true})` as a page closes. After the end only transcripts and feedback are taken, for an hour; anything else is a 409 that says why the session ended. `usage` is what the vendor says a response cost: the same `id` again counts once.",
    access: "widget:read",
    parameters: [sessionId],
    body: { schema: "SessionEvents", example: example.sessionEvents },
    answers: {
      200: { description: "All events are taken.", schema: "EventsAccepted", example: example.eventsAccepted },
    },
    errors: ["session_not_found", "session_ended"],
  },
  {
    id: "getSignedUrl",
    method: "get",
    path: "/widget/v1/extprovider-convai/signed-url",
    tag: "Sessions",
    summary: "Get an address for an agent of the external provider",
    description: "For agents with `extprovider_convai_agent_id`. Counted against credit; takes no voice line.",
    access: "widget:session",
    parameters: [
      {
        name: "agent_id",
        in: "query",
        required: true,
        description: "An agent with `extprovider_convai_agent_id` set.",
        schema: { type: "integer", minimum: 1 },
        example: 7,
      },
    ],
    answers: {
      200: {
        description: "Open the conversation there, soon.",
        schema: "SignedUrl",
        example: example.signedUrl,
        headers: ["Cache-Control"],
      },
    },
    errors: [
      "agent_not_external",
      "plan_lacks_feature",
      "agent_inactive",
      "no_organization",
      "no_subscription",
      "no_credit",
      "agent_not_allowed",
      "agent_of_other_project",
      "agent_not_found",
      "project_not_found",
      "external_provider_error",
      "external_provider_unavailable",
    ],
    checksParameters: true,
  },
  {
    id: "executeTool",
    method: "post",
    path: "/widget/v1/tools/execute",
    tag: "Tools",
    summary: "Run a webhook tool of the session's agent",
    description:
      "The webhook is signed as Standard Webhooks says and gets 10 seconds. The same `call_id` again gives the first result and calls nothing. A tool that fails is a 200 with `success: false`, so that the model can be told.",
    access: "widget:tools",
    body: { schema: "ToolCall", example: example.toolCall },
    answers: {
      200: {
        description: "What the tool answered, or how it failed.",
        schema: "ToolOutcome",
        example: example.toolOutcome,
        headers: ["Cache-Control"],
      },
    },
    errors: ["session_not_found", "session_ended", "project_not_found"],
  },
  {
    id: "countEvents",
    method: "post",
    path: "/widget/v1/analytics",
    tag: "Widget",
    summary: "Count what visitors do with the widget",
    description: "Kept as counts per project, day and name; a visitor's address is never kept.",
    access: "widget:read",
    body: { schema: "AnalyticsEvents", example: example.analyticsEvents },
    answers: {
      200: { description: "All are counted.", schema: "AnalyticsAccepted", example: { success: true, accepted: 1 } },
    },
  },
];

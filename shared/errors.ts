/**
 * Errors are codes: status and `detail` come from this table, the same bytes every time.
 * Plain TypeScript: the widget may import the values.
 */
export const ERRORS = {
  invalid_call_token: {
    status: 401,
    detail: "The call token is expired or invalid; start a new session",
  },
  call_placed: { status: 409, detail: "The call token was already used; start a new session" },
  call_refused: { status: 502, detail: "The call could not be placed" },
  not_found: { status: 404, detail: "Not Found" },
  method_not_allowed: { status: 405, detail: "Method Not Allowed" },
  websocket_only: { status: 426, detail: "This address speaks WebSocket only; send Upgrade: websocket" },
  body_too_large: { status: 413, detail: "The request body is larger than 64 KiB; send less" },
  invalid_key: { status: 401, detail: "Invalid API key or origin" },
  operator_unauthorized: {
    status: 401,
    detail: "Send the operator's or the organization's token as Authorization: Bearer …",
  },
  refused_too_often: {
    status: 429,
    detail: "Too many tokens or sign-ins that nobody has came from your network; wait a minute",
  },
  operator_forbidden: { status: 403, detail: "This token is not allowed to do that; use the operator's ADMIN_TOKEN" },
  role_forbidden: { status: 403, detail: "Your role is not allowed to do that; ask an owner of this service" },
  cross_site: {
    status: 403,
    detail: "Changes from another site are refused; use the console itself",
  },
  operator_not_found: { status: 404, detail: "Operator not found" },
  organization_not_found: { status: 404, detail: "Organization not found" },
  key_not_found: { status: 404, detail: "API key not found" },
  channel_not_found: { status: 404, detail: "Channel not found" },
  device_not_found: { status: 404, detail: "Device not found" },
  webhook_not_found: { status: 404, detail: "Webhook not found" },
  delivery_not_found: { status: 404, detail: "Delivery not found" },
  contact_not_found: { status: 404, detail: "Contact not found" },
  analysis_not_configured: {
    status: 409,
    detail: "No model is configured to analyze conversations; set ANALYSIS_BASE_URL and ANALYSIS_MODEL",
  },
  token_not_found: { status: 404, detail: "Token not found" },
  project_not_found: { status: 404, detail: "Project not found" },
  agent_not_found: { status: 404, detail: "Agent not found" },
  source_not_found: { status: 404, detail: "Source not found" },
  page_not_found: { status: 404, detail: "Page not found" },
  question_not_found: { status: 404, detail: "Question not found" },
  document_too_large: { status: 413, detail: "The document is larger than 2 MB; split it into parts" },
  too_many_sources: { status: 409, detail: "The project has reached its limit of 200 sources; delete one first" },
  too_many_pages: {
    status: 409,
    detail: "The project has reached its limit of 2,000 pages or 128 MB of text; delete a source first",
  },
  table_not_found: {
    status: 404,
    detail: "There is no such table; use the names from GET /admin/v1/backup",
  },
  part_too_large: { status: 413, detail: "The part is larger than 4 MiB; send fewer rows at a time" },
  installation_not_empty: {
    status: 409,
    detail: "This installation is in use; an archive can only be restored into an empty one",
  },
  organization_in_place: {
    status: 409,
    detail: "The archive's organization already exists here; delete it first or use an empty installation",
  },
  deletion_running: {
    status: 409,
    detail: "The archive's organization is still being deleted; try again an hour after the deletion",
  },
  archive_newer: { status: 409, detail: "The archive comes from a newer version; update this installation first" },
  archive_foreign: {
    status: 409,
    detail:
      "The archive's keys were made with another KEY_SECRET; add that KEY_SECRET here (KEY_SECRET=new,old) and try again",
  },
  restore_running: {
    status: 409,
    detail: "Another restore is unfinished; finish it or use an empty installation",
  },
  restore_not_begun: {
    status: 409,
    detail: "No restore of this archive is running; begin with POST /admin/v1/restore",
  },
  session_not_found: { status: 404, detail: "Session not found" },
  session_ended: { status: 409, detail: "The session has ended; start a new one" },
  session_full: {
    status: 413,
    detail: "The session is full (5,000 events, 2 MiB of text, 10 contacts); nothing was stored",
  },
  tool_calls_used: { status: 413, detail: "The session has reached its limit of tool calls; start a new one" },
  invalid_session_secret: { status: 401, detail: "Invalid session secret" },
  not_extendable: {
    status: 409,
    detail: "This session cannot be extended: it has not connected yet, or its agent's `extendable` is off",
  },
  reconnects_used: { status: 409, detail: "The session was reconnected too many times; start a new one" },
  person_not_offered: { status: 409, detail: "This agent has no person to ask for" },
  with_person: {
    status: 409,
    detail: "A person has this conversation; it can be reconnected once they give it back",
  },
  no_person_asked: { status: 409, detail: "No person was asked for in this session" },
  person_busy: { status: 409, detail: "Another person has this conversation" },
  not_joined: { status: 409, detail: "Join the conversation first" },
  conversation_over: { status: 409, detail: "The conversation has ended" },
  conversation_full: {
    status: 413,
    detail: "The conversation is full (5,000 messages, 2 MiB of text); nothing was kept",
  },
  too_many_messages: { status: 429, detail: "At most 20 messages are taken in 10 seconds; wait a moment" },
  whispers_waiting: { status: 429, detail: "20 whispers wait for the agent already; wait until it has heard them" },
  too_many_attempts: { status: 429, detail: "This session was asked for too often; wait a minute" },
  too_many_inboxes: {
    status: 409,
    detail: "The project has 200 inboxes open, or you have 20 of them; close one first",
  },
  agent_not_allowed: { status: 403, detail: "Agent is not allowed for this API key" },
  agent_of_other_project: { status: 403, detail: "Agent is not part of this project" },
  agent_inactive: { status: 400, detail: "Agent is not active" },
  agent_external: {
    status: 400,
    detail:
      "The session could not be set up: this agent runs on the external provider; use GET /widget/v1/extprovider-convai/signed-url",
  },
  session_not_set_up: { status: 400, detail: "The session could not be set up" },
  plan_lacks_feature: { status: 403, detail: "The organization's plan lacks a feature that this agent uses" },
  challenge_required: {
    status: 403,
    detail: "Solve the challenge first and send its token as turnstile_token",
  },
  challenge_failed: { status: 403, detail: "The challenge token is invalid or already used; solve it again" },
  agent_not_external: { status: 400, detail: "Agent is not set up for the external conversational-agent provider" },
  no_organization: { status: 402, detail: "The project has no organization to pay for the session" },
  no_subscription: { status: 402, detail: "The organization has no active subscription" },
  no_credit: { status: 402, detail: "The organization does not have enough credit" },
  limit_reached: { status: 409, detail: "There may be no more of these; delete one that is no longer used" },
  changes_limited: {
    status: 429,
    detail: "An organization's tokens did this too often in an hour; try again as Retry-After says",
  },
  contacts_limited: {
    status: 429,
    detail: "One visitor can leave at most 10 contacts an hour; try again later",
  },
  visitor_busy: { status: 429, detail: "Too many conversations at once" },
  cap_reached: { status: 402, detail: "The daily cap is reached; it reopens at midnight UTC" },
  outside_hours: { status: 400, detail: "Outside of opening hours" },
  lines_busy: { status: 429, detail: "All voice lines are in use" },
  external_provider_error: {
    status: 502,
    detail: "The external provider returned an error; try again after a short wait",
  },
  external_provider_unavailable: {
    status: 503,
    detail: "The agent service is temporarily unavailable; try again after a short wait",
  },
  conflict: { status: 409, detail: "This Idempotency-Key was already used for another request; choose a new one" },
  in_progress: {
    status: 409,
    detail: "Another request is changing the same thing; try again after a short wait",
  },
  unavailable: { status: 503, detail: "The service is temporarily unavailable; try again after a short wait" },
} as const satisfies Record<string, { status: number; detail: string }>;

export type ErrorCode = keyof typeof ERRORS;

/** One fault of a request, in FastAPI's shape. */
export interface Fault {
  type: string;
  loc: (string | number)[];
  msg: string;
}

/** Body of a 429 for a key's or visitor's limit. */
export interface RateLimitDetail {
  message: "Rate limit exceeded";
  minute_count: number;
  day_count: number;
  minute_limit: number;
  day_limit: number;
}

/** What the `detail` of an error body may be. */
export type ErrorDetail = string | Fault[] | RateLimitDetail;

import * as example from "./examples-service-administration.ts";
import type { Operation } from "./operation.ts";
import { at, idempotencyKey, idOf, listOf } from "./operator-parts.ts";

const TAG = "Operating";

const deleted = {
  204: { description: "Everything is deleted." },
  202: {
    description: "It is no longer visible and its keys are revoked; the service deletes the rest in the background.",
    schema: "Deleting" as const,
    example: { status: "deleting" },
  },
};
const gone =
  "`confirm` is the exact name. Its keys are revoked first, then everything is deleted for good. Calling it again continues an unfinished deletion.";

/** Administration of the service: deletions, sign-in, status, operators and their webhooks. */
export const serviceAdministrationOperations: Operation[] = [
  {
    id: "deleteProject",
    method: "delete",
    path: at("/projects/{id}"),
    tag: "Projects",
    summary: "Delete a project and everything in it",
    description: `${gone} Running sessions end. The organization's charges stay.`,
    access: "organization",
    parameters: [idOf("project")],
    body: { schema: "Confirmation", example: { confirm: "Harbour Bakery" } },
    answers: deleted,
    errors: ["project_not_found"],
  },
  {
    id: "deleteOrganization",
    method: "delete",
    path: at("/organizations/{id}"),
    tag: "Organizations",
    summary: "Delete an organization and everything in it",
    description: `${gone} Its projects, tokens, credit and ledger go with it.`,
    access: "operator",
    parameters: [idOf("organization")],
    body: { schema: "Confirmation", example: { confirm: "Harbour Foods" } },
    answers: deleted,
    errors: ["organization_not_found"],
  },
  {
    id: "whoami",
    method: "get",
    path: at("/me"),
    tag: TAG,
    summary: "Read who the caller is",
    access: "organization",
    answers: { 200: { description: "The caller.", schema: "Whoami", example: example.whoami } },
  },
  {
    id: "signIn",
    method: "post",
    path: at("/sign-in"),
    tag: TAG,
    summary: "Sign in to the console",
    description:
      "Exchanges the token of this one request for a cookie that no script can read (`HttpOnly`, `SameSite=Strict`), for twelve hours. It ends earlier when the token is renewed or revoked. Changes with the cookie must come from a page of this service's own origin.",
    access: "organization",
    answers: { 200: { description: "Signed in.", schema: "SignedIn", example: example.signedIn } },
  },
  {
    id: "signOut",
    method: "post",
    path: at("/sign-out"),
    tag: TAG,
    summary: "Sign out of the console",
    access: "organization",
    answers: { 204: { description: "The cookie is no longer valid." } },
  },
  {
    id: "getStatus",
    method: "get",
    path: at("/status"),
    tag: TAG,
    summary: "Read how the service is doing",
    description:
      "Versions, vendors, failures by kind, what waits to be handed to the database and to webhooks, sizes, alerts.",
    access: "operator",
    answers: { 200: { description: "As of now.", schema: "Status", example: example.status } },
  },
  {
    id: "getMetrics",
    method: "get",
    path: at("/metrics"),
    tag: TAG,
    summary: "Read the status in Prometheus' format",
    description: "Prometheus' text format, which OpenTelemetry collectors read too.",
    access: "operator",
    answers: { 200: { description: "The metrics.", mediaType: "text/plain" } },
  },
  listOf("listOperators", "/operators", TAG, "List the operators", "OperatorList", example.operator, {
    access: "operator",
  }),
  {
    id: "createOperator",
    method: "post",
    path: at("/operators"),
    tag: TAG,
    summary: "Create an operator",
    description:
      "`owner` may do everything. `support` may do the daily work of any organization, but not touch payment, tokens, secrets, deletions or operators. `read_only` may only look. With `email`, Cloudflare Access lets them in where it is set up. The token is shown only once.",
    access: "operator",
    parameters: [idempotencyKey],
    body: { schema: "OperatorCreate", example: example.operatorCreate },
    answers: {
      201: {
        description: "Created; store the token now.",
        schema: "OperatorCreated",
        example: example.operatorCreated,
      },
    },
  },
  {
    id: "getOperator",
    method: "get",
    path: at("/operators/{id}"),
    tag: TAG,
    summary: "Read an operator",
    access: "operator",
    parameters: [idOf("operator")],
    answers: { 200: { description: "The current state.", schema: "Operator", example: example.operator } },
    errors: ["operator_not_found"],
  },
  {
    id: "updateOperator",
    method: "patch",
    path: at("/operators/{id}"),
    tag: TAG,
    summary: "Change an operator's name, address or role",
    description: "A new role takes effect with the next request.",
    access: "operator",
    parameters: [idOf("operator")],
    body: { schema: "OperatorPatch", example: { role: "read_only" } },
    answers: { 200: { description: "The current state.", schema: "Operator", example: example.operator } },
    errors: ["operator_not_found"],
  },
  {
    id: "renewOperatorToken",
    method: "post",
    path: at("/operators/{id}/token"),
    tag: TAG,
    summary: "Give an operator a new token",
    description: "The old token and every sign-in with it end before the answer.",
    access: "operator",
    parameters: [idOf("operator")],
    answers: { 200: { description: "The new token.", schema: "OperatorCreated", example: example.operatorCreated } },
    errors: ["operator_not_found"],
  },
  {
    id: "deleteOperator",
    method: "delete",
    path: at("/operators/{id}"),
    tag: TAG,
    summary: "Delete an operator",
    description: "The token and every sign-in with it end before the answer.",
    access: "operator",
    parameters: [idOf("operator")],
    answers: { 204: { description: "Deleted." } },
    errors: ["operator_not_found"],
  },
  listOf(
    "listOperatorWebhooks",
    "/webhooks",
    TAG,
    "List the operators' own webhooks",
    "WebhookList",
    example.operatorWebhook,
    { access: "operator" },
  ),
  {
    id: "createOperatorWebhook",
    method: "post",
    path: at("/webhooks"),
    tag: TAG,
    summary: "Create a webhook for alerts of the service",
    description:
      "`alert.raised` and `alert.resolved`, each with `{kind, detail, raised_at}`: a database or ledgers that fall behind, vendors that fail, deletions that do not finish. Signed and delivered like a project's webhooks; `secret` is shown only once.",
    access: "operator",
    parameters: [idempotencyKey],
    body: { schema: "OperatorWebhookCreate", example: example.operatorWebhookCreate },
    answers: {
      201: {
        description: "Created; store the secret now.",
        schema: "WebhookCreated",
        example: example.operatorWebhookCreated,
      },
    },
  },
];

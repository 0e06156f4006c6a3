import type { Actor, Author } from "./actor.ts";
import { ApiError } from "./http/errors.ts";

const isOperator = (actor: Actor): boolean => actor.kind === "operator";
const isOwner = (actor: Actor): boolean => actor.kind === "operator" && actor.role === "owner";

/** Whom an action is left to. An organization meets only what is its own: `projects/load.ts` finds it nothing else. */
const GROUPS = {
  /** Whoever operates the service may look. */
  operators: isOperator,
  /** Payment, operators, what concerns the service as a whole. */
  owners: isOwner,
  /** Secrets, tokens, deletions for good. */
  organization_and_owners: (actor) => actor.kind === "organization" || isOwner(actor),
  /** The daily work. */
  all_who_write: (actor) => actor.kind === "organization" || actor.role !== "read_only",
  /** Whoever may look; it is here to be written down. */
  all: () => true,
} as const satisfies Record<string, (actor: Actor) => boolean>;

/** Every action of the operator API that not all callers may do, or that is written down: the names of the audit log, and guards of parts of them. */
export const ACTIONS = {
  "service.read": "operators",
  "backup.read": "owners",
  "backup.restore": "owners",
  "demo_site.create": "owners",
  "operator.create": "owners",
  "operator.update": "owners",
  "operator.renew_token": "owners",
  "operator.delete": "owners",
  "operators_webhook.change": "owners",
  "organization.create": "owners",
  "organization.update": "all_who_write",
  "organization.change_terms": "owners",
  "organization.credit": "owners",
  "organization.delete": "owners",
  "token.create": "organization_and_owners",
  "token.revoke": "organization_and_owners",
  "project.create": "all_who_write",
  "project.update": "all_who_write",
  "project.move": "owners",
  "project.delete": "organization_and_owners",
  "project.read_identity_secret": "organization_and_owners",
  "project.rotate_identity_secret": "organization_and_owners",
  "project.export_sessions": "all",
  "project.export_contacts": "all",
  "agent.create": "all_who_write",
  "agent.update": "all_who_write",
  "agent.delete": "all_who_write",
  "tool.test": "all_who_write",
  "key.create": "all_who_write",
  "key.update": "all_who_write",
  "key.revoke": "all_who_write",
  "key.list_old": "owners",
  "channel.create": "all_who_write",
  "channel.update": "all_who_write",
  "channel.delete": "all_who_write",
  "channel.regenerate": "all_who_write",
  "channel.add_key": "all_who_write",
  "source.preview": "all_who_write",
  "source.create": "all_who_write",
  "source.unread": "all_who_write",
  "source.refresh": "all_who_write",
  "source.update": "all_who_write",
  "source.delete": "all_who_write",
  "question.delete": "all_who_write",
  "contact.update": "all_who_write",
  "contact.delete": "all_who_write",
  "session.end": "all_who_write",
  "session.join": "all_who_write",
  "session.message": "all_who_write",
  "session.whisper": "all_who_write",
  "session.release": "all_who_write",
  "session.analyze": "all_who_write",
  "subject.forget": "all_who_write",
  "webhook.create": "all_who_write",
  "webhook.update": "all_who_write",
  "webhook.delete": "all_who_write",
  "webhook.rotate_secret": "organization_and_owners",
  "webhook.test": "all_who_write",
  "delivery.replay": "all_who_write",
  "device.create": "all_who_write",
  "device.delete": "all_who_write",
} as const satisfies Record<string, keyof typeof GROUPS>;

export type Action = keyof typeof ACTIONS;

/** Whether no organization may do it. */
export const isOperators = (action: Action): boolean => ACTIONS[action] === "operators" || ACTIONS[action] === "owners";

export const mayDo = (actor: Actor, action: Action): boolean => GROUPS[ACTIONS[action]](actor);

/** @throws ApiError `role_forbidden`, `operator_forbidden` */
export function requireMay(actor: Actor, action: Action): void {
  if (!mayDo(actor, action)) throw new ApiError(isOperator(actor) ? "role_forbidden" : "operator_forbidden");
}

declare const permitted: unique symbol;

/** The first fields of an audit entry. Only `permit` makes them, so no use case that is audited forgets to ask. */
export interface Permitted {
  actor: Author;
  org_id: number | null;
  /** The project that it is in, where it is in one: it must still be the organization's as it is changed. */
  project_id: number | null;
  action: string;
  readonly [permitted]: true;
}

/**
 * Asks whether the actor may do this, before anything is changed.
 * @param of whose audit log tells of it: an organization, or the project's that it is in
 * @throws ApiError `role_forbidden`, `operator_forbidden`
 */
export function permit(
  actor: Actor,
  action: Action,
  of: number | null | { id: number; org_id: number | null },
): Permitted {
  requireMay(actor, action);
  const { id: project_id, org_id } = typeof of === "object" && of !== null ? of : { id: null, org_id: of };
  return { actor, org_id, project_id, action } as Permitted;
}

/** What the service does by itself. */
export const byService = (action: string, org_id: number | null): Permitted =>
  ({ actor: "service", org_id, project_id: null, action }) as Permitted;

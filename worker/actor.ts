import type { Role } from "../shared/operators.ts";

/** Who calls the operator API: an operator, or an organization with its own token. */
export type Actor =
  | {
      kind: "operator";
      /** `null` for ADMIN_TOKEN, whose holder is an owner. */
      operator_id: number | null;
      name: string;
      role: Role;
    }
  | { kind: "organization"; org_id: number; token_id: number };

export const ADMIN: Actor = { kind: "operator", operator_id: null, name: "operator", role: "owner" };

/** Who changes something; the service does some things by itself. */
export type Author = Actor | "service";

/** The author's name in the audit log. */
export function actorName(actor: Author): string {
  if (actor === "service") return actor;
  if (actor.kind === "organization") return `token:${actor.token_id}`;
  return actor.operator_id === null ? "operator" : `operator:${actor.operator_id}`;
}

/** The only organization that the actor may see, `null` for all. */
export const scopeOf = (actor: Actor): number | null => (actor.kind === "operator" ? null : actor.org_id);

/** Who calls the operator API: the operator, or an organization with its own token. */
export type Actor = { kind: "operator" } | { kind: "organization"; org_id: number; token_id: number };

/** The actor as the audit log names it. */
export const actorName = (actor: Actor): string => (actor.kind === "operator" ? "operator" : `token:${actor.token_id}`);

/** The only organization that the actor may see, `null` for all. */
export const scopeOf = (actor: Actor): number | null => (actor.kind === "operator" ? null : actor.org_id);

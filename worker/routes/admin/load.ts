import type { Context } from "hono";
import type { Fault } from "../../../shared/errors.ts";
import { parseDomainEntry } from "../../auth/keys/allowed-domain.ts";
import { type AppEnv, actorName, scopeOf } from "../../http/app-env.ts";
import { ApiError, ValidationError } from "../../http/errors.ts";
import { pathId } from "../../http/read-request.ts";
import { type Agent, findAgent } from "../../storage/agents.ts";
import type { AuditRecord } from "../../storage/audit.ts";
import { findOrganization, type Organization } from "../../storage/organizations.ts";
import { findProject, type Project } from "../../storage/projects.ts";

/** What the path or body names, if the caller may see it: another organization's things do not exist for a caller. */

export async function loadOrganization(c: Context<AppEnv>, id: number | null): Promise<Organization> {
  const found = id === null ? null : await findOrganization(c.env.DB, id, scopeOf(c.var.actor));
  if (!found) throw new ApiError("organization_not_found");
  return found;
}
export const loadOrganizationOfPath = (c: Context<AppEnv>) => loadOrganization(c, pathId(c));

export async function loadProject(c: Context<AppEnv>, id: number | null): Promise<Project> {
  const found = id === null ? null : await findProject(c.env.DB, id, scopeOf(c.var.actor));
  if (!found) throw new ApiError("project_not_found");
  return found;
}
export const loadProjectOfPath = (c: Context<AppEnv>) => loadProject(c, pathId(c));

export async function loadAgent(c: Context<AppEnv>, id: number | null): Promise<Agent> {
  const found = id === null ? null : await findAgent(c.env.DB, id, scopeOf(c.var.actor));
  if (!found) throw new ApiError("agent_not_found");
  return found;
}

/** The beginning of an audit entry: who acts, on whose things. */
export const auditActor = (c: Context<AppEnv>, org_id: number | null): Pick<AuditRecord, "actor" | "org_id"> => ({
  actor: actorName(c.var.actor),
  org_id,
});

/**
 * Allowed domains as they are kept: normalised, each once.
 * @throws RequestFaults naming every entry that cannot be kept and what to write instead
 */
export function parseDomains(entries: readonly string[]): string[] {
  const faults = domainFaults({ allowed_domains: entries });
  if (faults.length > 0) throw new ValidationError(faults);
  return [...new Set(entries.map(parseDomainEntry).flatMap((result) => ("entry" in result ? [result.entry] : [])))];
}

/** The same faults of a body that has others too. */
export const domainFaults = ({ allowed_domains }: Record<string, unknown>): Fault[] =>
  (Array.isArray(allowed_domains) ? allowed_domains : []).flatMap((entry: unknown, index) => {
    const result = typeof entry === "string" ? parseDomainEntry(entry) : null;
    return result && "problem" in result
      ? [{ type: "value_error", loc: ["body", "allowed_domains", index], msg: `Value error, ${result.problem}` }]
      : [];
  });

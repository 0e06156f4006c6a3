import type { Context } from "hono";
import type { Fault } from "../../../shared/errors.ts";
import { type App, actorName, scopeOf } from "../../http/context.ts";
import { ApiError, RequestFaults } from "../../http/error.ts";
import { pathId } from "../../http/request.ts";
import { parseDomainEntry } from "../../keys/domain-entry.ts";
import { type Agent, findAgent } from "../../storage/agents.ts";
import type { AuditRecord } from "../../storage/audit.ts";
import { findOrganization, type Organization } from "../../storage/organizations.ts";
import { findProject, type Project } from "../../storage/projects.ts";

/** What the path or body names, if the caller may see it: another organization's things do not exist for a caller. */

export async function organizationById(c: Context<App>, id: number | null): Promise<Organization> {
  const found = id === null ? null : await findOrganization(c.env.DB, id, scopeOf(c.var.actor));
  if (!found) throw new ApiError("organization_not_found");
  return found;
}
export const organizationOfPath = (c: Context<App>) => organizationById(c, pathId(c));

export async function projectById(c: Context<App>, id: number | null): Promise<Project> {
  const found = id === null ? null : await findProject(c.env.DB, id, scopeOf(c.var.actor));
  if (!found) throw new ApiError("project_not_found");
  return found;
}
export const projectOfPath = (c: Context<App>) => projectById(c, pathId(c));

export async function agentById(c: Context<App>, id: number | null): Promise<Agent> {
  const found = id === null ? null : await findAgent(c.env.DB, id, scopeOf(c.var.actor));
  if (!found) throw new ApiError("agent_not_found");
  return found;
}

/** The beginning of an audit entry: who acts, on whose things. */
export const acting = (c: Context<App>, org_id: number | null): Pick<AuditRecord, "actor" | "org_id"> => ({
  actor: actorName(c.var.actor),
  org_id,
});

/**
 * Allowed domains as they are kept: normalised, each once.
 * @throws RequestFaults naming every entry that cannot be kept and what to write instead
 */
export function readDomains(entries: readonly string[]): string[] {
  const faults = domainFaults({ allowed_domains: entries });
  if (faults.length > 0) throw new RequestFaults(faults);
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

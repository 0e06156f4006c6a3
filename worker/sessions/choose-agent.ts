import type { PlanFeature } from "../../shared/admin.ts";
import type { KeyPolicy } from "../../shared/keys.ts";
import type { Provider } from "../../shared/providers.ts";
import { ApiError } from "../http/errors.ts";
import { projectOfAgent } from "../storage/agents.ts";
import type { ProjectSnapshot, SnapshotAgent } from "../storage/snapshots.ts";

type Organization = NonNullable<ProjectSnapshot["organization"]>;

/** A bound key is refused before any look-up, so that it does not reveal which agents exist. */
export function checkKeyBinding(policy: KeyPolicy, agent_id: number): void {
  if (policy.agent_id !== null && policy.agent_id !== agent_id) throw new ApiError("agent_not_allowed");
}

/** @throws ApiError unless it is an active agent of this project */
export async function chooseAgent(db: D1Database, snapshot: ProjectSnapshot, agent_id: number): Promise<SnapshotAgent> {
  const agent = snapshot.agents.find(({ id }) => id === agent_id);
  if (!agent) {
    const project_id = await projectOfAgent(db, agent_id);
    throw new ApiError(
      project_id === null || project_id === snapshot.project.id ? "agent_not_found" : "agent_of_other_project",
    );
  }
  if (!agent.active) throw new ApiError("agent_inactive");
  return agent;
}

const NAMES: Record<PlanFeature, string> = {
  external_provider: "the external provider's voice",
  memory: "agent memory",
  tools: "tools",
};

/** The plan features that a session with the agent uses on this provider. */
export function featuresUsed(agent: SnapshotAgent, provider: Provider): PlanFeature[] {
  const external = provider === "provider_x";
  return [
    ...(external ? (["external_provider"] as const) : []),
    // The external provider's agents remember in their own way.
    ...(agent.memory && !external ? (["memory"] as const) : []),
    ...(agent.tools.length > 0 ? (["tools"] as const) : []),
  ];
}

/** The organization that pays. @throws ApiError if there is none, or its plan lacks what the agent uses */
export function checkPlan(snapshot: ProjectSnapshot, used: PlanFeature[]): Organization {
  const { organization } = snapshot;
  if (!organization) throw new ApiError("no_organization");
  const lacking = used.filter((feature) => !organization.features[feature]);
  if (lacking.length > 0)
    throw new ApiError("plan_lacks_feature", {
      detail: `The organization's plan lacks what this agent uses: ${lacking.map((f) => `${NAMES[f]} (${f})`).join(", ")}`,
    });
  return organization;
}

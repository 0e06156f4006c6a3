import { MAX_PERSON_REASON, MAX_PERSON_SUMMARY } from "../../shared/limits.ts";
import type { ClientTool } from "../../shared/session.ts";
import { REQUEST_PERSON_TOOL } from "../../shared/tool-names.ts";
import type { RequestOutcome } from "../objects/project-desk/rpc.ts";
import type { SnapshotAgent } from "../storage/snapshots.ts";
import { NOBODY_CAME } from "./person-words.ts";

export const PERSON_PARAMETERS = {
  type: "object",
  properties: {
    reason: { type: "string", maxLength: MAX_PERSON_REASON, description: "Why, in one sentence." },
    summary: {
      type: "string",
      maxLength: MAX_PERSON_SUMMARY,
      description: "What was said so far, for the person who comes: two or three sentences.",
    },
  },
};

/** The built-in tool that asks for a person, if the agent may and no tool of its own has that name. */
export function personTool(agent: SnapshotAgent): ClientTool[] {
  if (!agent.person?.enabled || agent.tools.some(({ name }) => name === REQUEST_PERSON_TOOL)) return [];
  const { when } = agent.person;
  return [
    {
      name: REQUEST_PERSON_TOOL,
      description: `Asks a person of the team to take over this conversation. Use it when the visitor asks for a person${!when ? "" : `, and ${when}`}. It answers whether somebody is being asked; until they come, go on helping.`,
      parameters: PERSON_PARAMETERS,
      kind: "webhook",
    },
  ];
}

/** What the agent is answered. */
export const PERSON_ANSWERS: Record<RequestOutcome, { status: RequestOutcome; note: string }> = {
  waiting: { status: "waiting", note: "The team was asked. Say so, and go on helping until somebody joins." },
  joined: { status: "joined", note: "A person has this conversation already." },
  missed: { status: "missed", note: NOBODY_CAME },
  over: { status: "over", note: "The conversation has ended." },
};

import type { ClientTool } from "../../shared/session.ts";
import { COLLECT_CONTACT_TOOL } from "../../shared/tool-names.ts";
import type { SnapshotAgent } from "../storage/snapshots.ts";

/** The built-in tool that shows the contact form, if the agent has a form and no tool of its own has that name. */
export function contactTool(agent: SnapshotAgent): ClientTool[] {
  if (!agent.collect_contact || agent.tools.some(({ name }) => name === COLLECT_CONTACT_TOOL)) return [];
  const asked = agent.collect_contact.fields.join(", ");
  return [
    {
      name: COLLECT_CONTACT_TOOL,
      description: `Shows the visitor a form in the chat that asks for: ${asked}. Use it when somebody should get back to the visitor. Never ask for these by voice: say that a form is on the screen.`,
      parameters: { type: "object", properties: {} },
      kind: "client",
    },
  ];
}

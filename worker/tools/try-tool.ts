import type { ToolTest, ToolTested } from "../../shared/tool-test.ts";
import type { Tool, ToolOutcome } from "../../shared/tools.ts";
import type { Variables } from "../variables.ts";
import { argumentFaults } from "./argument-schema.ts";
import { withSecrets } from "./tool-secrets.ts";
import { callWebhook, ToolFailure } from "./webhook.ts";

/** The agent that the tool belongs to. */
interface Owner {
  id: number;
  project_id: number;
  tools: Tool[];
}

/** Calls a tool as a model would, outside of any session, so that its owner sees the result. */
export async function tryTool(
  agent: Owner,
  { tool, arguments: args }: ToolTest,
  variables: Pick<Variables, "ENVIRONMENT">,
  now: number,
): Promise<ToolTested> {
  const { tools, made } = withSecrets([tool], agent.tools);
  const call_id = `try_${crypto.randomUUID()}`;
  const outcome = await run({ ...tool, ...tools[0] });
  return { outcome, milliseconds: Math.max(0, Date.now() - now), temporary_secret: made.has(tool.name) };

  async function run(complete: Tool): Promise<ToolOutcome> {
    try {
      if (complete.kind === "client") throw new ToolFailure("unknown_tool", "The page runs this tool itself");
      const faults = argumentFaults(complete.parameters, args);
      if (faults !== null) throw new ToolFailure("invalid_arguments", faults);
      const call = {
        session_id: "try",
        call_id,
        agent_id: agent.id,
        project_id: agent.project_id,
        name: tool.name,
        arguments: args,
      };
      return { success: true, call_id, result: await callWebhook(complete, call, variables, now) };
    } catch (error) {
      const { code, message } =
        error instanceof ToolFailure ? error : new ToolFailure("unreachable", "The tool could not be run");
      return { success: false, call_id, error: { code, message } };
    }
  }
}

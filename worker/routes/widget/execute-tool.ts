import { toolCall } from "../../../shared/tools.ts";
import { unstoredJson } from "../../http/no-store.ts";
import { operationsOf } from "../../openapi/operation.ts";
import { executeTool as execute } from "../../tools/execute-tool.ts";
import { callerOf } from "./caller.ts";

const operation = operationsOf("Tools");

export const executeTool = operation({
  id: "executeTool",
  summary: "Run a webhook tool of the session's agent",
  description:
    "The webhook is signed as Standard Webhooks says and has 10 seconds to answer. The same `call_id` again gets the first result without calling the webhook. If the tool fails, the answer is a 200 with `success: false`, so that you can tell the model.",
  body: toolCall,
  answers: {
    200: {
      description: "What the tool answered, or how it failed.",
      schema: "ToolOutcome",
      headers: ["Cache-Control"],
    },
  },
  errors: [
    "session_not_found",
    "session_ended",
    "tool_calls_used",
    "project_not_found",
    "plan_lacks_feature",
    "no_organization",
  ],
  async handle(c, readBody) {
    const call = await readBody();
    return unstoredJson(c, await execute(c.env, callerOf(c), call));
  },
});

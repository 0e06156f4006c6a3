import type { Context } from "hono";
import { toolCall } from "../../../shared/tools.ts";
import type { AppEnv } from "../../http/app-env.ts";
import { unstoredJson } from "../../http/no-store.ts";
import { readBody } from "../../http/read-request.ts";
import { executeTool as execute } from "../../tools/execute-tool.ts";
import { callerOf } from "./caller.ts";

/** `POST /widget/v1/tools/execute` */
export async function executeTool(c: Context<AppEnv>): Promise<Response> {
  const call = await readBody(c, toolCall);
  return unstoredJson(await execute(c.env, callerOf(c), call));
}

import type { Context } from "hono";
import { VERSION } from "../../../shared/version.ts";
import type { AppEnv } from "../../http/app-env.ts";
import { requestContextOf } from "../../http/request-context.ts";
import { isDatabaseReady } from "../../storage/health.ts";
import { InvalidVariables, readVariables } from "../../variables.ts";

/** Whether this Worker can serve: its variables are right and its database has its tables. Names no secret. */
export async function healthz(c: Context<AppEnv>): Promise<Response> {
  c.header("Cache-Control", "no-store");
  const problems: string[] = [];
  try {
    readVariables(c.env);
  } catch (error) {
    problems.push(error instanceof InvalidVariables ? `settings: ${error.message}` : "settings: unreadable");
  }
  if (!(await isDatabaseReady(c.env.DB)))
    problems.push("database: it does not answer or its migrations were not applied; see the README's deploy steps");
  if (problems.length > 0) {
    requestContextOf(c).log.error = "unhealthy";
    return c.json({ status: "unavailable", version: VERSION, detail: problems.join("; ") }, 503);
  }
  return c.json({ status: "ok", version: VERSION });
}

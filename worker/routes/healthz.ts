import type { Context } from "hono";
import { VERSION } from "../../shared/version.ts";
import type { App } from "../http/context.ts";
import { exchangeOf } from "../http/exchange.ts";
import { SettingsError, settings } from "../settings.ts";
import { databaseAnswers } from "../storage/health.ts";

/** Whether this Worker can serve: its variables are right and its database has its tables. Names no secret. */
export async function healthz(c: Context<App>): Promise<Response> {
  c.header("Cache-Control", "no-store");
  const problems: string[] = [];
  try {
    settings(c.env);
  } catch (error) {
    problems.push(error instanceof SettingsError ? `settings: ${error.message}` : "settings: unreadable");
  }
  if (!(await databaseAnswers(c.env.DB)))
    problems.push("database: it does not answer or its migrations were not applied; see the README's deploy steps");
  if (problems.length > 0) {
    exchangeOf(c).log.error = "unhealthy";
    return c.json({ status: "unavailable", version: VERSION, detail: problems.join("; ") }, 503);
  }
  return c.json({ status: "ok", version: VERSION });
}

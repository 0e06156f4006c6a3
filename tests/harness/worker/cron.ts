import { env } from "cloudflare:workers";
import { runCron } from "../../../worker/cron.ts";
import type { Bindings } from "../../../worker/env.ts";

/** A cron expression of wrangler.toml is due. @param at unix milliseconds */
export const cron = (at = Date.now(), expression = "*/5 * * * *", bindings: Bindings = env) =>
  runCron({ cron: expression, scheduledTime: at, noRetry() {} }, bindings);

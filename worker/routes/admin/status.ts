import type { Context } from "hono";
import type { AppEnv } from "../../http/app-env.ts";
import { METRICS_TYPE, metricsText } from "../../projects/metrics.ts";
import { loadStatus } from "../../projects/status.ts";

export const status = async (c: Context<AppEnv>) => c.json(await loadStatus(c.env, Date.now()));

/** The same for Prometheus and the like, which ask every minute. */
export const metrics = async (c: Context<AppEnv>) =>
  c.body(metricsText(await loadStatus(c.env, Date.now())), 200, { "Content-Type": METRICS_TYPE });

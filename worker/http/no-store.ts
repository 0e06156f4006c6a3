import type { Context } from "hono";
import type { AppEnv } from "./app-env.ts";
import { CORS_HEADERS, PreparedHeaders } from "./cors.ts";
import { finishedWithLimits } from "./finished.ts";
import { requestContextOf } from "./request-context.ts";

/**
 * For answers that are meant for one caller and one time: no cache may store them. `onError` sets it on every refusal.
 */
export const NO_STORE = { "Cache-Control": "no-store" };

const prepared = new PreparedHeaders({ ...CORS_HEADERS, ...NO_STORE, "Content-Type": "application/json" });

/** Such an answer as JSON, finished: of a route of the visitors' API that needs a key. */
export const unstoredJson = (c: Context<AppEnv>, value: unknown): Response =>
  finishedWithLimits(requestContextOf(c), prepared, JSON.stringify(value));

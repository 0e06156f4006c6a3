import type { Context } from "hono";
import type { AppEnv } from "../../http/app-env.ts";
import { plainHttpRefusal, upgradeToCall } from "./enter-call.ts";

/** `GET /workers-ai/v1/realtime`, `GET /compatible/v1/realtime`: the WebSocket of a page's call. */
export const agentCall =
  (kind: "workers-ai" | "compatible") =>
  async (c: Context<AppEnv>): Promise<Response> =>
    plainHttpRefusal(c) ?? (await upgradeToCall(c, kind));

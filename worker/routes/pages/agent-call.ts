import type { Context } from "hono";
import type { AppEnv } from "../../http/app-env.ts";
import { enterCall, plainHttpRefusal } from "./realtime-call.ts";

/** `GET /workers-ai/v1/realtime`, `GET /compatible/v1/realtime`: a page's way to its call; WebSocket only. */
export const agentCall =
  (kind: "workers-ai" | "compatible") =>
  async (c: Context<AppEnv>): Promise<Response> =>
    plainHttpRefusal(c) ?? (await enterCall(c, kind));

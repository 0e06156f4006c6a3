import type { Context } from "hono";
import type { AppEnv } from "../../http/app-env.ts";
import { enterCall, plainHttpRefusal } from "./realtime-door.ts";

/** `GET /compatible/v1/realtime`: a page's way to the operator's own server; WebSocket only. */
export const compatibleVendor = async (c: Context<AppEnv>): Promise<Response> =>
  plainHttpRefusal(c) ?? (await enterCall(c, "compatible", c.env.COMPATIBLE_AGENT));

import type { Context } from "hono";
import { LIVE_PROTOCOL } from "../../shared/live.ts";
import type { AppEnv } from "./app-env.ts";
import { ApiError } from "./errors.ts";

/** Sockets that carry their credential as a subprotocol, since a page can set no other header. */

export const subprotocolsOf = (request: Request): string[] =>
  (request.headers.get("Sec-WebSocket-Protocol") ?? "").split(",").map((name) => name.trim());

export const isUpgrade = (request: Request): boolean => request.headers.get("Upgrade")?.toLowerCase() === "websocket";

/** What follows this prefix in one of the subprotocols. */
export const credentialIn = (request: Request, prefix: string): string | undefined =>
  subprotocolsOf(request)
    .find((name) => name.startsWith(prefix))
    ?.slice(prefix.length);

/** @throws ApiError 426 for a request that is no WebSocket's */
export function requireUpgrade(c: Context<AppEnv>): void {
  if (!isUpgrade(c.req.raw)) throw new ApiError("websocket_only", { headers: { Upgrade: "websocket" } });
}

/** The object's answer to the page: it chooses the subprotocol that holds no credential. */
export function upgraded(c: Context<AppEnv>, answer: Response): Response {
  const headers = subprotocolsOf(c.req.raw).includes(LIVE_PROTOCOL)
    ? { "Sec-WebSocket-Protocol": LIVE_PROTOCOL }
    : undefined;
  return new Response(null, { status: 101, webSocket: answer.webSocket, ...(headers && { headers }) });
}

import type { DecideUpgrade } from "./http-api.ts";
import type { RealtimeCall } from "./realtime-call.ts";

/**
 * A second connection to a call that runs ("sideband"): `GET /v1/realtime?call_id=…` with the server's key. It is sent the
 * call's events, and what it sends counts as the page's.
 * https://developers.openai.com/api/docs/guides/realtime-server-controls
 */
export const sidebandOf =
  (calls: readonly RealtimeCall[], key: string): DecideUpgrade =>
  (url, { headers }) => {
    if (headers.authorization !== `Bearer ${key}`) return { status: 401, reason: "invalid_api_key" };
    const call = calls.find(({ call_id }) => call_id === url.searchParams.get("call_id"));
    if (url.pathname !== "/v1/realtime" || !call || call.over) return { status: 404, reason: "call_id_not_found" };
    return { status: 101, opened: (socket) => call.attach(socket) };
  };

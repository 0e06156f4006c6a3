import type { Context } from "hono";
import { CALLS_PATH, isSdpOffer } from "../../../shared/session.ts";
import { countAttempt } from "../../auth/session-attempts.ts";
import type { AppEnv } from "../../http/app-env.ts";
import { bearerToken } from "../../http/bearer-token.ts";
import { ApiError, valueError } from "../../http/errors.ts";
import { NO_STORE } from "../../http/no-store.ts";
import { readText } from "../../http/read-request.ts";
import { requestContextOf } from "../../http/request-context.ts";
import { runToEnd } from "../../sessions/run-to-end.ts";
import { placePlannedCall, readCallToken } from "../../sessions/vendor-call.ts";

/** `POST /v1/realtime/calls`: a page's SDP offer for the one call of its session; answered like OpenAI. */
export async function placeCall(c: Context<AppEnv>): Promise<Response> {
  const token = bearerToken(c.req.raw.headers);
  if (token === undefined) throw new ApiError("invalid_call_token");
  const call = await readCallToken(c.env, token);
  countAttempt(call.session_id);
  const offer = await readText(c);
  if (!isSdpOffer(offer)) throw valueError(["body"], "Send an SDP offer, as RTCPeerConnection.createOffer() gives it");
  const waitUntil = (work: Promise<unknown>) => c.executionCtx.waitUntil(work);
  const { session_id, answer, call_id } = await runToEnd(waitUntil, placePlannedCall(c.env, waitUntil, call, offer));
  requestContextOf(c).log.session_id = session_id;
  return c.body(answer, 201, {
    ...NO_STORE,
    "Content-Type": "application/sdp",
    ...(call_id !== null && { Location: `${CALLS_PATH}/${call_id}` }),
  });
}

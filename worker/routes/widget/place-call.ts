import { CALLS_PATH, isSdpOffer } from "../../../shared/session.ts";
import { countAttempt } from "../../auth/session-attempts.ts";
import { bearerToken } from "../../http/bearer-token.ts";
import { ApiError, valueError } from "../../http/errors.ts";
import { NO_STORE } from "../../http/no-store.ts";
import { readText } from "../../http/read-request.ts";
import { requestContextOf } from "../../http/request-context.ts";
import { operationsOf } from "../../openapi/operation.ts";
import { runToEnd } from "../../sessions/run-to-end.ts";
import { placePlannedCall, readCallToken } from "../../sessions/vendor-call.ts";

const operation = operationsOf("Sessions");

export const placeCall = operation({
  id: "placeCall",
  summary: "Place the call of a session",
  description:
    "For sessions whose `connection.url` is this address: takes the browser's SDP offer with `Authorization: Bearer <ephemeral_token>`, as OpenAI's `/v1/realtime/calls` does, and answers with the vendor's SDP answer; `Location` ends with the vendor's id of the call. The service places the call, so the agent's instructions never reach a page. A token works for one call. The offer may also be sent with the start, as `offer`; then `connection.answer` of the start is the answer.",
  access: "token",
  textBody: "application/sdp",
  answers: { 201: { description: "The call is placed.", mediaType: "application/sdp", headers: ["Cache-Control"] } },
  errors: ["invalid_call_token", "call_placed", "session_ended", "too_many_attempts", "call_refused"],
  async handle(c) {
    const token = bearerToken(c.req.raw.headers);
    if (token === undefined) throw new ApiError("invalid_call_token");
    const call = await readCallToken(c.env, token);
    countAttempt(call.session_id);
    const offer = await readText(c);
    if (!isSdpOffer(offer))
      throw valueError(["body"], "Send an SDP offer, as RTCPeerConnection.createOffer() gives it");
    const waitUntil = (work: Promise<unknown>) => c.executionCtx.waitUntil(work);
    const { session_id, answer, call_id } = await runToEnd(waitUntil, placePlannedCall(c.env, waitUntil, call, offer));
    requestContextOf(c).log.session_id = session_id;
    return c.body(answer, 201, {
      ...NO_STORE,
      "Content-Type": "application/sdp",
      ...(call_id !== null && { Location: `${CALLS_PATH}/${call_id}` }),
    });
  },
});

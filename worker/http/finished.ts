import type { PreparedHeaders } from "./cors.ts";
import type { RequestContext } from "./request-context.ts";

/**
 * An answer of the visitors' API with all its headers: no later layer adds one. To copy headers costs less than to set them, and to set
 * them on these less than on the answer.
 */
export function finished(
  context: RequestContext,
  ready: PreparedHeaders,
  body: BodyInit | null,
  status = 200,
): Response {
  context.finished = true;
  const headers = ready.for(context.origin, context.log.request_id);
  context.setLimits?.(headers);
  return new Response(body, { status, headers });
}

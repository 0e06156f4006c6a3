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
  status: number,
): Response {
  context.finished = true;
  return new Response(body, { status, headers: ready.for(context.origin, context.log.request_id) });
}

/**
 * The same of a route that needs a key, with what is left of the key's limits.
 * @throws Error before a gate has admitted the request: the headers, which answers share, would still tell the limits of another key
 */
export function finishedWithLimits(
  context: RequestContext,
  ready: PreparedHeaders,
  body: BodyInit | null,
  status = 200,
): Response {
  const { setLimits } = context;
  if (!setLimits) throw new Error("Only a route that needs a key answers with what is left of its limits");
  context.finished = true;
  const headers = ready.for(context.origin, context.log.request_id);
  setLimits(headers);
  return new Response(body, { status, headers });
}

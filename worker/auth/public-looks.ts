import type { RequestContext } from "../http/request-context.ts";
import type { Variables } from "../variables.ts";
import { MinuteCounts, overTheMinute } from "./minute-counts.ts";
import { senderOf } from "./refused-credentials.ts";

/** How many requests that need no key and ask D1 one sender may make in a minute, in this isolate. */
const MOST = 300;
const looks = new MinuteCounts();

/** @throws ApiError `refused_too_often` */
export function countPublicLook(context: RequestContext, variables: Variables): void {
  const sender = senderOf(context, variables);
  if (sender === null || looks.add(sender) <= MOST) return;
  throw overTheMinute("refused_too_often", "Your network asked for this too often; wait a minute");
}

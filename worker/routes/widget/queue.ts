import type { Context } from "hono";
import { queueAsk } from "../../../shared/queue.ts";
import type { AppEnv } from "../../http/app-env.ts";
import { unstoredJson } from "../../http/no-store.ts";
import { readBody } from "../../http/read-request.ts";
import { leaveQueue, waitInQueue } from "../../sessions/queue.ts";
import { callerOf } from "./caller.ts";

/** `POST /widget/v1/session/queue` */
export async function queue(c: Context<AppEnv>): Promise<Response> {
  const body = await readBody(c, queueAsk);
  const caller = callerOf(c);
  if (body.leave) {
    await leaveQueue(c.env, caller, body);
    return unstoredJson({ success: true, ticket: body.ticket ?? null, place: null });
  }
  return unstoredJson(await waitInQueue(c.env, caller, body));
}

import type { Context } from "hono";
import { contactSent } from "../../../shared/contacts.ts";
import type { AppEnv } from "../../http/app-env.ts";
import { unstoredJson } from "../../http/no-store.ts";
import { readBody } from "../../http/read-request.ts";
import { sendContact } from "../../sessions/contacts.ts";
import { runToEnd } from "../../sessions/run-to-end.ts";
import { callerOf } from "./caller.ts";

/** `POST /widget/v1/contacts` */
export async function contacts(c: Context<AppEnv>): Promise<Response> {
  const body = await readBody(c, contactSent);
  const caller = callerOf(c);
  const contact_id = await runToEnd(caller.waitUntil, sendContact(c.env, caller, body));
  return unstoredJson({ success: true, contact_id });
}

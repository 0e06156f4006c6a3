import { handoverTake, sessionHandover } from "../../../shared/handover.ts";
import { originOfRequest } from "../../auth/request-origin.ts";
import { unstoredJson } from "../../http/no-store.ts";
import { requestContextOf } from "../../http/request-context.ts";
import { operationsOf } from "../../openapi/operation.ts";
import { handOver, takeOver } from "../../sessions/hand-over.ts";
import { callerOf } from "./caller.ts";

const operation = operationsOf("Sessions");

export const giveHandover = operation({
  id: "handSessionOver",
  summary: "Get a ticket for another subdomain",
  description:
    "Where the project's `features.acrossSubdomains` is on and the key's `allowed_domains` name the page's host and another one of the same domain: a ticket by which a page of that domain goes on with the conversation, see below. It is sealed; it stands for the session as long as that could be reconnected, and for this visitor (the network that the request came from) alone. Else `ticket` and `domain` are `null`.",
  body: sessionHandover,
  answers: { 200: { description: "The ticket.", schema: "HandoverTicket", headers: ["Cache-Control"] } },
  errors: ["invalid_session_secret", "project_not_found"],
  async handle(c, readBody) {
    const body = await readBody();
    const origin = originOfRequest(c.req.raw, requestContextOf(c).origin);
    return unstoredJson(c, await handOver(c.env, callerOf(c), origin, c.req.param("session_id") ?? "", body));
  },
});

export const takeHandover = operation({
  id: "takeSessionOver",
  summary: "Go on on another subdomain",
  description:
    "What was said, and the `session_secret` by which the session is reconnected, for the ticket that a page of another subdomain got. A ticket that is not ours, of another visitor, of another domain than the one that this key and page share, or of a session of another project: 401, all alike. `conversation` is `null` where the session is over for any other reason than that its page was left up to five minutes ago, where a person has it, and where nothing was said or kept.",
  body: handoverTake,
  answers: { 200: { description: "The conversation.", schema: "HandoverTaken", headers: ["Cache-Control"] } },
  errors: ["invalid_session_secret", "session_not_found", "project_not_found"],
  async handle(c, readBody) {
    const body = await readBody();
    const origin = originOfRequest(c.req.raw, requestContextOf(c).origin);
    return unstoredJson(c, await takeOver(c.env, callerOf(c), origin, body));
  },
});

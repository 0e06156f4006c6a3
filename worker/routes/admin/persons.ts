import { personJoin, personMessage } from "../../../shared/person.ts";
import { inboxCredential } from "../../auth/inbox-credential.ts";
import { presentedToken } from "../../auth/operator-check.ts";
import { countUncounted } from "../../auth/uncounted-costs.ts";
import { requireUpgrade, upgraded } from "../../http/live-socket.ts";
import { operationsOf } from "../../openapi/operation.ts";
import { joinSession, releaseSession, whisperToAgent, writeAsPerson } from "../../sessions/answer-as-person.ts";
import { openInbox } from "../../sessions/open-inboxes.ts";
import { projectOfPath, sessionOfPath } from "./of-path.ts";

const operation = operationsOf("Persons");

export const join = operation({
  id: "joinSession",
  summary: "Take a conversation over",
  description:
    "The agent's call ends, and with it its cost; from here on visitor and person write to each other. The same person may join again. Whoever has it already is named in the 409.",
  body: personJoin,
  answers: { 200: { description: "The person has it.", schema: "LiveSession" } },
  errors: ["conversation_over", "person_busy", "too_many_messages"],
  async handle(c, readBody) {
    const session = await sessionOfPath(c);
    const body = await readBody();
    return c.json(await joinSession(c.env, c.var.actor, session, body));
  },
});

export const message = operation({
  id: "writeToVisitor",
  summary: "Write to the visitor",
  description: "Only who has joined may; at most 20 messages in 10 seconds.",
  body: personMessage,
  answers: { 200: { description: "It is on its way to the page.", schema: "LiveMessage" } },
  errors: ["conversation_over", "not_joined", "too_many_messages", "conversation_full"],
  async handle(c, readBody) {
    const session = await sessionOfPath(c);
    const { text } = await readBody();
    return c.json(await writeAsPerson(c.env, c.var.actor, session, text));
  },
});

export const whisper = operation({
  id: "whisperToAgent",
  summary: "Tell the agent something",
  description:
    "The visitor sees nothing of it. It reaches the agent at once where its call runs on this service or was placed by it, else with the answer to the page's next report.",
  body: personMessage,
  answers: { 200: { description: "The agent will know.", schema: "Accepted" } },
  errors: ["conversation_over", "too_many_messages", "whispers_waiting"],
  async handle(c, readBody) {
    const session = await sessionOfPath(c);
    const { text } = await readBody();
    await whisperToAgent(c.env, c.var.actor, session, text);
    return c.json({ success: true });
  },
});

export const release = operation({
  id: "releaseSession",
  summary: "Give a conversation back to the agent",
  description: "The agent goes on and knows what was said.",
  answers: { 200: { description: "The agent has it.", schema: "LiveSession" } },
  errors: ["conversation_over", "not_joined"],
  handle: async (c) => c.json(await releaseSession(c.env, c.var.actor, await sessionOfPath(c))),
});

export const live = operation({
  id: "openInbox",
  summary: "Open a project's inbox",
  description:
    "A WebSocket. A script of the console's own pages is signed in by its cookie; others send the subprotocols `voice-widget.live` and `voice-widget.token.<token>`. It begins with a frame `sessions` of all that runs. It is closed with 4401 once its token, operator or sign-in is revoked.",
  answers: {
    101: "The socket is open; frames are JSON, as `docs/people.md` lists them.",
    200: "The same over HTTP/2 (RFC 8441).",
  },
  errors: ["too_many_inboxes", "websocket_only"],
  async handle(c) {
    const project = await projectOfPath(c);
    requireUpgrade(c);
    countUncounted(c.var.actor, "opened an inbox");
    const credential = await inboxCredential(c, presentedToken(c));
    return upgraded(c, await openInbox(c.env, c.var.actor, project.id, credential));
  },
});

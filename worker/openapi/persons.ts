import * as example from "./examples.ts";
import type { Operation } from "./operation.ts";
import { at, idOf } from "./operator-parts.ts";

const TAG = "Persons";
const session = { ...idOf("session"), schema: { type: "string" }, example: example.sessionId };
const SOCKET = {
  101: { description: "The socket is open; frames are JSON, as `docs/people.md` lists them." },
  200: { description: "The same over HTTP/2 (RFC 8441)." },
};

const liveSession = {
  session_id: example.sessionId,
  agent_id: 7,
  agent_name: "Ava",
  handled_by: "person",
  status: "active",
  since: 1_790_000_000_000,
  waiting_since: null,
  reason: "The visitor wants to change an order",
  summary: "Order 4711 should go to another address.",
  page: "https://bakery.example/orders",
  person: { name: "Ada", picture: null },
};

/** A person who takes a conversation over from the agent. */
export const personOperations: Operation[] = [
  {
    id: "openInbox",
    method: "get",
    path: at("/projects/{id}/live"),
    tag: TAG,
    summary: "Open a project's inbox",
    description:
      "A WebSocket. A script of the console's own pages is signed in by its cookie; others send the subprotocols `voice-widget.live` and `voice-widget.token.<token>`. It begins with a frame `sessions` of all that runs. It is closed with 4401 once its token, operator or sign-in is revoked.",
    access: "organization",
    parameters: [idOf("project")],
    answers: SOCKET,
    errors: ["project_not_found", "too_many_inboxes", "websocket_only"],
  },
  {
    id: "joinSession",
    method: "post",
    path: at("/sessions/{id}/join"),
    tag: TAG,
    summary: "Take a conversation over",
    description:
      "The agent's call ends, and with it its cost; from here on visitor and person write to each other. The same person may join again. Whoever has it already is named in the 409.",
    access: "organization",
    parameters: [session],
    body: { schema: "PersonJoin", example: { name: "Ada", picture: "https://bakery.example/ada.jpg" } },
    answers: { 200: { description: "The person has it.", schema: "LiveSession", example: liveSession } },
    errors: ["session_not_found", "conversation_over", "person_busy", "too_many_messages"],
  },
  {
    id: "writeToVisitor",
    method: "post",
    path: at("/sessions/{id}/messages"),
    tag: TAG,
    summary: "Write to the visitor",
    description: "Only who has joined may; at most 20 messages in 10 seconds.",
    access: "organization",
    parameters: [session],
    body: { schema: "PersonMessage", example: { text: "I have changed the address." } },
    answers: {
      200: {
        description: "It is on its way to the page.",
        schema: "LiveMessage",
        example: {
          id: "0b0e5bd4-5a0e-4a3e-9d0c-6f1f3f1d2c11",
          role: "person",
          name: "Ada",
          text: "I have changed the address.",
          at: 1_790_000_060_000,
        },
      },
    },
    errors: ["session_not_found", "conversation_over", "not_joined", "too_many_messages", "conversation_full"],
  },
  {
    id: "whisperToAgent",
    method: "post",
    path: at("/sessions/{id}/whisper"),
    tag: TAG,
    summary: "Tell the agent something",
    description: "The visitor sees nothing of it. It reaches the agent with the answer to the page's next report.",
    access: "organization",
    parameters: [session],
    body: { schema: "PersonMessage", example: { text: "The order was sent this morning." } },
    answers: { 200: { description: "The agent will know.", schema: "Accepted", example: { success: true } } },
    errors: ["session_not_found", "conversation_over", "too_many_messages", "whispers_waiting"],
  },
  {
    id: "releaseSession",
    method: "post",
    path: at("/sessions/{id}/release"),
    tag: TAG,
    summary: "Give a conversation back to the agent",
    description: "The agent goes on and knows what was said.",
    access: "organization",
    parameters: [session],
    answers: {
      200: {
        description: "The agent has it.",
        schema: "LiveSession",
        example: { ...liveSession, handled_by: "agent", reason: null, summary: null, person: null },
      },
    },
    errors: ["session_not_found", "conversation_over", "not_joined"],
  },
];

/** The page's side. */
export const pageSocketOperation: Operation = {
  id: "openPageSocket",
  method: "get",
  path: "/widget/v1/session/{session_id}/live",
  tag: "Sessions",
  summary: "Talk with a person",
  description:
    "A WebSocket that a page holds while `session.handled_by` is not `agent`. The subprotocols are `voice-widget.live` and `voice-widget.secret.<session_secret>`. It begins with a frame `person` of the state, and all messages since the request. It is closed with 4410 once the session has ended.",
  access: "public",
  parameters: [{ ...session, name: "session_id" }],
  answers: SOCKET,
  errors: ["invalid_session_secret", "session_ended", "no_person_asked", "too_many_attempts", "websocket_only"],
};

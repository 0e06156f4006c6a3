import { ERRORS } from "../../../shared/errors.ts";
import type { PageFrame, Seen, Signal, Typing } from "../../../shared/live.ts";
import type { Desk } from "./desk.ts";
import type { DeskOutside } from "./outside.ts";
import type { DeskSockets, PageOwner } from "./sockets.ts";

type Relayed = Typing | Seen | Signal;

/** What goes from one side to the other. Only a question for sound is held up. */
export const withRelays = <Frame extends Relayed>(desk: Desk, session_id: string, frame: Frame) =>
  frame.type === "signal" ? desk.relays.with(session_id, frame) : frame;

/** Takes what a page sends while a person is asked for or there. */
export async function takePageFrame(
  desk: Desk,
  sockets: DeskSockets,
  outside: DeskOutside,
  socket: WebSocket,
  { session_id }: PageOwner,
  frame: PageFrame,
): Promise<void> {
  const refuse = (error: keyof typeof ERRORS, detail: string = ERRORS[error].detail) =>
    sockets.send(socket, { type: "error", of: frame.type, status: ERRORS[error].status, detail });
  const one = desk.conversations.get(session_id);
  if (!one) return refuse("conversation_over");
  switch (frame.type) {
    case "message": {
      const answer = desk.lines.sayAsVisitor(session_id, frame.text, Date.now());
      if (!answer.ok) refuse(answer.error, answer.detail);
      return;
    }
    case "leave":
      return outside.end(one, "completed");
    default:
      if (one.handled_by !== "person") return refuse("not_joined");
      if (!desk.mayRelay(session_id)) return refuse("too_many_messages");
      desk.toHolder(session_id, { ...(await withRelays(desk, session_id, frame)), session_id });
  }
}

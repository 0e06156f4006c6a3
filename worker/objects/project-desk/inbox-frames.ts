import type * as z from "zod";
import { ERRORS, type ErrorCode } from "../../../shared/errors.ts";
import type { inboxFrame } from "../../../shared/live.ts";
import { actorName } from "../../actor.ts";
import type { Lease } from "../org-ledger/lease.ts";
import type { Desk } from "./desk.ts";
import type { DeskOutside } from "./outside.ts";
import { withRelays } from "./page-frames.ts";
import { keepUnheard } from "./page-opening.ts";
import type { DeskAnswer } from "./rpc.ts";
import { type DeskSockets, type InboxOwner, maySee } from "./sockets.ts";
import type { DeskTable } from "./table.ts";

type Frame = z.output<typeof inboxFrame>;

/** Conversations that one inbox may follow at a time. */
const MOST_FOLLOWED = 250;
const WATCHES: readonly Frame["type"][] = ["follow", "unfollow"];

/** Takes what an inbox sends. */
export class InboxFrames {
  readonly #desk: Desk;
  readonly #table: DeskTable;
  readonly #sockets: DeskSockets;
  readonly #outside: DeskOutside;

  constructor(desk: Desk, table: DeskTable, sockets: DeskSockets, outside: DeskOutside) {
    this.#desk = desk;
    this.#table = table;
    this.#sockets = sockets;
    this.#outside = outside;
  }

  async take(socket: WebSocket, owner: InboxOwner, frame: Frame): Promise<void> {
    const refuse = (error: ErrorCode, detail: string = ERRORS[error].detail) =>
      this.#sockets.send(socket, {
        type: "error",
        of: frame.type,
        status: ERRORS[error].status,
        detail,
        ...("session_id" in frame && { session_id: frame.session_id }),
      });
    const answered = (answer: DeskAnswer<object>) => {
      if (!answer.ok) refuse(answer.error, answer.detail);
    };
    if (!owner.may_write && !WATCHES.includes(frame.type)) return refuse("role_forbidden");
    // A project's earlier owner keeps the sessions that run; nobody else learns of them.
    if ("session_id" in frame && !maySee(owner, this.#outside.orgOf(frame.session_id)))
      return refuse("conversation_over");
    const { actor } = owner;
    const now = Date.now();
    switch (frame.type) {
      case "follow":
        if (!this.#table.follow(owner.id, frame.session_id, MOST_FOLLOWED))
          refuse("body_too_large", `An inbox follows at most ${MOST_FOLLOWED} conversations; unfollow one first`);
        return;
      case "unfollow":
        return this.#table.unfollow(owner.id, frame.session_id);
      case "available":
        return this.#sockets.own(socket, { ...owner, available: frame.on });
      case "join": {
        const lease = await this.#lease(owner, frame.session_id);
        if (!lease) return refuse("conversation_over");
        const person = { name: frame.name ?? owner.name, picture: frame.picture ?? null };
        return answered(await this.#desk.join(lease, actor, person, { from_inbox: true }, now));
      }
      case "message":
        return answered(this.#desk.lines.say(frame.session_id, actor, frame.text, now));
      case "whisper": {
        const lease = await this.#lease(owner, frame.session_id);
        if (!lease) return refuse("conversation_over");
        return answered(await this.#desk.whisper(lease, actor, owner.name, frame.text, now));
      }
      case "release":
        return answered(await this.#desk.release(frame.session_id, actor, now));
      default: {
        const one = this.#desk.conversations.get(frame.session_id);
        if (one?.handled_by !== "person" || one.holder !== actorName(actor)) return refuse("not_joined");
        if (!this.#desk.mayRelay(actorName(actor))) return refuse("too_many_messages");
        if (frame.type === "signal") keepUnheard(this.#desk, one, frame);
        const { session_id, ...toPage } = frame;
        this.#sockets.toPage(session_id, await withRelays(this.#desk, session_id, toPage));
      }
    }
  }

  /** A session of this project that runs. */
  #lease({ project_id }: InboxOwner, session_id: string): Promise<Lease | null> {
    return this.#outside.lease(project_id, session_id);
  }
}

import { type Actor, actorName } from "../../actor.ts";
import type { Lease } from "../org-ledger/lease.ts";
import { factOf, type Happened } from "./conversation.ts";
import type { Conversation } from "./rpc.ts";
import type { DeskTable } from "./table.ts";

/** The conversations that a person was asked for, or has: in memory, and in the table, since they outlive it. */
export class Conversations {
  readonly #table: DeskTable;
  readonly #dropped: (session_id: string) => void;
  #all: Map<string, Conversation> | null = null;

  /** @param dropped a person no longer has it, nor is asked for */
  constructor(table: DeskTable, dropped: (session_id: string) => void) {
    this.#table = table;
    this.#dropped = dropped;
  }

  all(): Map<string, Conversation> {
    this.#all ??= new Map(
      (this.#table.exists() ? this.#table.conversations() : []).map((one) => [one.session_id, one]),
    );
    return this.#all;
  }

  get(session_id: string): Conversation | undefined {
    return this.all().get(session_id);
  }

  /** Where this actor has it. */
  heldBy(session_id: string, actor: Actor): Conversation | null {
    const one = this.get(session_id);
    return one?.handled_by === "person" && one.holder === actorName(actor) ? one : null;
  }

  keep(one: Conversation): void {
    this.all().set(one.session_id, one);
    this.#table.keep(one);
  }

  drop(session_id: string): void {
    this.all().delete(session_id);
    this.#table.forget(session_id);
    this.#dropped(session_id);
  }

  /** After the tables were deleted. */
  forget(): void {
    this.#all = null;
  }

  /** Writes down what happened, for D1, the webhooks and the audit log. */
  note(one: Conversation | Lease, at: number, happened: Happened): void {
    this.#table.note(factOf(one, at, happened));
  }
}

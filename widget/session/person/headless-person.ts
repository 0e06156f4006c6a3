import type { PersonState } from "../../../shared/person.ts";
import type { CommandQueue } from "../command-queue.ts";
import type { SessionEngine } from "../session-engine.ts";
import type { SessionPerson, SessionState } from "../state.ts";
import { PersonConversation } from "./person-conversation.ts";
import { commandToPerson, PersonRequests } from "./person-requests.ts";

const NOT_TAKEN = "requestPerson(): the service took no request. Switch `person` of this agent on, or try again.";

/** A person in the conversations of a client with an interface of its own. Sound with a person is declined. */
export class HeadlessPerson {
  readonly #requests: PersonRequests;
  #shown: SessionPerson | null = null;

  /** @param show gets another object whenever anything of the person has changed */
  constructor(
    engine: SessionEngine,
    queue: CommandQueue,
    baseUrl: () => string,
    show: (person: SessionPerson) => void,
  ) {
    this.#requests = new PersonRequests({
      engine,
      queue,
      baseUrl,
      changed: () => {
        if (this.#requests.unasked) console.warn(`[voice-widget] ${NOT_TAKEN}`);
      },
      begin: (active) => {
        this.#shown = null;
        const changed = () => {
          const { status, name, picture, typing, seen } = talk;
          if (status === null) return;
          const next = { status, name, picture, typing, seen };
          if (isSame(this.#shown, next)) return;
          this.#shown = next;
          show(next);
        };
        const talk: PersonConversation = new PersonConversation(active.commands.parts, queue, {
          changed,
          told: (_status: PersonState) => changed(),
          note: () => {},
          written: () => {},
          signal: ({ kind }) => {
            if (kind === "ask") talk.send({ type: "signal", kind: "decline" });
          },
          connection: () => {},
        });
        return talk;
      },
    });
    queue.interceptCommand = (command) => {
      if (command.type === "request_person") {
        this.#requests.request(command.reason);
        this.#requests.update(engine.state);
        return true;
      }
      const { talk } = this.#requests;
      return talk?.holds ? commandToPerson(talk, command) : null;
    };
  }

  /** Whether the visitor writes to the person. */
  get holds(): boolean {
    return this.#requests.talk?.holds ?? false;
  }

  update(state: SessionState): void {
    this.#requests.update(state);
  }
}

const isSame = (one: SessionPerson | null, other: SessionPerson): boolean =>
  one !== null && JSON.stringify(one) === JSON.stringify(other);

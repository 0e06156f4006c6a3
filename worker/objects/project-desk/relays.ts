import type { Signal, SignalReceived } from "../../../shared/live.ts";
import type { IceServer } from "../../../shared/session.ts";

/** Questions of one conversation for which relays are asked for anew: a page can ask twenty times a second, and their maker counts. */
const MOST_ASKED = 20;

/** The relays of calls between two pages. In memory: a call whose relays are forgotten connects without, as most do. */
export class Relays {
  readonly #ask: () => Promise<IceServer[] | null>;
  readonly #known = new Map<string, IceServer[]>();
  readonly #asked = new Map<string, number>();
  constructor(ask: () => Promise<IceServer[] | null>) {
    this.#ask = ask;
  }

  /** Only a question for sound waits for them: nothing follows it before its answer, which must not be overtaken. */
  async with(session_id: string, frame: Signal): Promise<SignalReceived> {
    const { kind } = frame;
    const questions = this.#asked.get(session_id) ?? 0;
    if (kind === "ask" && questions < MOST_ASKED) {
      this.#asked.set(session_id, questions + 1);
      const servers = await this.#ask();
      if (servers) this.#known.set(session_id, servers);
      else this.#known.delete(session_id);
    }
    const ice_servers = kind === "ask" || kind === "accept" ? this.#known.get(session_id) : undefined;
    return ice_servers ? { ...frame, ice_servers } : frame;
  }

  /** The question once more, for who was not there to hear it. */
  question(session_id: string): SignalReceived {
    const ice_servers = this.#known.get(session_id);
    return { type: "signal", kind: "ask", ...(ice_servers && { ice_servers }) };
  }

  forget(session_id: string): void {
    this.#known.delete(session_id);
    this.#asked.delete(session_id);
  }
}

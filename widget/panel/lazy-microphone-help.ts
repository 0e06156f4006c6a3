import { microphonePermission } from "../audio/microphone-permission.ts";
import { conversationOf, inCall, microphoneFaultOf } from "../session/selectors.ts";
import type { SessionState } from "../session/state.ts";
import { microphoneHelpChunk } from "./lazy-views.ts";
import type { MicrophoneHelp, MicrophoneHelpHost } from "./microphone-help.ts";

/** Well before the help says that a turn has no end, milliseconds. */
const SLOW_MS = 12_000;

/** Loads the help with the microphone once there is a fault, the browser asks the visitor, or a turn does not end. */
export class LazyMicrophoneHelp {
  readonly #host: MicrophoneHelpHost;
  #help: MicrophoneHelp | null = null;
  #needed = false;
  #spoke = false;
  /** The visitor's message that is not complete. */
  #turn: string | false | undefined;
  /** The newest state with a fault, which may be mended before the code is loaded. */
  #faulty: SessionState | null = null;

  constructor(host: MicrophoneHelpHost) {
    this.#host = host;
  }

  /** Null while nothing is to be said, or the code is loading: read it for each drawing. */
  get help(): MicrophoneHelp | null {
    const chunk = this.#help || !this.#needed ? null : microphoneHelpChunk.get(() => this.#host.requestUpdate());
    if (chunk) {
      this.#help = new chunk.MicrophoneHelp(this.#host);
      if (this.#faulty) this.#help.follow(this.#faulty);
      this.#help.follow(this.#host.state);
    }
    return this.#help;
  }

  /** Call it for every state of the session, in order. */
  follow(state: SessionState): void {
    const began = !this.#spoke && inCall(state);
    this.#spoke = inCall(state);
    this.#help?.follow(state);
    if (microphoneFaultOf(state)) this.#faulty = state;
    else if (!conversationOf(state)) this.#faulty = null;
    this.#needed ||= this.#faulty !== null || conversationOf(state)?.asking === true;
    if (began && !this.#help) void this.#ask();
    const said = state.transcript.at(-1);
    const turn = said?.role === "user" && !said.final && said.id;
    if (turn && turn !== this.#turn) setTimeout(() => turn === this.#turn && this.#load(), SLOW_MS);
    this.#turn = turn;
  }

  async #ask(): Promise<void> {
    if ((await microphonePermission())?.state === "prompt") this.#load();
  }

  #load(): void {
    this.#needed = true;
    this.#host.requestUpdate();
  }
}

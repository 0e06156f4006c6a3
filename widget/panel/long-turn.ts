import type { ReactiveControllerHost } from "lit";
import { liveOf } from "../session/selectors.ts";
import type { Message, SessionState } from "../session/state.ts";

/**
 * How long a turn lasts before the visitor is told that the agent hears no end of it, milliseconds. Some vendors cut a turn off
 * at 30 s: there is time to read and press before that.
 */
const LONG_MS = 20_000;

/** What the visitor is saying, while the agent listens for its end. */
export function openTurnOf(state: SessionState): Message | null {
  const live = liveOf(state);
  if (live?.status !== "listening" || live.input !== "voice") return null;
  if (live.muted || live.paused || live.reconnecting) return null;
  const said = live.transcript.at(-1);
  return said?.role === "user" && !said.final ? said : null;
}

/** Finds out whether a turn of the visitor lasts long, as where noise or other people's voices never stop. */
export class LongTurn {
  /** Whether the visitor is to be told. */
  shown = false;
  readonly #host: Pick<ReactiveControllerHost, "requestUpdate">;
  #turn: string | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #dismissed = false;

  constructor(host: Pick<ReactiveControllerHost, "requestUpdate">) {
    this.#host = host;
  }

  /** Call it for every state of the session. */
  follow(state: SessionState): void {
    if (!liveOf(state)) this.#dismissed = false;
    const turn = openTurnOf(state);
    if (turn?.id === this.#turn) return;
    this.stop();
    if (!turn || this.#dismissed) return;
    this.#turn = turn.id;
    this.#timer = setTimeout(() => this.#show(true), turn.at + LONG_MS - Date.now());
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#turn = undefined;
    this.shown = false;
  }

  /** Not again in this conversation. */
  readonly dismiss = (): void => {
    this.#dismissed = true;
    this.#show(false);
  };

  #show(shown: boolean): void {
    this.shown = shown;
    this.#host.requestUpdate();
  }
}

const CHANNEL = "voice-widget-console";
/** Milliseconds that other tabs have to answer; they are on this machine. */
const PATIENCE_MS = 300;

type Message = { type: "who" } | { type: "token"; token: string } | { type: "signed-out" };

/**
 * Hands the token from a tab of the console that is signed in to a new one, and signs all of them out together. Nothing
 * is written to any storage: when the last tab is closed, the token is gone. Only pages of this origin hear it, and
 * those could as well open a console and read it there.
 */
export class TabTokens {
  readonly #channel = new BroadcastChannel(CHANNEL);
  #answered: ((token: string) => void) | null = null;

  /**
   * @param token of this tab
   * @param onSignedOut another tab was signed out
   */
  constructor(token: () => string | null, onSignedOut: () => void) {
    this.#channel.onmessage = ({ data }: MessageEvent<Message>) => {
      if (data.type === "signed-out") return onSignedOut();
      if (data.type === "token") return this.#answered?.(data.token);
      const own = token();
      if (own !== null) this.#send({ type: "token", token: own });
    };
  }

  /** The token of another tab, or `null` where none is signed in. */
  ask(): Promise<string | null> {
    const answer = new Promise<string | null>((done) => {
      this.#answered = done;
      setTimeout(() => done(null), PATIENCE_MS);
    });
    this.#send({ type: "who" });
    return answer;
  }

  signedOut(): void {
    this.#send({ type: "signed-out" });
  }

  #send(message: Message): void {
    this.#channel.postMessage(message);
  }
}

const CHANNEL = "voice-widget-console";

/** Lets the other tabs of the console know that this one signed in or out: they share one sign-in. */
export class OtherTabs {
  readonly #channel = new BroadcastChannel(CHANNEL);

  constructor(on: { signedIn: () => void; signedOut: () => void }) {
    this.#channel.onmessage = ({ data }: MessageEvent<keyof typeof on>) => on[data]?.();
  }

  broadcast(what: "signedIn" | "signedOut"): void {
    this.#channel.postMessage(what);
  }
}

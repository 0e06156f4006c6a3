const CHANNEL = "voice-widget-console";

/** Tells the other tabs of the console that this one signed in or out: they share one sign-in. */
export class OtherTabs {
  readonly #channel = new BroadcastChannel(CHANNEL);

  constructor(on: { signedIn: () => void; signedOut: () => void }) {
    this.#channel.onmessage = ({ data }: MessageEvent<keyof typeof on>) => on[data]?.();
  }

  tell(what: "signedIn" | "signedOut"): void {
    this.#channel.postMessage(what);
  }
}

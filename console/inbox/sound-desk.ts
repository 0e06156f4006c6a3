import type { Signal } from "../../shared/live.ts";
import { type Call, type CallEvent, isBusy } from "./call-state.ts";
import { openMicrophone, SoundCall } from "./sound-call.ts";

type OutgoingSignal = Omit<Signal, "type">;

interface Inbox {
  readonly call: Call | null;
  change(event: CallEvent): void;
  signal(session_id: string, signal: OutgoingSignal): void;
}

/** Asks for sound, answers who asks, and holds the call: what the state says of it is done here. */
export class SoundDesk {
  readonly #inbox: Inbox;
  #microphone: MediaStream | null = null;
  #running: SoundCall | null = null;

  constructor(inbox: Inbox) {
    this.#inbox = inbox;
  }

  /** Called within a click, as browsers want it for a microphone. */
  async ask(session_id: string): Promise<void> {
    if (isBusy(this.#inbox.call) || !(await this.#open(session_id))) return;
    this.#inbox.change({ type: "ask", session_id });
    this.#inbox.signal(session_id, { kind: "ask" });
  }

  async accept(): Promise<void> {
    const { call } = this.#inbox;
    if (call?.phase !== "asking" || !(await this.#open(call.session_id))) return;
    // The visitor may have left while the browser asked for the microphone.
    if (this.#inbox.call?.phase !== "asking") {
      this.stop();
      return;
    }
    this.#inbox.signal(call.session_id, { kind: "accept" });
    this.#inbox.change({ type: "accept" });
  }

  decline(): void {
    const { call } = this.#inbox;
    if (call?.phase !== "asking") return;
    this.#inbox.signal(call.session_id, { kind: "decline" });
    this.#inbox.change({ type: "decline" });
  }

  mute(on: boolean): void {
    const { call } = this.#inbox;
    if (!call || !this.#running) return;
    this.#running.mute(on);
    this.#inbox.signal(call.session_id, { kind: "mute", on });
    this.#inbox.change({ type: "mute", on });
  }

  end(): void {
    const { call } = this.#inbox;
    if (!call) return;
    if (isBusy(call)) this.#inbox.signal(call.session_id, { kind: "end" });
    this.#inbox.change({ type: "end" });
  }

  /** After the state took a signal. @param before the call until then */
  heard(signal: Signal & { session_id: string }, before: Call | null): void {
    const { kind, session_id } = signal;
    if (kind === "ask" && isBusy(before)) {
      const both = before?.phase === "asked" && before.session_id === session_id;
      if (both) this.#inbox.signal(session_id, { kind: "accept" });
      else if (before?.session_id !== session_id) this.#inbox.signal(session_id, { kind: "decline" });
    }
    if (kind === "description" || kind === "candidate") this.#running?.hear(signal);
  }

  /** After the state changed, whoever changed it. */
  follow(call: Call | null): void {
    if (!isBusy(call)) this.stop();
    else if (call?.phase === "connecting" && !this.#running && this.#microphone) this.#start(call.session_id);
  }

  stop(): void {
    this.#running?.close();
    this.#running = null;
    for (const track of this.#microphone?.getTracks() ?? []) track.stop();
    this.#microphone = null;
  }

  #start(session_id: string): void {
    const microphone = this.#microphone as MediaStream;
    this.#microphone = null;
    this.#running = new SoundCall(microphone, {
      signal: (signal) => this.#inbox.signal(session_id, signal),
      connected: () => this.#inbox.change({ type: "connected" }),
      failed: (why) => {
        this.#inbox.signal(session_id, { kind: "end" });
        this.#inbox.change({ type: "failed", session_id, why });
      },
    });
  }

  async #open(session_id: string): Promise<boolean> {
    try {
      this.#microphone = await openMicrophone();
      return true;
    } catch (failure) {
      this.decline();
      this.#inbox.change({ type: "failed", session_id, why: (failure as Error).message });
      return false;
    }
  }
}

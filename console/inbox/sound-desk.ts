import type { Signal, SignalReceived } from "../../shared/live.ts";
import type { IceServer } from "../../shared/session.ts";
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
  /** What came with the visitor's question, or with their answer. */
  #relays: IceServer[] = [];
  /** While the browser asks for the microphone, nothing else is asked or answered. */
  #opening = false;
  /** How often the inbox was left: a microphone that opens after that is nobody's. */
  #left = 0;

  constructor(inbox: Inbox) {
    this.#inbox = inbox;
  }

  /** Called within a click, as browsers want it for a microphone. */
  async ask(session_id: string): Promise<void> {
    if (isBusy(this.#inbox.call) || !(await this.#open(session_id))) return;
    // The visitor may have asked meanwhile: then both want it.
    if (this.#inbox.call?.phase === "asking") {
      this.#agree(session_id);
      return;
    }
    this.#inbox.change({ type: "ask", session_id });
    this.#inbox.signal(session_id, { kind: "ask" });
  }

  async accept(): Promise<void> {
    const { call } = this.#inbox;
    if (call?.phase === "asking" && (await this.#open(call.session_id))) this.#agree(call.session_id);
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

  /** Before the state takes a signal: a call may begin with it. */
  relay({ ice_servers }: SignalReceived): void {
    if (ice_servers) this.#relays = ice_servers;
  }

  /** After the state took a signal. @param before the call until then */
  heard(signal: Signal & { session_id: string }, before: Call | null): void {
    const { kind, session_id } = signal;
    if (kind === "ask" && isBusy(before)) {
      const both = before?.phase === "asked" && before.session_id === session_id;
      if (both) this.#inbox.signal(session_id, { kind: "accept" });
      else if (before?.session_id !== session_id) this.#inbox.signal(session_id, { kind: "decline" });
    }
    // It agrees to a question of a connection that is gone.
    if (kind === "accept" && (!isBusy(before) || before?.session_id !== session_id))
      this.#inbox.signal(session_id, { kind: "end" });
    if (kind === "description" || kind === "candidate") this.#running?.hear(signal);
  }

  /** The inbox is connected again: visitors are told that earlier questions for sound no longer hold. @param own conversations of this person */
  connected(own: readonly string[]): void {
    const { call } = this.#inbox;
    for (const session_id of own)
      if (!isBusy(call) || call?.session_id !== session_id) this.#inbox.signal(session_id, { kind: "end" });
  }

  /** The inbox is left: whoever asks for sound is not answered any more. */
  leave(): void {
    this.#left++;
    this.end();
    this.stop();
  }

  /** After the state changed, whoever changed it. */
  follow(call: Call | null): void {
    if (!isBusy(call) && !this.#opening) this.stop();
    else if (call?.phase === "connecting" && !this.#running && this.#microphone) this.#start(call.session_id);
  }

  stop(): void {
    this.#running?.close();
    this.#running = null;
    for (const track of this.#microphone?.getTracks() ?? []) track.stop();
    this.#microphone = null;
  }

  /** To a visitor who asked, unless they took it back. */
  #agree(session_id: string): void {
    const { call } = this.#inbox;
    if (call?.phase !== "asking" || call.session_id !== session_id) {
      this.stop();
      return;
    }
    this.#inbox.signal(session_id, { kind: "accept" });
    this.#inbox.change({ type: "accept" });
  }

  #start(session_id: string): void {
    const microphone = this.#microphone as MediaStream;
    this.#microphone = null;
    this.#running = new SoundCall(microphone, this.#relays, {
      signal: (signal) => this.#inbox.signal(session_id, signal),
      connected: () => this.#inbox.change({ type: "connected" }),
      failed: (why) => {
        this.#inbox.signal(session_id, { kind: "end" });
        this.#inbox.change({ type: "failed", session_id, why });
      },
    });
  }

  /** @returns whether there is a microphone */
  async #open(session_id: string): Promise<boolean> {
    if (this.#opening) return false;
    const left = this.#left;
    this.#opening = true;
    try {
      this.#microphone = await openMicrophone();
      if (left === this.#left) return true;
      this.stop();
      return false;
    } catch (failure) {
      this.decline();
      this.#inbox.change({ type: "failed", session_id, why: (failure as Error).message });
      return false;
    } finally {
      this.#opening = false;
    }
  }
}

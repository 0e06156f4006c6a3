// Long: microphone and speaker open, change and end together, and each step decides what the next may do.

import type { AudioDevice } from "../audio/audio-device.ts";
import type { UnlockedAudio } from "../audio/audio-unlock.ts";
import type { Voice } from "../audio/load-voice.ts";
import type { Microphone, MicrophoneWatcher } from "../audio/microphone.ts";
import type { SoundSettings } from "../audio/sound-settings.ts";
import { faultOf, isMicrophoneFault, type MicrophoneFault, type SessionErrorCode } from "../errors.ts";
import type { Ports } from "./ports.ts";
import type { SessionAction } from "./reduce.ts";
import type { InputMode } from "./state.ts";

/** How long the visitor may take for the browser's question before it is pointed at, milliseconds. */
const ASKING_MS = 2_000;
/** How long a microphone that replaced another one must last, so that it is replaced as well, milliseconds. */
const REPLACED_MS = 5_000;

/** What the sound uses of its conversation. */
export interface SessionAudioHost {
  /** Aborts when the conversation ends. */
  readonly signal: AbortSignal;
  /** Closes it when the conversation ends, or at once if it has ended. */
  closeWithConversation(opened: { close(): void }): void;
  dispatch(action: SessionAction): void;
  /** The microphone is lost or cannot be heard: the conversation continues by text. */
  lost(fault: SessionErrorCode): void;
  /** Plays the agent on this device from now on, if there is a connection already. */
  attach(device: AudioDevice): void;
  /** Has the agent hear this microphone, as soon as there is a connection. */
  hear(microphone: Microphone): Promise<void> | undefined;
}

/** Both in one type, so that it can be asked whether it has `then`. */
type VoiceOrPromise = Voice & Partial<Promise<Voice>>;

/** Microphone and speaker of a conversation; both stay open while it reconnects. */
export class SessionAudio {
  input: InputMode;
  device: AudioDevice | null = null;
  /** `null` while the visitor only reads. */
  voice: Voice | Promise<Voice> | null = null;
  /** The code of the connection that is most likely; what is said before there is one is kept for it. */
  likely?: ReturnType<Ports["preloadTransport"]>;
  paused = false;
  readonly #ports: Ports;
  readonly #host: SessionAudioHost;
  #settings: SoundSettings | undefined;
  #microphone: Microphone | null = null;
  #muted = false;
  /** The microphone was requested by the start. */
  #starting = false;
  /** The browser's question stands for a while; called where the visitor types instead of answering it. */
  #typesInstead: (() => void) | null = null;
  /** The visitor has typed while connecting. */
  #typed = false;
  /** Until then a microphone that goes away is not replaced: the default one went at once. In the time of `performance.now()`. */
  #replaceableFrom = 0;

  constructor(input: InputMode, settings: SoundSettings | undefined, ports: Ports, host: SessionAudioHost) {
    this.input = input;
    this.#settings = settings;
    this.#ports = ports;
    this.#host = host;
  }

  /** Whether the microphone must be silent. */
  get silenced(): boolean {
    return this.#muted || this.paused;
  }

  get openedMicrophone(): Microphone | null {
    return this.#microphone;
  }

  /** Inside the click: opens the output, and asks for the microphone in a call. */
  open(): Promise<void> | null {
    this.#unlock();
    if (this.input !== "voice") return null;
    this.#starting = true;
    return this.#openMicrophone();
  }

  /** Opens at once what browsers allow only inside the click; the code that uses it may load later. */
  #unlock(): void {
    const unlocked = this.#ports.unlockAudio(this.input === "voice");
    if (unlocked) this.#host.closeWithConversation(unlocked);
    const voice = this.#ports.loadVoice() as VoiceOrPromise;
    // Pages put a `Promise` of their own in its place; while a person is here there is none to load.
    if (!voice?.then) {
      this.voice = this.#openDevice(voice, unlocked);
      return;
    }
    this.voice = voice.then((loaded) => this.#openDevice(loaded, unlocked));
    // A failure is handled where the code is awaited.
    this.voice.catch(() => {});
  }

  #openDevice(voice: Voice, unlocked: UnlockedAudio | null): Voice {
    if (!unlocked || this.#host.signal.aborted) return voice;
    const { dispatch } = this.#host;
    this.device = voice.openAudioDevice(unlocked, (blocked) => dispatch({ type: "audio_blocked", blocked }));
    this.#host.closeWithConversation(this.device);
    if (this.input === "voice") this.device.records();
    if (this.#settings || this.paused) this.#tune();
    this.#host.attach(this.device);
    return voice;
  }

  /** Switches a typed conversation to voice. */
  async speak(): Promise<void> {
    this.input = "voice";
    this.#starting = this.#muted = false;
    if (this.voice) this.device?.records();
    else this.#unlock();
    this.device?.resume();
    this.#host.dispatch({ type: "voice_started" });
    await this.#openMicrophone();
  }

  /** Call it once connected: has the agent hear the open microphone. */
  hear(): void {
    const microphone = this.#microphone;
    if (!microphone) return;
    this.#host.hear(microphone)?.catch(() => {
      if (this.#host.signal.aborted || microphone !== this.#microphone) return;
      microphone.close();
      // The next try opens it anew.
      if (!this.device) this.voice = null;
      this.#lost("audio_blocked");
    });
  }

  mute(muted: boolean): void {
    this.#muted = muted;
    this.#microphone?.mute(this.silenced);
    this.#host.dispatch({ type: "muted", muted });
  }

  pause(paused: boolean): void {
    this.paused = paused;
    this.#microphone?.mute(this.silenced);
    this.#tune();
  }

  async set(settings: SoundSettings): Promise<void> {
    const before = this.#settings;
    this.#settings = settings;
    if (this.#host.signal.aborted) return;
    this.#tune();
    if (settings.microphoneId !== before?.microphoneId) await this.#change();
  }

  /** Has the agent hear the chosen microphone in place of the one in use. */
  async #change(): Promise<void> {
    const old = this.#microphone;
    if (!old) return;
    const chosen = this.#settings?.microphoneId;
    let microphone: Microphone | undefined;
    try {
      microphone = await this.#ask();
      // Another one was chosen meanwhile, or the conversation has ended.
      if (this.#host.signal.aborted || this.#settings?.microphoneId !== chosen) return microphone.close();
      microphone.mute(this.silenced);
      await this.#host.hear(microphone);
      if (this.#microphone !== old) return microphone.close();
      this.#take(microphone);
      old.close();
    } catch {
      // The old microphone stays in use.
      microphone?.close();
    }
  }

  closeMicrophone(): void {
    this.#microphone?.close();
    this.#microphone = null;
  }

  /** The visitor has typed: where the browser's question for the microphone stands, the conversation begins in writing. */
  typed(): void {
    this.#typed = true;
    this.#typesInstead?.();
  }

  /** @param replaces the one in use, which is lost: the agent hears the new one at once */
  async #openMicrophone(replaces = false): Promise<void> {
    const { signal } = this.#host;
    const before = this.#microphone;
    this.#typed = false;
    const late = new AbortController();
    const answered = new AbortController();
    const timer = setTimeout(() => {
      this.#host.dispatch({ type: "asking", asking: true });
      this.#typesInstead = () => late.abort();
      if (this.#typed) late.abort();
    }, ASKING_MS);
    const ends = AbortSignal.any([signal, late.signal]);
    const given = new Promise<null>((resolve) => {
      ends.addEventListener("abort", () => resolve(null), { once: true, signal: answered.signal });
    });
    try {
      const asking = this.#ask();
      const microphone = await Promise.race([asking, given]);
      if (microphone) {
        // Another one was chosen meanwhile.
        if (this.#microphone !== before) return microphone.close();
        this.#take(microphone);
        if (replaces) this.hear();
        return;
      }
      // A "yes" comes too late.
      asking.then(
        (unwanted) => unwanted.close(),
        () => {},
      );
      this.input = "text";
      this.#microphone = null;
      this.#host.dispatch({ type: "typed_instead" });
    } catch (error) {
      const { code } = faultOf(error, "microphone_in_use");
      if (!isMicrophoneFault(code)) {
        // Its code could not be loaded. A start awaits that itself; the next try loads it again.
        if (this.#starting) return;
        this.voice = null;
      }
      this.#lost(code);
    } finally {
      clearTimeout(timer);
      answered.abort();
      if (this.#typesInstead) this.#host.dispatch({ type: "asking", asking: false });
      this.#typesInstead = null;
    }
  }

  /** It went away: another one is asked for. */
  #replace(gone: MicrophoneFault): void {
    const now = performance.now();
    if (gone !== "microphone_missing" || now < this.#replaceableFrom) this.#lost(gone);
    else {
      this.#replaceableFrom = now + REPLACED_MS;
      this.#starting = false;
      void this.#openMicrophone(true);
    }
  }

  #ask(): Promise<Microphone> {
    const watcher: MicrophoneWatcher = {
      lost: (fault) => this.#replace(fault),
      back: () => void this.#change(),
      interrupted: (held) => this.#host.dispatch({ type: "muted", muted: held || this.#muted }),
    };
    const openWith = (voice: Voice) =>
      voice.openMicrophone(this.#host.signal, watcher, this.#settings?.microphoneId, this);
    const voice = this.voice as VoiceOrPromise;
    return voice.then?.(openWith) ?? openWith(voice);
  }

  #take(microphone: Microphone): void {
    this.#host.closeWithConversation(microphone);
    this.#microphone = microphone;
    microphone.mute(this.silenced);
  }

  #lost(fault: SessionErrorCode): void {
    this.#microphone = null;
    this.#host.lost(fault);
  }

  #tune(): void {
    this.device?.tune(this.paused ? { ...this.#settings, volume: 0 } : (this.#settings ?? {}));
  }
}

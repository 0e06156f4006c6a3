import type { AudioDevice } from "../audio/audio-device.ts";
import type { UnlockedAudio } from "../audio/audio-unlock.ts";
import type { Voice } from "../audio/load-voice.ts";
import type { Microphone, MicrophoneWatcher } from "../audio/microphone.ts";
import type { SoundSettings } from "../audio/sound-settings.ts";
import { faultOf, isMicrophoneFault, type MicrophoneFault } from "../errors.ts";
import type { Ports } from "./ports.ts";
import type { InputMode, SessionAction } from "./state.ts";
import { holdScreenWakeLock } from "./wake-lock.ts";

/** The conversation that listens and speaks. */
export interface SessionAudioHost {
  /** Ends with the conversation. */
  readonly signal: AbortSignal;
  /** Closes it with the conversation, or at once when that is over. */
  closeWithConversation(opened: { close(): void }): void;
  dispatch(action: SessionAction): void;
  /** The microphone is gone, or cannot be had: the conversation goes on by text. */
  lost(fault: MicrophoneFault): void;
  /** The agent is heard there from now on, where there is a connection already. */
  attach(device: AudioDevice): void;
  /** Has the agent hear this microphone, as soon as there is a connection. */
  hear(microphone: Microphone): Promise<void> | undefined;
}

/** What a conversation hears and speaks with; both stay open while the connection is made anew. */
export class SessionAudio {
  input: InputMode;
  device: AudioDevice | null = null;
  /** `null` as long as the visitor only reads. */
  voice: Voice | Promise<Voice> | null = null;
  paused = false;
  readonly #ports: Ports;
  readonly #host: SessionAudioHost;
  #settings: SoundSettings | undefined;
  #microphone: Microphone | null = null;
  #muted = false;
  /** The microphone was asked for with the start. */
  #starting = false;

  constructor(input: InputMode, settings: SoundSettings | undefined, ports: Ports, host: SessionAudioHost) {
    this.input = input;
    this.#settings = settings;
    this.#ports = ports;
    this.#host = host;
  }

  /** Whether nothing of the microphone is to be heard. */
  get silenced(): boolean {
    return this.#muted || this.paused;
  }

  get hasMicrophone(): boolean {
    return this.#microphone !== null;
  }

  /** Inside the click: opens the output, and asks for the microphone in a call. */
  open(): Promise<void> | null {
    this.#unlock();
    if (this.input !== "voice") return null;
    this.#starting = true;
    return this.#openMicrophone();
  }

  /** What a browser lets sound only inside the click is opened at once, its code may come in a moment. */
  #unlock(): void {
    const unlocked = this.#ports.unlockAudio(this.input === "voice");
    if (unlocked) this.#host.closeWithConversation(unlocked);
    const voice = this.#ports.loadVoice();
    if (!(voice instanceof Promise)) {
      this.voice = this.#openDevice(voice, unlocked);
      return;
    }
    this.voice = voice.then((loaded) => this.#openDevice(loaded, unlocked));
    // A failure shows where the code is waited for.
    this.voice.catch(() => {});
  }

  #openDevice(voice: Voice, unlocked: UnlockedAudio | null): Voice {
    if (!unlocked || this.#host.signal.aborted) return voice;
    this.device = voice.openAudioDevice(unlocked, (blocked) => this.#host.dispatch({ type: "audio_blocked", blocked }));
    this.#host.closeWithConversation(this.device);
    if (this.input === "voice") this.device.records();
    if (this.#settings || this.paused) this.#tune();
    this.#host.attach(this.device);
    return voice;
  }

  /** A typing visitor speaks from now on. */
  async speak(): Promise<void> {
    this.input = "voice";
    this.#starting = this.#muted = false;
    if (this.voice) this.device?.records();
    else this.#unlock();
    this.device?.resume();
    this.#host.dispatch({ type: "voice_started" });
    await this.#openMicrophone();
  }

  /** Connected: the microphone that runs is heard. */
  hear(): void {
    const microphone = this.#microphone;
    if (!microphone) return;
    this.#host.hear(microphone)?.catch(() => {
      if (this.#host.signal.aborted || microphone !== this.#microphone) return;
      microphone.close();
      this.#lost("microphone_in_use");
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
    const old = this.#microphone;
    if (!old || settings.microphoneId === before?.microphoneId) return;
    try {
      const microphone = await this.#ask();
      // Chosen anew in the meantime, or gone.
      if (this.#host.signal.aborted || this.#settings.microphoneId !== settings.microphoneId) return microphone.close();
      this.#take(microphone);
      await this.#host.hear(microphone);
      old.close();
    } catch {
      // The one that works goes on.
    }
  }

  closeMicrophone(): void {
    this.#microphone?.close();
  }

  async #openMicrophone(): Promise<void> {
    try {
      this.#take(await this.#ask());
      holdScreenWakeLock(this.#ports.page(), this.#host.signal);
    } catch (error) {
      const { code } = faultOf(error, "microphone_in_use");
      if (isMicrophoneFault(code)) return this.#lost(code);
      // Its code did not come. A start waits for that itself; the next try asks for it again.
      if (this.#starting) return;
      this.voice = null;
      this.#lost("microphone_in_use");
    }
  }

  #ask(): Promise<Microphone> {
    const watcher: MicrophoneWatcher = {
      lost: (fault) => this.#lost(fault),
      interrupted: (held) => this.#host.dispatch({ type: "muted", muted: held || this.#muted }),
    };
    const openWith = (voice: Voice) => voice.openMicrophone(this.#host.signal, watcher, this.#settings?.microphoneId);
    return this.voice instanceof Promise ? this.voice.then(openWith) : openWith(this.voice as Voice);
  }

  #take(microphone: Microphone): void {
    this.#host.closeWithConversation(microphone);
    this.#microphone = microphone;
    microphone.mute(this.silenced);
  }

  #lost(fault: MicrophoneFault): void {
    this.#microphone = null;
    this.#host.lost(fault);
  }

  #tune(): void {
    this.device?.tune(this.paused ? { ...this.#settings, volume: 0 } : (this.#settings ?? {}));
  }
}

import type { Page } from "playwright-core";
import { to8k } from "../audio/analysis.ts";
import { type Recording, recording, recordPage } from "../audio/recorder.ts";
import type { Sound } from "../audio/wav.ts";
import type { TestBrowser } from "./browser.ts";

/**
 * A visitor with a voice of their own: the page's microphone is one that speaks when the test says so. Sound that a
 * page plays through a media element, as calls over WebRTC do, reaches the recorder too.
 */

interface Voice {
  context: AudioContext;
  mouth: MediaStreamAudioDestinationNode;
  /** What is being said. */
  saying: number;
  /** The page's context that takes what the microphone hears, and its time when it began to. */
  taken?: { context: BaseAudioContext; at: number };
}

declare global {
  interface Window {
    visitorVoice?: Voice;
    /** Peer connections that the page made. */
    visitorPeers: RTCPeerConnection[];
    /** When the page first gave a peer connection something to send, on its clock. */
    visitorSends: number | undefined;
  }
}

/** A loudspeaker beside the microphone, which nothing cancels: how late it is heard there, seconds, and how loud, factor. */
export interface Echo {
  late: number;
  loud: number;
}

/** Runs in the page, before its scripts and before the recorder. */
function installVoice(echo: Echo | undefined): void {
  navigator.mediaDevices.getUserMedia = async () => {
    const context = new AudioContext();
    const mouth = context.createMediaStreamDestination();
    window.visitorVoice = { context, mouth, saying: 0 };
    return mouth.stream;
  };
  const { connect } = AudioNode.prototype as { connect: (this: AudioNode, ...rest: unknown[]) => unknown };
  AudioNode.prototype.connect = function (this: AudioNode, ...rest: unknown[]) {
    const voice = window.visitorVoice;
    if (this instanceof MediaStreamAudioSourceNode && this.mediaStream === voice?.mouth.stream)
      voice.taken ??= { context: this.context, at: this.context.currentTime };
    return connect.apply(this, rest);
  } as typeof AudioNode.prototype.connect;

  // The recorder listens at every way to an AudioContext's speakers: so a media element's sound takes one.
  const fromStream = AudioContext.prototype.createMediaStreamSource;
  const property = Object.getOwnPropertyDescriptor(HTMLMediaElement.prototype, "srcObject");
  let context: AudioContext | undefined;
  // A source without a reference is garbage-collected, and silent from then on.
  const held: AudioNode[] = [];
  Object.defineProperty(HTMLMediaElement.prototype, "srcObject", {
    ...property,
    set(this: HTMLMediaElement, stream: MediaStream | null) {
      property?.set?.call(this, stream);
      if (!stream?.getAudioTracks().length) return;
      context ??= new AudioContext();
      const gain = context.createGain();
      const follow = () => {
        gain.gain.value = this.muted ? 0 : this.volume;
      };
      this.addEventListener("volumechange", follow);
      follow();
      const source = fromStream.call(context, stream);
      source.connect(gain).connect(context.destination);
      held.push(source);
      const voice = window.visitorVoice;
      if (!echo || !voice) return;
      const loud = voice.context.createGain();
      const echoed = () => {
        loud.gain.value = this.muted ? 0 : this.volume * echo.loud;
      };
      this.addEventListener("volumechange", echoed);
      echoed();
      const late = voice.context.createDelay();
      late.delayTime.value = echo.late;
      const played = fromStream.call(voice.context, stream);
      played.connect(loud).connect(late).connect(voice.mouth);
      held.push(played);
    },
  });

  const { replaceTrack } = RTCRtpSender.prototype;
  RTCRtpSender.prototype.replaceTrack = function (this: RTCRtpSender, track) {
    window.visitorSends ??= performance.now();
    return replaceTrack.call(this, track);
  };
  window.visitorPeers = [];
  const Peer = window.RTCPeerConnection;
  window.RTCPeerConnection = class extends Peer {
    constructor(configuration?: RTCConfiguration) {
      super(configuration);
      window.visitorPeers.push(this);
    }
  };
}

/** Seconds of a page's sound after which the audio thread has begun what it was told before them. */
const BEGUN = 0.1;

export class Visitor {
  readonly page: Page;
  /** Faults that reached the page. */
  readonly faults: string[] = [];
  /** Addresses that the page loaded. */
  readonly loaded: string[] = [];
  /** What its reports were answered, with the second of each. */
  readonly reports: string[] = [];

  constructor(page: Page) {
    this.page = page;
    page.on("pageerror", (error) => this.faults.push(String(error)));
    page.on("request", (request) => this.loaded.push(request.url()));
    const reported = (url: string, answer: string) => {
      if (url.endsWith("/events")) this.reports.push(`${answer} ${new Date().toISOString().slice(14, 19)}`);
    };
    page.on("response", (response) => reported(response.url(), String(response.status())));
    page.on("requestfailed", (request) => reported(request.url(), request.failure()?.errorText ?? "failed"));
  }

  /**
   * @param prepare what is done to the page before it is loaded
   * @param loads whether the page's policy lets it load a recorder
   * @param echo of what comes over WebRTC
   */
  static async on(
    browser: TestBrowser,
    url: string,
    prepare = async (_page: Page) => {},
    loads = true,
    echo?: Echo,
  ): Promise<Visitor> {
    const page = await (await browser.context()).newPage();
    const visitor = new Visitor(page);
    await prepare(page);
    await page.addInitScript(installVoice, echo);
    await recordPage(page, loads);
    await page.goto(url);
    return visitor;
  }

  /**
   * Waits until what it says is taken: a page has no sound of a microphone that it has just opened, until the code on its audio
   * thread has come. What was said before that has gone nowhere.
   */
  mayTalk = () =>
    this.page.waitForFunction((begun) => {
      const taken = window.visitorVoice?.taken;
      return taken && taken.context.currentTime > taken.at + begun;
    }, BEGUN);

  /** Speaks, and answers with when it began, on the page's clock. */
  async say({ rate, samples }: Sound): Promise<number> {
    const pcm = Int16Array.from(samples, (sample) => sample * 32_767);
    const base64 = Buffer.from(pcm.buffer).toString("base64");
    return this.page.evaluate(
      async ([encoded, hertz]) => {
        const voice = window.visitorVoice;
        if (!voice) throw new Error("the page has not opened the microphone");
        const bytes = Uint8Array.from(atob(encoded), (character) => character.charCodeAt(0));
        const words = new Int16Array(bytes.buffer);
        const buffer = voice.context.createBuffer(1, words.length, hertz);
        buffer.getChannelData(0).set(Float32Array.from(words, (sample) => sample / 32_768));
        const source = voice.context.createBufferSource();
        source.buffer = buffer;
        source.connect(voice.mouth);
        voice.saying++;
        source.onended = () => voice.saying--;
        await voice.context.resume();
        // Before: a busy machine may stand still in between.
        const began = performance.now();
        source.start();
        return began;
      },
      [base64, rate] as const,
    );
  }

  /** Waits until all that it says has gone into the microphone. */
  saidAll = () => this.page.waitForFunction(() => window.visitorVoice?.saying === 0);

  /** The page's clock now, milliseconds. */
  now = () => this.page.evaluate(() => performance.now());

  /** What the page made of the visitor's words for a peer connection, since that got it; at 8 kHz. */
  async sent(): Promise<Sound> {
    const since = await this.page.evaluate(() => window.visitorSends);
    return to8k(await recording(this.page, "sent", since));
  }

  /** What was heard since then, at 8 kHz. @param from on the page's clock */
  async heardSince(from: number): Promise<Recording> {
    const all = await recording(this.page, "output", from);
    const at = Math.max(0, Math.round(((from - all.startedAt) / 1000) * all.rate));
    const part = to8k({ rate: all.rate, samples: all.samples.subarray(at) });
    return { ...part, startedAt: all.startedAt + (at / all.rate) * 1000 };
  }
}

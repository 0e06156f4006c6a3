import { BandEnergies } from "./band-energies.ts";
import { EchoModel } from "./echo-model.ts";
import type { GuardOptions, Verdict } from "./guard-messages.ts";
import { Voicing } from "./voicing.ts";

/** Samples a second that are enough for speech; more are averaged. */
const RATE = 12_000;
/** Bands that nothing explains count as evidence, at most so many a hop; less than SOME are chance. */
const SOME = 2;
const MOST = 8;
const FADING = 0.85;
/** From so many bands on somebody is heard at all. */
const ACTIVE = 3;
/** Evidence from which sound may be speech, and from which it is. Until the echo has been known for a second, more is needed. */
const LIKELY = 10;
const CERTAIN = 16;
const CERTAIN_AT_FIRST = 28;
const KNOWN_AFTER = 100;
/** Hops with a pitch among the last ones. */
const VOICED = 3;
const VOICED_WITHIN = 15;
/** In a loud room, the share of the energy that neither echo nor noise explains must be this large. */
const STANDS = 0.7;
/** Hops without evidence after which the visitor has ceased. */
const CEASED = 40;
/** Hops of evidence that speech of 0.6 seconds leaves, which interrupts a patient agent; and the longest pause in it. */
const LASTS = 72;
const PAUSE = 40;
/** Hops for which an echo rings on when the speaker is silent, beside its delay; and the longest pause within an answer. */
const RINGS = 25;
const BETWEEN = 70;
/** The page sees the verdict of every second hop: what it shall see lasts so many. */
const SEEN = 4;
/** Hops after speech in a loud room for which its noise is sent too. */
const OPEN = 50;

/**
 * Whether the visitor speaks while the agent does. Pure: samples of microphone and speaker in, a verdict every 10 ms out; makes
 * nothing after its constructor.
 */
export class GuardEngine {
  verdict: Verdict = "wait";
  readonly #mode: GuardOptions["mode"];
  /** Samples that are averaged to one, and those of the next one so far. */
  readonly #every: number;
  #count = 0;
  #heard = 0;
  #played = 0;
  readonly #energies: BandEnergies;
  readonly #model = new EchoModel();
  readonly #voicing: Voicing;
  #evidence = 0;
  /** Hops since speech began, pauses included, and since the last of it. */
  #spoken = 0;
  #quiet = 1_000;
  /** Hops with a pitch, fading away. */
  #voiced = 0;
  #known = 0;
  #drops = 0;
  /** Hops left in which all is sent, since the agent has ended: what was kept goes along. */
  #passes = SEEN;

  /** @param rate of the samples, hertz */
  constructor(rate: number, mode: GuardOptions["mode"]) {
    this.#mode = mode;
    this.#every = Math.max(1, Math.round(rate / RATE));
    this.#energies = new BandEnergies(rate / this.#every);
    this.#voicing = new Voicing(rate / this.#every);
  }

  /** @param played what the speaker plays meanwhile; left out where it plays nothing */
  push(heard: Float32Array, played: Float32Array | undefined): void {
    const every = this.#every;
    let count = this.#count;
    let one = this.#heard;
    let other = this.#played;
    for (let at = 0; at < heard.length; at++) {
      one += heard[at] as number;
      if (played) other += played[at] as number;
      if (++count < every) continue;
      this.#voicing.push(one / every);
      if (this.#energies.push(one / every, other / every)) this.#hop();
      count = one = other = 0;
    }
    this.#count = count;
    this.#heard = one;
    this.#played = other;
  }

  #hop(): void {
    const model = this.#model;
    model.push(this.#energies.heard, this.#energies.played);
    this.#known = model.coupled ? this.#known + 1 : 0;
    const bands = model.unexplained;
    this.#evidence = this.#evidence * FADING + (bands >= SOME ? Math.min(bands, MOST) : 0);
    this.#voiced = Math.max(0, this.#voiced - 1 / VOICED_WITHIN);
    // In a room that hums all has a pitch.
    const stands = !model.loud || model.share > STANDS;
    if (bands >= SOME && stands && this.#evidence >= LIKELY / 2 && this.#voicing.voiced)
      this.#voiced = Math.min(2 * VOICED, this.#voiced + 1);
    this.verdict = this.#judge();
  }

  #judge(): Verdict {
    const speaks = this.#speaks;
    this.#quiet = speaks ? 0 : this.#quiet + 1;
    this.#spoken = this.#quiet > PAUSE ? 0 : this.#spoken + 1;
    if (!this.#guards) return this.#end();
    this.#passes = SEEN;
    if (this.#mode === "off") return speaks || this.#quiet <= PAUSE ? "keep" : "hold";
    if (this.verdict === "speech" && this.#quiet <= CEASED) return "speech";
    if (speaks && (this.#mode === "normal" || this.#spoken >= LASTS)) return "speech";
    // Sent where it turns out that there is no echo, dropped where there is.
    if (this.#unsure && (this.#model.active >= ACTIVE || this.verdict === "wait")) return "wait";
    if (this.#mode === "patient") return this.#spoken > 0 ? "keep" : "hold";
    return this.#evidence >= LIKELY && this.#voiced >= 1 ? "keep" : "hold";
  }

  /** Drops the sound that waited, if it was an echo: the page sees only the verdict of every second hop. */
  #end(): Verdict {
    if (this.verdict === "wait" && this.#model.coupled) this.#drops = SEEN;
    if (this.#drops-- > 0) return "hold";
    if (this.#mode === "normal" || this.#passes-- > 0 || !this.#model.loud) return "pass";
    // A loud room that begins out of silence, as the agent pauses, would be taken for speech.
    if (this.#quiet <= OPEN) return "speech";
    return this.#evidence >= LIKELY ? "keep" : "hold";
  }

  /** An echo that is new may be taken for one by chance. */
  get #unsure(): boolean {
    const { coupled } = this.#model;
    return coupled === null || (coupled && this.#known <= KNOWN_AFTER);
  }

  get #speaks(): boolean {
    const known = this.#known > KNOWN_AFTER || this.#model.coupled === false;
    // Over a longer stretch of speech, the echo covers the visitor now and then: less evidence is enough then.
    const goesOn = this.#mode !== "normal" && this.#spoken > 0;
    const certain = goesOn ? LIKELY : known ? CERTAIN : CERTAIN_AT_FIRST;
    return this.#evidence >= certain && this.#voiced >= VOICED;
  }

  /** Whether the agent is heard, or its echo. Where the microphone does not hear it, any speech is the visitor's. */
  get #guards(): boolean {
    const { coupled, silentFor, lag } = this.#model;
    if (this.#mode !== "normal") return silentFor < BETWEEN;
    // A sound that may still become speech is judged to its end.
    return (
      coupled !== false && (silentFor < lag + RINGS || (silentFor < BETWEEN + RINGS && this.#evidence >= LIKELY / 2))
    );
  }
}

import { BANDS, SILENCE } from "./band-energies.ts";
import { Likeness } from "./likeness.ts";

/** How late an echo may come, hops of 10 ms: Bluetooth speakers take half a second. */
const LAGS = 64;
/** Logarithms of energies, so 1 is 4.3 dB. What the speaker plays below this is silence; above LOUD it says how loud its echo is. */
const AUDIBLE = -14;
const LOUD = -16;
/** What no echo has been measured for yet may be as much louder than what was played. */
const UNKNOWN_GAIN = 2;
/** A band must be louder than the room, and than the echo in it, by this factor. */
const OVER_NOISE = 2.6;
const OVER_ECHO = 1.6;
/** A small loudspeaker distorts: it puts as much less than its loudest band into every other. */
const DISTORTION = 4.6;
/** An echo dies away by so much a hop: a room that rings for half a second. */
const RING = 0.2;
/** The room's noise may get louder by so much a hop; it is as soft as the softest that is heard. */
const NOISE_RISE = 0.01;
/** From this energy on a room is loud: -52 dB of full scale, at which a vendor may begin to take it for speech. */
const LOUD_ROOM = 10 ** -5.2;
/** Weight of what was, from one hop to the next: a fifth of a second, and two. */
const SHORT = 0.95;
const LONG = 0.995;
/** Hops in which the speaker must have been heard before the echo's delay, or that there is none, is believed. */
const LEARNT = 60;
/** Sound as similar to what was played as `LIKE` is an echo; below `UNLIKE` it is none. */
const LIKE = 0.6;
const UNLIKE = 0.4;
/** For how many hops that must hold. Without an echo only hops count in which the speaker is heard: at first, and after an echo was known. */
const ALIKE = 15;
const UNLIKE_FIRST = 60;
const UNLIKE_LATER = 150;
/** Hops of the speaker after which what is still not known counts as an echo: one that the room's noise hides. */
const UNDECIDED = 240;
/** Bands that are louder than the room where anything is heard. */
const HEARD = 3;

/**
 * What of the microphone's sound the speaker explains: learns how late and how loud its echo comes, band by band, and how loud
 * the room is. Knows no samples, so distortion and clocks that drift do not matter.
 */
export class EchoModel {
  /** Whether the microphone hears the speaker; `null` while that is not known. */
  coupled: boolean | null = null;
  /** Bands that are louder than the room. */
  active = 0;
  /** Bands that are louder than the room and the echo too. */
  unexplained = 0;
  /** How much of all energy is theirs. */
  share = 0;
  /** Hops since the speaker was last audible. What played before the first is not known. */
  silentFor = 0;
  /** Hops that the echo comes late. */
  lag = 0;
  readonly #played = Array.from({ length: LAGS }, () => new Float64Array(BANDS).fill(Math.log(SILENCE)));
  readonly #heard = new Float64Array(BANDS);
  readonly #noise = new Float64Array(BANDS).fill(Math.log(SILENCE));
  /** How much louder the echo is than what was played. */
  readonly #gain = new Float64Array(BANDS).fill(UNKNOWN_GAIN);
  /** What the speaker played when the echo left it: now, and with what still rings. */
  readonly #direct = new Float64Array(BANDS);
  readonly #ringing = new Float64Array(BANDS).fill(Math.log(SILENCE));
  /** With what was played at the lag that is believed, and at each. */
  readonly #now = new Likeness(SHORT, 1);
  readonly #lately = new Likeness(LONG, LAGS);
  /** What was played by lag, over silence, with its sums: it comes by once for each lag. */
  readonly #levels = Array.from({ length: LAGS }, () => new Float64Array(BANDS));
  readonly #sum = new Float64Array(LAGS);
  readonly #squares = new Float64Array(LAGS);
  readonly #over = new Float64Array(BANDS);
  #at = 0;
  #learnt = 0;
  #alike = 0;
  #unlike = 0;
  /** Whether nothing was heard yet. */
  #deaf = true;
  /** Hops since the room was first heard: its noise is learnt at once. */
  #hops = 0;

  /** Whether the room's noise alone is loud. */
  get loud(): boolean {
    let energy = 0;
    for (let band = 0; band < BANDS; band++) energy += Math.exp(this.#noise[band] as number);
    return energy > LOUD_ROOM;
  }

  /** The energies of one hop. */
  push(heard: Float64Array, played: Float64Array): void {
    this.#take(heard, played);
    this.#compare();
    const lag = this.#lately.best();
    const likeness = this.#lately.at(lag);
    this.#judge(lag, likeness);
    this.#explain(heard);
    if (this.coupled) this.#learn();
  }

  #take(heard: Float64Array, played: Float64Array): void {
    this.#at = (this.#at + 1) % LAGS;
    const now = this.#played[this.#at] as Float64Array;
    const levels = this.#levels[this.#at] as Float64Array;
    let loudest = AUDIBLE - 1;
    let sum = 0;
    let squares = 0;
    for (let band = 0; band < BANDS; band++) {
      const level = Math.log(played[band] as number);
      const over = Math.max(0, level - LOUD);
      now[band] = level;
      levels[band] = over;
      sum += over;
      squares += over * over;
      loudest = Math.max(loudest, level);
      this.#hear(band, Math.log(heard[band] as number));
    }
    this.#sum[this.#at] = sum;
    this.#squares[this.#at] = squares;
    this.#hops++;
    this.silentFor = loudest >= AUDIBLE ? 0 : this.silentFor + 1;
    if (loudest >= AUDIBLE) this.#learnt++;
  }

  #hear(band: number, level: number): void {
    this.#heard[band] = level;
    const noise = this.#noise[band] as number;
    if (this.#hops === 0) this.#noise[band] = level;
    else this.#noise[band] = level < noise ? noise + 0.15 * (level - noise) : Math.min(level, noise + NOISE_RISE);
  }

  #before(lag: number): number {
    return (this.#at - lag + LAGS) % LAGS;
  }

  /** Over the room's noise, and over silence: else pauses alone would make all sounds alike. */
  #compare(): void {
    let y = 0;
    let yy = 0;
    for (let band = 0; band < BANDS; band++) {
      const level = Math.max(0, (this.#heard[band] as number) - (this.#noise[band] as number) - 1);
      this.#over[band] = level;
      y += level;
      yy += level * level;
    }
    this.#now.heard(y, yy);
    this.#lately.heard(y, yy);
    for (let lag = 0; lag < LAGS; lag++) {
      const at = this.#before(lag);
      const levels = this.#levels[at] as Float64Array;
      let xy = 0;
      if (y > 0) for (let band = 0; band < BANDS; band++) xy += (levels[band] as number) * (this.#over[band] as number);
      this.#lately.played(lag, this.#sum[at] as number, this.#squares[at] as number, xy);
      if (lag === this.lag) this.#now.played(0, this.#sum[at] as number, this.#squares[at] as number, xy);
    }
  }

  #judge(lag: number, likeness: number): void {
    if (this.active >= HEARD) this.#deaf = false;
    if (this.#learnt < LEARNT) return;
    this.#alike = likeness > LIKE ? this.#alike + 1 : 0;
    if (this.silentFor === 0) this.#unlike = likeness < UNLIKE ? this.#unlike + 1 : 0;
    // A visitor who talks over the agent from the beginning hides the echo for a while, but makes pauses.
    const patience = this.#learnt < 5 * LEARNT ? UNLIKE_FIRST : UNLIKE_LATER;
    if (this.#alike > ALIKE) this.coupled = true;
    else if (this.coupled === null && this.#learnt > UNDECIDED) this.coupled = true;
    else if (this.#deaf || this.#unlike > patience) this.coupled = false;
    if (likeness > UNLIKE) this.lag = lag;
  }

  #explain(heard: Float64Array): void {
    const from = Math.max(0, this.lag - 2);
    const to = Math.min(LAGS - 1, this.lag + 3);
    const unknown = this.coupled === null;
    let loudest = Math.log(SILENCE);
    for (let band = 0; band < BANDS; band++) {
      let direct = Math.log(SILENCE);
      if (unknown)
        for (let lag = 0; lag < LAGS; lag++)
          direct = Math.max(direct, (this.#played[this.#before(lag)] as Float64Array)[band] as number);
      else
        for (let lag = from; lag <= to; lag++)
          direct = Math.max(direct, (this.#played[this.#before(lag)] as Float64Array)[band] as number);
      this.#direct[band] = direct;
      this.#ringing[band] = Math.max(direct, (this.#ringing[band] as number) - RING);
      loudest = Math.max(loudest, (this.#ringing[band] as number) + (this.#gain[band] as number));
    }
    this.active = 0;
    this.unexplained = 0;
    let all = SILENCE;
    let theirs = 0;
    for (let band = 0; band < BANDS; band++) {
      const energy = heard[band] as number;
      all += energy;
      const level = this.#heard[band] as number;
      if (level < (this.#noise[band] as number) + OVER_NOISE) continue;
      this.active++;
      const echo = Math.max((this.#ringing[band] as number) + (this.#gain[band] as number), loudest - DISTORTION);
      if (this.coupled !== false && level <= echo + OVER_ECHO) continue;
      this.unexplained++;
      theirs += energy;
    }
    this.share = theirs / all;
  }

  /** Quieter than thought is believed slowly, louder only of what is like what was played: else it would learn the visitor. */
  #learn(): void {
    const alike = this.#now.at(0) > LIKE;
    for (let band = 0; band < BANDS; band++) {
      const direct = this.#direct[band] as number;
      if (direct < LOUD || direct < (this.#ringing[band] as number)) continue;
      const gain = this.#gain[band] as number;
      const measured = (this.#heard[band] as number) - direct;
      if (measured < gain) this.#gain[band] = gain + 0.06 * (measured - gain);
      else if (alike) this.#gain[band] = gain + (measured < gain + OVER_ECHO ? 0.3 : 0.05) * (measured - gain);
    }
  }
}

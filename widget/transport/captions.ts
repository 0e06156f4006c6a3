// Long: one filter, whose steps change the same few variables.
import { begun, endOfWord, lengthOf } from "./caption-text.ts";
import { HeardSound } from "./heard-sound.ts";
import type { Caption, SpokenSound, TransportEvent, WireEvent } from "./transport.ts";

type Whole = Extract<TransportEvent, { type: "agent_transcript" }>;

/** What the agent says in one item. */
interface Line {
  readonly id: string;
  text: string;
  /** Characters that were emitted. */
  shown: number;
  /** Its complete text, which is emitted when it was heard. */
  whole: Whole | null;
  /** Comes after it: the answer is not complete, though all of it that came is heard. */
  unfinished: boolean;
  readonly turn: number;
}

/** How long a character takes, milliseconds, until the call's own answers say so. */
const CHARACTER_MS = 65;
/** Nobody speaks in less than such a part of it. */
const FASTEST = 0.5;
/** From so long an answer on, in characters, its speed is learnt. */
const TELLING = 20;
/** Text whose sound does not come, or does not go on, is shown after this time; milliseconds. */
const STALLED_MS = 1_500;
const CHECK_MS = 80;

/**
 * Holds back what the agent says until it is heard, word by word; what was not heard is never emitted. Pure: the clock is an
 * argument, milliseconds.
 */
export class Captions {
  readonly #sound: HeardSound;
  readonly #isMedia: boolean;
  /** What is being heard or will be, in order. */
  #lines: Line[] = [];
  /** Items whose text is emitted as it comes: written ones, and those that were heard. */
  readonly #free: Set<string>;
  /** What was heard of items that were cut, by all of their text. */
  readonly #cut = new Map<string, { all: string; heard: string }>();
  /** What came before this code was there is not known. */
  #turn = 1;
  /** The newest turn whose sound has all come. */
  #done = 0;
  #playback = "unknown";
  /** The sound has ended; whether it was cut is known as soon as something else happens. */
  #ended = false;
  /** When something last came or was heard. */
  #stirred = 0;
  #characterMs = CHARACTER_MS;
  /** When each character of the vendor's own timing is spoken, milliseconds of the sound. */
  #starts: number[] = [];

  /**
   * @param sound `null` where it moves as media: then the time for which it is heard is all that is known
   * @param greeting an item whose text was emitted before; what is still heard of it is none of the sound that comes
   */
  constructor(sound: SpokenSound | null, greeting = "") {
    this.#sound = new HeardSound(sound, greeting);
    this.#isMedia = !sound;
    this.#free = new Set([greeting]);
  }

  /** Whether something is held back. */
  get waits(): boolean {
    return this.#lines.length > 0;
  }

  /** What is emitted now in place of this event. */
  push(event: WireEvent, now: number): TransportEvent[] {
    const before = this.#ended && event.type !== "interrupted" ? this.check(now) : [];
    return [...before, ...this.#take(event, now)];
  }

  /** What is to be emitted by now. */
  check(now: number): TransportEvent[] {
    this.#measure(now);
    const ended = this.#ended || this.#playback === "none";
    this.#ended = false;
    const heard = ended && this.#sound.played > 0 && this.#lines.some((line) => this.#isWhole(line));
    if (heard || (this.#playback !== "playing" && now - this.#stirred >= STALLED_MS)) return this.#release(heard);
    return this.#show();
  }

  #take(event: WireEvent, now: number): TransportEvent[] {
    switch (event.type) {
      case "turn_started":
        this.#turn++;
        break;
      case "turn_done":
        this.#done = this.#turn;
        break;
      case "agent_timing":
        this.#measure(now);
        for (const start of event.starts_ms) this.#starts.push(this.#sound.received + start);
        return [];
      case "agent_delta":
        return this.#say(event, now);
      case "agent_transcript":
        return this.#complete(event, now);
      case "interrupted":
        return this.#interrupt(event, now);
      case "playback":
        return this.#play(event, now);
    }
    return [event];
  }

  #say(event: Extract<TransportEvent, { type: "agent_delta" }>, now: number): TransportEvent[] {
    const { id, delta, spoken } = event;
    if (this.#cut.has(id)) return [];
    // A vendor may send anything: what is no text is refused where it arrives.
    if (!spoken || typeof delta !== "string") this.#free.add(id);
    if (this.#free.has(id)) return [event];
    this.#stirred = now;
    const line = this.#lines.find((one) => one.id === id);
    if (line) line.text += delta;
    else this.#lines.push({ id, text: delta, shown: 0, whole: null, unfinished: false, turn: this.#turn });
    // It has its place in the conversation from now on.
    return line ? [] : [{ ...event, delta: "" }];
  }

  #complete(event: Whole, now: number): TransportEvent[] {
    const { id, text, provisional } = event;
    const cut = this.#cut.get(id);
    // Any other text is the vendor's own word on what was heard.
    if (cut) return [cut.all === "" || text === cut.all ? { ...event, text: cut.heard } : event];
    const line = this.#lines.find((one) => one.id === id);
    if (typeof text !== "string" || !text || this.#free.has(id) || (!line && provisional === false)) return [event];
    if (line) {
      Object.assign(line, { text, whole: event });
      return [];
    }
    const first = this.#say({ type: "agent_delta", id, delta: text, spoken: true }, now);
    Object.assign(this.#lines.at(-1) as Line, { whole: event });
    return first;
  }

  #play({ playback }: Extract<TransportEvent, { type: "playback" }>, now: number): TransportEvent[] {
    const event: TransportEvent = { type: "playback", playback };
    this.#measure(now);
    this.#playback = playback;
    this.#stirred = now;
    this.#sound.playing = playback === "playing";
    if (playback !== "none") return [event];
    // The speaker forgets what it was told to drop.
    if (this.#sound.isFlushed) return [event, ...this.#stop(this.#lines.map(({ id }) => id))];
    this.#ended = true;
    return [event];
  }

  #interrupt(event: Extract<TransportEvent, { type: "interrupted" }>, now: number): TransportEvent[] {
    this.#measure(now);
    // All of it that came is heard all the same.
    if (this.#isMedia ? this.#sound.playing : this.#sound.received > this.#sound.played) {
      const waits = this.#lines.filter(({ id }) => event.ids.includes(id));
      for (const line of waits) line.unfinished = true;
      const ids = event.ids.filter((id) => !waits.some((line) => line.id === id));
      return waits.length && !ids.length ? [] : [{ ...event, ids }];
    }
    const said = this.#stop(event.ids);
    this.#ended = false;
    return [...said, event];
  }

  /** Cuts these where they are. */
  #stop(ids: readonly string[]): TransportEvent[] {
    const heard = this.#heard();
    const said: TransportEvent[] = [];
    for (const line of this.#lines) {
      const { id, text, whole } = line;
      if (!ids.includes(id)) continue;
      const part = text.slice(0, heard.get(line)).trim();
      this.#cut.set(id, { all: whole?.text ?? "", heard: part });
      said.push({ ...whole, type: "agent_transcript", id, text: part });
    }
    this.#lines = this.#lines.filter(({ id }) => !ids.includes(id));
    this.#begin();
    return said;
  }

  /** Not every vendor says that a turn is over. */
  #isWhole({ turn, whole }: Line): boolean {
    return turn <= this.#done || whole !== null;
  }

  /** Emits all that waits, of the turns that are over. @param heard whether it was, and says how fast the agent speaks */
  #release(heard: boolean): TransportEvent[] {
    const over = this.#lines.filter((line) => !heard || this.#isWhole(line));
    const length = over.reduce((sum, { text }) => sum + lengthOf(text), 0);
    if (heard && length >= TELLING)
      this.#characterMs = (this.#isMedia ? this.#sound.played : this.#sound.received) / length;
    const all = over.flatMap((line) => this.#finish(line));
    this.#lines = this.#lines.filter((line) => !over.includes(line));
    this.#begin();
    return all;
  }

  #finish(line: Line): TransportEvent[] {
    this.#free.add(line.id);
    return [
      ...this.#grow(line, line.text.length),
      ...(line.whole ? [line.whole] : []),
      ...(line.unfinished ? [{ type: "interrupted" as const, ids: [line.id] }] : []),
    ];
  }

  /** Emits what was heard by now. */
  #show(): TransportEvent[] {
    return [...this.#heard()].flatMap(([line, at]) => this.#grow(line, at));
  }

  #grow(line: Line, to: number): TransportEvent[] {
    const { id, text, shown } = line;
    if (to <= shown) return [];
    line.shown = to;
    return [{ type: "agent_delta", id, delta: text.slice(shown, to), spoken: true }];
  }

  /** The sound that comes next is another. */
  #begin(): void {
    this.#sound.restart();
    this.#starts = [];
  }

  #measure(now: number): void {
    if (this.#sound.measure(now)) this.#stirred = now;
  }

  /** How many characters of each line were heard. */
  #heard(): Map<Line, number> {
    // Where it moves as media, one answer's sound ends before the next one's begins.
    const lines = !this.#isMedia ? this.#lines : this.#lines.filter(({ turn }) => turn === this.#lines[0]?.turn);
    const length = lines.reduce((sum, { text }) => sum + lengthOf(text), 0);
    // Where all has come its length is known. Not every vendor says so only then.
    const come = !this.#isMedia && this.#turn <= this.#done ? FASTEST : 1;
    const all = Math.max(this.#sound.received, length * this.#characterMs * come);
    const share = all ? Math.min(1, this.#sound.played / all) : 0;
    let left = this.#starts.length ? this.#starts.filter((start) => start < this.#sound.played).length : share * length;
    const heard = new Map<Line, number>();
    for (const line of lines) {
      const { characters, left: rest } = begun(line.text, left, this.#starts.length ? () => 1 : undefined);
      left = rest;
      heard.set(line, Math.max(line.shown, endOfWord(line.text, characters)));
    }
    return heard;
  }
}

export const caption: Caption = (emit, sound, connection, greeting) => {
  const captions = new Captions(sound, greeting);
  let timer: ReturnType<typeof setInterval> | undefined;
  const check = () => {
    captions.check(Date.now()).forEach(emit);
    if (captions.waits && !connection.closed) return;
    clearInterval(timer);
    timer = undefined;
  };
  return (event) => {
    captions.push(event, Date.now()).forEach(emit);
    // What follows an end at once says whether it was cut.
    if (event.type === "playback") queueMicrotask(check);
    if (captions.waits) timer ??= setInterval(check, CHECK_MS);
  };
};

/** How loud the high byte of a sample is from which on somebody speaks, root mean square. */
const LOUD = 6;
/** One of so many samples is enough to know that. */
const EACH = 8;
/** Of so much speech, milliseconds, a model that hears says something within this time after its end, milliseconds. */
const SPEECH_MS = 3_000;
const SILENT_MS = 12_000;
/** PCM of 16 bits at 16 kHz. */
const BYTES_PER_MS = 32;

/** Whether a connection of this page was given up for deafness, and no speech was answered since: another one would be deaf, too. */
let gaveUp = false;

/**
 * Notices a model that takes sound and says nothing any more while its connection stands, as some do for minutes:
 * github.com/googleapis/python-genai/issues/1224, github.com/sonichi/sutando/pull/977.
 */
export class Hearing {
  readonly #deaf: () => void;
  #spoken_ms = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(deaf: () => void) {
    this.#deaf = deaf;
  }

  /** @param pcm base64 */
  sent(pcm: string): void {
    const bytes = atob(pcm);
    let sum = 0;
    for (let at = 1; at < bytes.length; at += 2 * EACH) sum += ((bytes.charCodeAt(at) << 24) >> 24) ** 2;
    if (gaveUp || sum <= LOUD ** 2 * (bytes.length / (2 * EACH))) return;
    this.#spoken_ms += bytes.length / BYTES_PER_MS;
    if (this.#spoken_ms < SPEECH_MS) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      gaveUp = true;
      this.#deaf();
    }, SILENT_MS);
  }

  /** @param answers the model answers, so it has heard */
  received(answers: boolean): void {
    if (answers) gaveUp = false;
    this.#spoken_ms = 0;
    clearTimeout(this.#timer);
  }
}

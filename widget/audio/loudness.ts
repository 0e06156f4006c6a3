/** How loud a stream is. */
export class Loudness {
  readonly #analyser: AnalyserNode;
  /** The stream's sound, from its beginning on: a source that is made later has none at first. */
  readonly source: AudioNode;

  constructor(context: AudioContext, stream: MediaStream) {
    this.#analyser = context.createAnalyser();
    // 85 ms of sound at 48 kHz: measuring every tenth of a second misses next to nothing.
    this.#analyser.fftSize = 4_096;
    this.source = context.createMediaStreamSource(stream);
    this.source.connect(this.#analyser);
  }

  /** Root mean square right now, 0 to 1. */
  now(): number {
    const samples = new Float32Array(this.#analyser.fftSize);
    this.#analyser.getFloatTimeDomainData(samples);
    return Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length);
  }

  close(): void {
    this.source.disconnect();
  }
}

/** What sound is taken from and goes to. */
export interface AudioGraph {
  readonly context: AudioContext;
  /** Where sound goes to be heard, at the visitor's volume. */
  readonly output: AudioNode;
  /** The worklet's processors may be made. Loading begins when this is first read; rejects when it fails. */
  readonly ready: Promise<void>;
}

/** The visitor's devices and volume. Absent values: the browser's own. */
export interface SoundSettings {
  /** Only a preference: if the device is gone, the browser takes another. */
  readonly microphoneId?: string | undefined;
  /** Only some browsers let a page choose. */
  readonly speakerId?: string | undefined;
  /** 0 to 1. */
  readonly volume?: number | undefined;
}

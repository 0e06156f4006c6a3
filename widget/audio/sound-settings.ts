/** How a visitor wants to hear and be heard. Absent: as the browser does it. */
export interface SoundSettings {
  /** A preference: where the device is gone, the browser takes another. */
  readonly microphoneId?: string | undefined;
  /** Only some browsers let a page choose. */
  readonly speakerId?: string | undefined;
  /** 0 to 1. */
  readonly volume?: number | undefined;
}

/** Of all stand-ins' voices, hertz. */
export const RATE = 24_000;

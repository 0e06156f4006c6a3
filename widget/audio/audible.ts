/** From this root mean square on somebody may be speaking; full scale 1. */
export const AUDIBLE = 0.005;
/** How much is kept of what is said before a connection takes it. Seconds. */
export const LONGEST_KEPT = 15;

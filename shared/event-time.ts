import { integer } from "./fields.ts";
import { MAX_CLOCK_DIFFERENCE_SECONDS } from "./limits.ts";

/** When something happened, by its sender's clock in unix milliseconds: within 24 hours of the server's. */
export const eventTime = integer()
  .nonnegative()
  .refine(
    (at) => Math.abs(at - Date.now()) <= MAX_CLOCK_DIFFERENCE_SECONDS * 1000,
    "Write unix milliseconds within 24 hours of the server's clock, or leave it out",
  );

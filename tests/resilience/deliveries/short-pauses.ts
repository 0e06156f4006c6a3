import { PAUSES as WHOLE } from "../../../worker/objects/delivery-queue/pauses.ts";

/** An hour of the service is 3.6 seconds of the test. */
const TIMES_SHORTER = 1_000;

export const PAUSES: readonly number[] = WHOLE.map((seconds) => seconds / TIMES_SHORTER);

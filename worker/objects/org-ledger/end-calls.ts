import type { HangUp, Lease } from "./rpc.ts";

/** Calls that are ended at their vendors at a time, and how long one may take in milliseconds. */
const AT_A_TIME = 25;
const TIME_LIMIT = 8_000;

const tooLate = async (): Promise<never> => {
  await scheduler.wait(TIME_LIMIT);
  throw new Error("the vendor did not end the call in time");
};

/** Ends calls at their vendors. @param done is told which were ended; the others are tried again by whoever keeps them */
export async function endCalls(leases: Lease[], hangUp: HangUp, done: (session_id: string) => void): Promise<void> {
  const rest = [...leases];
  while (rest.length > 0) {
    const results = await Promise.allSettled(
      rest.splice(0, AT_A_TIME).map(async (lease) => {
        await Promise.race([hangUp(lease), tooLate()]);
        done(lease.session_id);
      }),
    );
    for (const result of results)
      if (result.status === "rejected")
        console.error(JSON.stringify({ event: "hang_up_failed", error: String(result.reason).slice(0, 300) }));
  }
}

import type { Bindings } from "./env.ts";
import { readSourcesDaily } from "./knowledge/daily-reading.ts";

interface CronJob {
  name: string;
  /** @param now unix milliseconds, as the cron means them */
  run(bindings: Bindings, now: number): Promise<void>;
}

/** What the hourly cron does. Each job decides by the clock whether it is due; one that fails keeps no other back. */
const JOBS: readonly CronJob[] = [{ name: "read_sources", run: readSourcesDaily }];

export async function runCron(controller: ScheduledController, bindings: Bindings): Promise<void> {
  for (const { name, run } of JOBS) {
    try {
      await run(bindings, controller.scheduledTime);
    } catch (error) {
      console.error(JSON.stringify({ event: "cron_failed", job: name, error: String(error) }));
    }
  }
}

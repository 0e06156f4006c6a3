import type { Bindings } from "./env.ts";
import { forgetOldQuestions, readSourcesDaily } from "./knowledge/daily-reading.ts";
import { moveAllTexts } from "./knowledge/move-texts.ts";
import { logError } from "./log-error.ts";
import { updateAlerts } from "./projects/alerts.ts";
import { deleteExpiredRecords } from "./projects/delete-expired-records.ts";
import { continueDeletions } from "./projects/deletion/deletion.ts";
import { fillStores } from "./projects/fill-stores.ts";
import { storeRetiredSecrets } from "./projects/key-secrets.ts";
import { measureStores } from "./projects/measure-stores.ts";
import { endRevoked } from "./sessions/end-revoked.ts";
import { applyRetention } from "./sessions/retention.ts";
import { retryStuckAnalyses } from "./sessions/retry-analyses.ts";
import { addErrors } from "./storage/service-errors.ts";
import { readVariables } from "./variables.ts";

interface CronJob {
  /** Failures are stored under it, so it stays when the job's function is renamed. */
  name: string;
  /** @param now the scheduled time, unix milliseconds */
  run(bindings: Bindings, now: number): Promise<void>;
}

/** Same cron expression as in wrangler.toml. */
const EVERY_FIVE_MINUTES = "*/5 * * * *";
const FIVE_MINUTE_JOBS: readonly CronJob[] = [
  { name: "go_on_deleting", run: continueDeletions },
  { name: "watch", run: updateAlerts },
  { name: "end_revoked", run: endRevoked },
  { name: "read_sources", run: readSourcesDaily },
  { name: "fill_stores", run: fillStores },
  { name: "measure_stores", run: measureStores },
  // It takes minutes where a crash has left many.
  { name: "analyze_sessions", run: async (bindings) => void (await retryStuckAnalyses(bindings)) },
  // Last: after an update it may need all the calls that are left.
  { name: "move_texts", run: moveAllTexts },
];

/** Each job decides by the clock whether it is due. One that fails does not stop the others. */
const HOURLY_JOBS: readonly CronJob[] = [
  { name: "forget_questions", run: forgetOldQuestions },
  { name: "apply_retention", run: async (bindings, now) => void (await applyRetention(bindings, now)) },
  { name: "tidy_records", run: deleteExpiredRecords },
  { name: "go_on_deleting", run: continueDeletions },
  {
    name: "keep_retired_secrets",
    run: (bindings, now) => storeRetiredSecrets(bindings.DB, readVariables(bindings).KEY_SECRET, now),
  },
];

export async function runCron(controller: ScheduledController, bindings: Bindings): Promise<void> {
  for (const { name, run } of controller.cron === EVERY_FIVE_MINUTES ? FIVE_MINUTE_JOBS : HOURLY_JOBS) {
    try {
      await run(bindings, controller.scheduledTime);
    } catch (error) {
      logError("cron_failed", error, { job: name });
      await addErrors(bindings.DB, `cron_${name}`, 1, String(error), Date.now()).catch(() => {});
    }
  }
}

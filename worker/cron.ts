import type { Bindings } from "./env.ts";
import { readSourcesDaily } from "./knowledge/daily-reading.ts";
import { watch } from "./projects/alerts.ts";
import { goOnDeleting } from "./projects/deletion/deletion.ts";
import { keepRetiredSecrets } from "./projects/key-secrets.ts";
import { tidyRecords } from "./projects/tidy-records.ts";
import { analyzeStranded } from "./sessions/analyze-session.ts";
import { announceContacts } from "./sessions/contacts.ts";
import { applyRetention, indexLeftovers } from "./sessions/retention.ts";
import { addErrors } from "./storage/service-errors.ts";
import { readVariables } from "./variables.ts";

interface CronJob {
  name: string;
  /** @param now unix milliseconds, as the cron means them */
  run(bindings: Bindings, now: number): Promise<void>;
}

/** What is done every few minutes; the address is wrangler.toml's. */
const OFTEN = "*/5 * * * *";
const OFTEN_JOBS: readonly CronJob[] = [
  { name: "go_on_deleting", run: goOnDeleting },
  { name: "watch", run: watch },
];

/** What the hourly cron does. Each job decides by the clock whether it is due; one that fails keeps no other back. */
const JOBS: readonly CronJob[] = [
  { name: "read_sources", run: readSourcesDaily },
  { name: "apply_retention", run: async (bindings, now) => void (await applyRetention(bindings, now)) },
  { name: "index_transcripts", run: async (bindings) => void (await indexLeftovers(bindings)) },
  { name: "announce_contacts", run: (bindings) => announceContacts(bindings) },
  { name: "analyze_sessions", run: async (bindings) => void (await analyzeStranded(bindings)) },
  { name: "tidy_records", run: tidyRecords },
  { name: "go_on_deleting", run: goOnDeleting },
  {
    name: "keep_retired_secrets",
    run: (bindings, now) => keepRetiredSecrets(bindings.DB, readVariables(bindings).KEY_SECRET, now),
  },
];

export async function runCron(controller: ScheduledController, bindings: Bindings): Promise<void> {
  for (const { name, run } of controller.cron === OFTEN ? OFTEN_JOBS : JOBS) {
    try {
      await run(bindings, controller.scheduledTime);
    } catch (error) {
      console.error(JSON.stringify({ event: "cron_failed", job: name, error: String(error) }));
      await addErrors(bindings.DB, `cron_${name}`, 1, String(error), Date.now()).catch(() => {});
    }
  }
}

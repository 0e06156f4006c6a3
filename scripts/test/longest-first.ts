import { createHash } from "node:crypto";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Files that run for 40 seconds or more, the longest first. By their size, as a fresh checkout sorts files, most of them would come last. */
const LONGEST = [
  "browser/long/person-absence.test.ts",
  "conformance/doctor.test.ts",
  "visual/looks.test.ts",
  "conformance/openai.test.ts",
  "resilience/day-two/deploy.test.ts",
  "browser/long/npm-start.test.ts",
  "browser/long/host-libraries.test.ts",
  "browser/subdomains.test.ts",
  "conformance/xai.test.ts",
  "browser/long/across-pages.test.ts",
  "browser/person.test.ts",
  "conformance/inworld.test.ts",
  "conformance/elevenlabs.test.ts",
  "browser/long/turns.test.ts",
  "resilience/bench/bench.test.ts",
  "browser/two-tabs.test.ts",
  "resilience/crash/crash.test.ts",
  "resilience/fuzz/fuzz.test.ts",
  "conformance/gemini.test.ts",
  "browser/foreign-page.test.ts",
  "browser/loading-failures.test.ts",
  "browser/long/console-inbox.test.ts",
  "conformance/workers-ai.test.ts",
  "browser/long/replaced-page.test.ts",
  "visual/focus.test.ts",
  "conformance/compatible.test.ts",
  "browser/debug-sound.test.ts",
  "conformance/demo.test.ts",
  "browser/host-page.test.ts",
  "browser/long/onboarding.test.ts",
  "browser/long/host-layout.test.ts",
  "browser/chat.test.ts",
  "browser/long/console.test.ts",
  "browser/webkit/assistive-technology.test.ts",
  "browser/call-controls.test.ts",
  "unit/linear/linear-work.test.ts",
  "browser/long/console-screens.test.ts",
  "resilience/deliveries/analysis.test.ts",
  "browser/webkit/core.test.ts",
  "browser/microphone-help.test.ts",
  "resilience/day-two/smoke.test.ts",
  "unit/guard.test.ts",
  "browser/alone/conversation.test.ts",
  "browser/contact-and-queue.test.ts",
  "visual/access.test.ts",
];

const rank = ({ moduleId }: TestSpecification): number => {
  const index = LONGEST.findIndex((file) => moduleId.endsWith(`tests/${file}`));
  return index < 0 ? LONGEST.length : index;
};

/** Files that run side by side end together if the longest begin first; a long one alone at the end costs a minute. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { shuffle, seed } = this.ctx.config.sequence;
    if (!shuffle) return (await super.sort(files)).sort((one, other) => rank(one) - rank(other));
    // As `--sequence.shuffle` asks for it: some order, the same for the same seed.
    const lot = ({ project, moduleId }: TestSpecification) =>
      createHash("sha256").update(`${seed} ${project.name} ${moduleId}`).digest("hex");
    return [...files].sort((one, other) => lot(one).localeCompare(lot(other)));
  }
}

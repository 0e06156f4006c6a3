import { createHash } from "node:crypto";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Files that run longest, in this order. By their size, as a fresh checkout sorts files, most of them would come last. */
const LONGEST = [
  "worker/sessions/session.test.ts",
  "worker/sessions/external-provider.test.ts",
  "worker/voice-agent/conversation.test.ts",
  "resilience/fuzz/fuzz.test.ts",
  "browser/chat.test.ts",
  "browser/host-page.test.ts",
  "browser/long/turns.test.ts",
  "browser/long/console.test.ts",
  "browser/long/playground.test.ts",
  "browser/call-controls.test.ts",
  "browser/accessibility.test.ts",
  "browser/loading-failures.test.ts",
  "browser/microphone-help.test.ts",
  "browser/security-policy.test.ts",
  "browser/contact-and-queue.test.ts",
  "conformance/doctor.test.ts",
  "visual/looks.test.ts",
  "conformance/openai.test.ts",
  "conformance/elevenlabs.test.ts",
  "conformance/gemini.test.ts",
  "conformance/xai.test.ts",
  "conformance/compatible.test.ts",
  "visual/focus.test.ts",
  "conformance/workers-ai.test.ts",
  "conformance/inworld.test.ts",
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

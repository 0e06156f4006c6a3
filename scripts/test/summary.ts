import type { Broken } from "./vitest.ts";

/** The end of a run, which is what a CI page shows of it. */

/** All of it, but for the head "In short:". */
const LINES = 58;
/** Lines that are shown of one failed test's error. */
const LINES_OF_ONE = 15;
const LONGEST = 500;

export interface Results {
  title: string;
  passed: number;
  failed: number;
  /** Failed tests, by part. */
  fallen: { title: string; broken: Broken[] }[];
  /** What fell, and held when it ran by itself. */
  flaky: Broken[];
  /** What was not run, and why. */
  skipped: string[];
  /** Duration of each part. */
  seconds: { title: string; seconds: number }[];
  /** Whatever else a reader should know. */
  remark: string;
}

const indent = (text: string, by: string) => text.replace(/^/gm, by);
const clip = (line: string) => (line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line);

/** A failed test and the first lines of why. */
function describe({ name, why }: Broken, lines: number): string[] {
  const first = why
    .split("\n")
    .filter((line) => line.trim() !== "")
    .slice(0, lines)
    .map((line) => indent(clip(line), "      "));
  return [`  ✘ ${name}`, ...first];
}

const describeAll = (fallen: Results["fallen"], lines: number) =>
  fallen.flatMap(({ title, broken }) => [
    `${title}: ${broken.length} failed`,
    ...broken.flatMap((one) => describe(one, lines)),
  ]);

/** One line; other programs parse its form. */
const flakyLine = ({ name, why, place }: Broken) =>
  clip(`flaky: ${name}: ${why.replace(/\s*\n\s*/g, " | ")}${place ? ` [${place.project}]` : ""}`);

/** `worker 61 s, alone 2.5 min` */
const timesLine = (seconds: Results["seconds"]) =>
  `took: ${seconds.map(({ title, seconds }) => `${title} ${seconds < 100 ? `${seconds.toFixed(1)} s` : `${(seconds / 60).toFixed(1)} min`}`).join(", ")}`;

/**
 * What is printed at the end. Its last lines, `LINES` of them, say all that a reader needs: where they hold less of the
 * errors than there is, those stand in full before them. The last line is `N passed, N failed`.
 */
export function summaryOf({ title, passed, failed, fallen, flaky, skipped, seconds, remark }: Results): string {
  const last = [
    ...skipped.map((one) => `skipped: ${one}`),
    ...flaky.map(flakyLine),
    ...(seconds.length > 0 ? [timesLine(seconds)] : []),
    `${title} ${remark}`,
    `${passed} passed, ${failed} failed`,
  ];
  if (fallen.length === 0) return last.join("\n");
  const room = LINES - last.length;
  const full = describeAll(fallen, LINES_OF_ONE);
  if (full.length <= room) return [...full, ...last].join("\n");
  for (let lines = LINES_OF_ONE - 1; lines >= 0; lines--) {
    const short = describeAll(fallen, lines);
    if (short.length <= room) return [...full, "", "In short:", ...short, ...last].join("\n");
  }
  const names = describeAll(fallen, 0).slice(0, Math.max(0, room - 1));
  return [...full, "", "In short:", ...names, "  … and the others that are named above", ...last].join("\n");
}

import type { Broken, Outcome } from "./vitest.ts";

/** What runs once more: some tests of a file or, without them, all of it; without a file, the whole part. */
export interface Unit {
  project?: string;
  file?: string;
  tests?: string[];
  /** What fell there. */
  broken: Broken[];
}

/**
 * The least that has to run again for what fell in one part. A failure outside of tests takes its file. One outside of files takes
 * those that were cut off, as by a crashed process, or the whole part where none was.
 */
export function unitsOf(broken: readonly Broken[]): Unit[] {
  const cut = broken.find((one) => one.cut)?.place;
  const units = new Map<string, Unit>();
  for (const one of broken) {
    const place = one.place ?? (cut && { ...cut, test: undefined });
    if (!place) return [{ broken: [...broken] }];
    const { project, file, test } = place;
    const key = JSON.stringify([project, file]);
    const unit = units.get(key) ?? { project, file, tests: [], broken: [] };
    units.set(key, unit);
    unit.broken.push(one);
    if (test === undefined) delete unit.tests;
    else unit.tests?.push(test);
  }
  return [...units.values()];
}

/** What held at its second try, and what did not, or cannot be said to. */
export function verdictOf({ tests, broken }: Unit, again: Outcome): { held: Broken[]; fell: Broken[] } {
  const whyAgain = new Map(again.broken.map(({ name, why }) => [name, why]));
  // A name that finds no test would pass with nothing run.
  const all = again.passed + again.failed >= (tests?.length ?? 1);
  const known = again.broken.every(({ name }) => broken.some((one) => one.name === name));
  const otherwise = again.broken.map(({ name, why }) => `${name}: ${why}`).join("\n") || "nothing of it ran";
  const fell = broken.filter(({ name }) => {
    if (!all) return true;
    return tests && known ? whyAgain.has(name) : again.failed > 0;
  });
  return {
    held: broken.filter((one) => !fell.includes(one)),
    fell: fell.map((one) => twice(one, whyAgain.get(one.name) ?? otherwise)),
  };
}

/** Why it fell, both times. */
const twice = (one: Broken, again: string): Broken =>
  one.why === again ? one : { ...one, why: `${one.why}\nand by itself: ${again}` };

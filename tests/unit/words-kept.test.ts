import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { indexWords } from "../../worker/documents/words.ts";

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;

/** Bytes in use that nothing will free. */
function held(): number {
  collect();
  return process.memoryUsage().heapUsed;
}

const LETTERS = "abcdefghijklmnopqrstuvwxyz";
const written = (count: number) => [...count.toString(26)].map((digit) => LETTERS[Number.parseInt(digit, 26)]).join("");

test("what pages of made-up languages say is not kept for each of them", () => {
  const page = (language: string) => {
    const words = Array.from({ length: 15_000 }, (_, at) => `${language}word${written(at)}`);
    return indexWords(words.join(" "), language).length;
  };
  expect(page("en")).toBe(15_000);
  const before = held();
  for (const letter of LETTERS) expect(page(`q${letter}`)).toBe(15_000);
  expect((held() - before) / 1_048_576).toBeLessThan(8);
});

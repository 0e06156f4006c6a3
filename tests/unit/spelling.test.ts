import { expect, test } from "vitest";
import { twoWords } from "../../worker/knowledge/spelling.ts";

test("which two words a space is missing between, of all words of a question, is asked in one call", async () => {
  const asked: string[][] = [];
  const index = {
    async phrasesThere(phrases: string[]) {
      asked.push(phrases);
      return new Set(["gift card", "pan cake"].filter((phrase) => phrases.includes(phrase)));
    },
  };
  const known = new Map([
    ["gif", 9],
    ["tcard", 9],
    ["gift", 3],
    ["card", 5],
    ["pan", 2],
    ["cake", 2],
    ["tea", 1],
  ]);
  const ways = [
    [
      ["gif", "tcard"],
      ["gift", "card"],
    ],
    [],
    [
      ["pan", "cake"],
      ["panc", "ake"],
    ],
    [["tea", "room"]],
  ];
  expect(await twoWords(index, ways, known)).toEqual([["gift", "card"], [], ["pan", "cake"], []]);
  expect(asked).toEqual([["gif tcard", "gift card", "pan cake"]]);
});

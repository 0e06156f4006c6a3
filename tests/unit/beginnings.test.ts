import { expect, test } from "vitest";
import { longerWords, mayBegin, wordsBeginningAlike } from "../../worker/knowledge/beginnings.ts";

const known = new Map(
  Object.entries({
    drucker: 4,
    druckereinstell: 2,
    druckertreib: 3,
    druckers: 1,
    rechtschreibpruf: 2,
    rechts: 9,
    rechnung: 5,
  }),
);

test("a word is looked for as the beginning of longer ones, the most frequent first", () => {
  expect(longerWords("drucker", known)).toEqual(["druckertreib", "druckereinstell"]);
});

test("a short word, a number or a code begins none", () => {
  expect(["drucker", "druck", "x200b77", "123456"].map(mayBegin)).toEqual([true, false, false, false]);
});

test("a word that no passage holds is looked for as what begins most as it does", () => {
  expect(wordsBeginningAlike("rechtschreibfehl", known)).toEqual(["rechtschreibpruf"]);
});

test("what begins alike by less than three fifths of the word is another word", () => {
  expect(wordsBeginningAlike("rechtsanwaltskammer", known)).toEqual([]);
  expect(wordsBeginningAlike("recht", new Map([["recherch", 3]]))).toEqual([]);
});

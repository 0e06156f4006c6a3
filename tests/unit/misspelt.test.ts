import { expect, test } from "vitest";
import { beginningOf, meantBy, withOtherBeginning } from "../../worker/knowledge/misspelt.ts";
import { compareWork } from "../harness/shared/compare-work.ts";

const known = new Map(Object.entries({ address: 40, addition: 3, delivery: 12, deliver: 2, deluge: 1, rechnung: 9 }));

test.each([
  ["adress", "address"],
  ["addres", "address"],
  ["adderss", "address"],
  ["delivrey", "delivery"],
  ["dellivary", "delivery"],
  ["rechnugn", "rechnung"],
])("%s means %s", (term, word) => {
  expect(meantBy(term, known)).toBe(word);
});

test.each(["museum", "addict", "delight", "delta"])("%s is another word", (term) => {
  expect(meantBy(term, known)).toBeNull();
});

test("of words that are as near, the one that more passages hold", () => {
  expect(
    meantBy(
      "detail",
      new Map([
        ["retail", 1],
        ["details", 2],
        ["detain", 8],
      ]),
    ),
  ).toBe("detain");
});

test("a mistake at the beginning: swapped letters, one too many, one too few", () => {
  for (const wrong of ["edlivery", "dleivery", "dlivery", "ddelivery", "dielivery", "dalivery"])
    expect(withOtherBeginning(wrong), wrong).toContain("delivery");
  expect(withOtherBeginning("delivery")).not.toContain("delivery");
  expect(withOtherBeginning("ediet")).toEqual([]);
  expect(meantBy("edlivery", known, 1)).toBe("delivery");
  expect(meantBy("edlivary", known, 1)).toBeNull();
});

test("short words, numbers and codes are as they are", () => {
  expect(beginningOf("bank")).toBeNull();
  expect(beginningOf("x200b")).toBeNull();
  expect(beginningOf("adress")).toBe("ad");
});

// A foreign site can be full of long words that a visitor's question nearly spells.
test("long words that begin alike are compared where they may differ, not letter by letter", () => {
  const search = (beginning: string) => {
    const known = new Map(
      Array.from({ length: 4_000 }, (_, at) => [`${beginning}${at.toString(36).padStart(4, "x")}`, 1]),
    );
    return () => {
      for (let times = 0; times < 5; times++) meantBy(`${beginning}zzzz`, known);
    };
  };
  const { times } = compareWork(search("ab".repeat(28)), search("abab"), 28);
  expect(times).toBeLessThanOrEqual(28);
});

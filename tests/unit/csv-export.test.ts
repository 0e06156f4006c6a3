import { expect, test } from "vitest";
import { exportResponse } from "../../worker/http/export.ts";

async function* pages<T>(rows: T[]) {
  yield rows;
}
const csvOf = async (values: unknown[]) => {
  const rows = values.map((value) => ({ value }));
  return (await exportResponse("csv", "x", ["value"], pages(rows)).text()).split("\r\n").slice(1, -1);
};

test("a cell that a spreadsheet would run begins with an apostrophe, and every cell is quoted", async () => {
  for (const sign of ["=", "+", "-", "@", "＝", "＋", "－", "＠", "\t", "\r"])
    expect(await csvOf([`${sign}SUM(1)`]), JSON.stringify(sign)).toEqual([`"'${sign}SUM(1)"`]);
  expect(await csvOf(["plain", 5, null, 'say "hi"', "a,b", "a=1", { a: 1 }])).toEqual([
    '"plain"',
    '"5"',
    '""',
    '"say ""hi"""',
    '"a,b"',
    '"a=1"',
    '"{""a"":1}"',
  ]);
});

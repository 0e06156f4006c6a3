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
  for (const sign of ["=", "+", "-", "@", "＝", "＋", "－", "＠", "\t", "\r", "\n"])
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

test("no cell begins with a formula either where a spreadsheet separates by something else, which tears quoted cells", async () => {
  const cell = async (value: string, spreadsheet: "comma" | "semicolon" | undefined = "comma") => {
    const answer = exportResponse("csv", "x", ["value"], pages([{ value }]), spreadsheet);
    return (await answer.text()).replace(/^\uFEFF?"value"\r\n"|"\r\n$/g, "").replaceAll('""', '"');
  };
  for (const before of [";", "\t", "\n", "\r\n", ';"', "; ", '\n "" '])
    for (const sign of ["=", "+", "-", "@", "＝"])
      expect(await cell(`x${before}${sign}cmd|' /C calc'!A0;`), JSON.stringify(before)).toBe(
        `x${before.replace(/[;\t\n]/, "$&'")}${sign}cmd|' /C calc'!A0;`,
      );
  expect(await cell("a;=1;=2\n=3")).toBe("a;'=1;'=2\n'=3");
  expect(await cell(" =1")).toBe("' =1");
  // Of the file's own separator each program knows what a quoted cell is.
  expect(await cell("a,-1;b-1")).toBe("a,-1;b-1");
  expect(await cell("a,-1;-1", "semicolon")).toBe("a,'-1;-1");
});

test("what programs read is changed in its first sign alone: a list of a visitor's stays one", async () => {
  const text = "Please bring:\n- two pots; -5 % on them\n= one box";
  expect(await exportResponse("csv", "x", ["text"], pages([{ text }])).text()).toBe(`"text"\r\n"${text}"\r\n`);
});

test("for a spreadsheet it says its encoding, separates as asked for and writes times as people read them", async () => {
  const rows = [{ id: 7, at: Date.UTC(2026, 10, 28, 6, 41, 5), name: "Jörg; Müller", done_at: null }];
  const answer = exportResponse("csv", "x", ["id", "at", "name", "done_at"], pages(rows), "semicolon");
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(await answer.arrayBuffer());
  expect(text).toBe('\uFEFF"id";"at";"name";"done_at"\r\n"7";"2026-11-28 06:41:05";"Jörg; Müller";""\r\n');
});

test("for a spreadsheet digits that it would change stay text: a first zero, and more than it keeps", async () => {
  const cells = async (spreadsheet?: "comma") => {
    const rows = ["01712345678", "00042", "12345678901234567", "0171 23", "0", "0.5", "42"].map((value) => ({ value }));
    const answer = exportResponse("csv", "x", ["value"], pages([...rows, { value: 7 }]), spreadsheet);
    return (await answer.text()).split("\r\n").slice(1, -1).join();
  };
  expect(await cells("comma")).toBe('"\'01712345678","\'00042","\'12345678901234567","0171 23","0","0.5","42","7"');
  expect(await cells()).toBe('"01712345678","00042","12345678901234567","0171 23","0","0.5","42","7"');
});

test("for a program it is as it ever was: no byte order mark, commas, milliseconds", async () => {
  const rows = [{ at: 1_764_312_065_000 }];
  const answer = exportResponse("csv", "x", ["at"], pages(rows));
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(await answer.arrayBuffer());
  expect(text).toBe('"at"\r\n"1764312065000"\r\n');
});

test("a cell for a spreadsheet is no longer than Excel takes", async () => {
  const answer = exportResponse("csv", "x", ["value"], pages([{ value: "a".repeat(40_000) }]), "comma");
  const cell = (await answer.text()).split("\r\n")[1] ?? "";
  expect(cell).toHaveLength(32_767 + 2);
  expect(cell.endsWith('a…"')).toBe(true);
});

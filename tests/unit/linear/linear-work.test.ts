import { globSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test, vi } from "vitest";
import { growth } from "./growth.ts";
import { goesOver, loopsOf } from "./loops.ts";
import { type Pattern, patternsOf } from "./patterns.ts";
import { OTHERS, READERS } from "./readers.ts";
import { repeated, SHAPES, type Shape } from "./shapes.ts";

// Recorded speech is bytes that only the bundler of the Worker reads.
vi.mock("../../../worker/objects/voice-agent/demo/speech/clips.ts", () => ({ clip: () => null }));
vi.mock("../../../worker/objects/voice-agent/demo/speech/chime.ts", () => ({ chime: null }));

const root = join(import.meta.dirname, "../../..");
/** Characters of a short text; the long one has eight times as many. */
const LENGTH = 8_000;
/** The same for a pattern alone. */
const PATTERN_LENGTH = 4_000;

describe("a long text takes a reader the work and memory of as many characters in short ones", () => {
  for (const [file, readers] of Object.entries(READERS))
    for (const [name, read] of Object.entries(readers))
      test(`${file} › ${name}`, () => {
        const faults = SHAPES.flatMap(({ name, make }) => {
          const fault = growth(read, make, LENGTH);
          return fault === null ? [] : [`${name}: ${fault}`];
        });
        expect(faults).toEqual([]);
      });
});

test("work that grows with the square is seen, and so is what is kept", () => {
  const spaces = (length: number) => `${" ".repeat(length)}x`;
  expect(growth((text) => text.replace(/ +$/, ""), spaces, 1_000, 1)).toMatch(/ take /);
  expect(growth((text) => text.slice(0, 1_000).repeat(text.length / 20), spaces, 2_000)).toBeNull();
  expect(growth((text) => text.slice(0, text.length / 20).repeat(text.length / 20), spaces, 2_000)).toMatch(/ keep /);
});

test("no reader is left out", async () => {
  const files = globSync(["worker/documents/**/*.ts"], { cwd: root });
  const missing: string[] = [];
  for (const file of [...files, ...Object.keys(READERS).filter((file) => !file.startsWith("worker/documents/"))]) {
    if (file in OTHERS) continue;
    const exports = (await import(join(root, file))) as Record<string, unknown>;
    for (const [name, value] of Object.entries(exports))
      if (typeof value === "function" && !(name in (READERS[file] ?? {})) && !(`${file} ${name}` in OTHERS))
        missing.push(`${file} ${name}`);
  }
  // Give it a text in readers.ts, or say there what keeps foreign text from it.
  expect(missing.filter((one) => !/ (passageWords|titleText)$/.test(one))).toEqual([]);
});

/** Patterns for what is short before they see it, and the most characters that it has. */
const SHORT: Record<string, number> = {
  // The decimals of an amount.
  "worker/documents/codes.ts 0+$": 2,
  // Addresses in the operator's own settings.
  "worker/variables.ts \\/+$": 200,
};

/** The literal characters of a pattern: repeated, they are what it looks at longest. */
const own = ({ source }: Pattern): string[] =>
  [...new Set(source.match(/[a-z0-9 :;="'<>/#!?,._-]/gi) ?? [])].slice(0, 8);

/** The first character that a loop takes. */
function signOf(loop: string | null, pattern: Pattern): string {
  for (let code = 9; code < 0xffff; code++) {
    const sign = String.fromCodePoint(code);
    if (goesOver(loop, pattern, sign)) return sign;
  }
  throw new Error(`/${pattern.source}/ repeats ${loop}, which is no character`);
}

/** Texts that a pattern may take at length before it fails: at least one for each of its loops. */
function shapesFor(pattern: Pattern): Shape[] {
  const loops = loopsOf(pattern);
  const all = [...SHAPES, ...own(pattern).map((sign) => repeated(`its own ${sign}`, sign))];
  const met = ({ piece }: Shape) => loops.some((loop) => goesOver(loop, pattern, piece));
  const unmet = loops.filter((loop) => !all.some(({ piece }) => goesOver(loop, pattern, piece)));
  return [...all.filter(met), ...unmet.map((loop) => repeated(`${loop}`, signOf(loop, pattern)))];
}

/** What is wrong with a pattern; `null` if it is linear. */
function faultOf(pattern: Pattern, length: number, little_ms?: number): string | null {
  const { source, flags } = pattern;
  const all = new RegExp(source, flags.includes("g") ? flags : `${flags}g`);
  for (const { name, make } of shapesFor(pattern)) {
    const fault = growth((text) => void text.replace(all, ""), make, length, little_ms);
    if (fault) return `${name}: ${fault}`;
  }
  return null;
}

test("each regular expression of the service is linear", () => {
  const patterns = patternsOf(["worker", "shared"]);
  expect(patterns.length).toBeGreaterThan(150);
  const names = patterns.map(({ file, source }) => `${file} ${source}`);
  expect(Object.keys(SHORT).filter((name) => !names.includes(name))).toEqual([]);
  const seen = new Set<string>();
  const faults: string[] = [];
  for (const pattern of patterns) {
    const { file, source, flags } = pattern;
    const length = SHORT[`${file} ${source}`] ?? PATTERN_LENGTH;
    const key = `/${source}/${flags} ${length}`;
    if (seen.has(key)) continue;
    seen.add(key);
    const fault = faultOf(pattern, length);
    if (fault) faults.push(`${file} /${source}/${flags}, ${fault}`);
  }
  expect(faults).toEqual([]);
});

test.each([
  // A mail address, from each character of a text without one.
  /[^\s@<>()]+@[^\s@<>()]+/,
  /\d+$/,
  /[\u0660-\u0669]+x/,
  / +$|x/,
])("a regular expression that is not linear is found: %s", ({ source, flags }) => {
  // On a fast machine it takes less than what is too little otherwise.
  expect(faultOf({ file: "", source, flags }, 500, 1)).toMatch(/ take /);
});

test.each<[RegExp, (string | null)[]]>([
  [/\s+/, []],
  [/x[^)]{2,}?|[*+]|\++/, []],
  [/(\p{M}{30})\p{M}+/u, []],
  [/(?:ab|c)+/, []],
  [/\d{1,9}\.(?:x?){1,4}$/, []],
  [/ +$/, [" "]],
  [/(?:a+)+/, ["a", null]],
  [/(?:a|b){1,5}$/, [null]],
  [/(?=[^x]*)y/, ["[^x]"]],
  [/(a)\1*b/, [null]],
  [/\w{40,}/, ["\\w"]],
  [/[\]+]*[a-z]*z|b*/, ["[\\]+]", "[a-z]"]],
])("loops that may fail after a long text: %s", ({ source, flags }, loops) => {
  expect(loopsOf({ file: "", source, flags })).toEqual(loops);
});

import { describe, expect, it } from "vitest";
import { KeptBlocks } from "../../widget/audio/kept-blocks.ts";
import { speechIn } from "../../widget/audio/late-line.ts";

/** What is said before there is a connection. */

const RATE = 12_800;
/** Ten milliseconds that say this number. */
const block = (number: number) => new Float32Array(128).fill(number);
const many = (count: number, number: (at: number) => number) =>
  Array.from({ length: count }, (_, at) => block(number(at)));

/** @returns what is heard in place of each of `later`, where `first` came before anybody listened */
function heard(first: Float32Array[], later: Float32Array[]): number[][] {
  const kept = new KeptBlocks(RATE);
  for (const one of first) kept.keep(one);
  return later.map((one) => {
    const numbers: number[] = [];
    kept.pass(one, (passed) => numbers.push(passed[0] as number));
    return numbers;
  });
}

describe("sound that nobody listens to yet", () => {
  it("comes first, four times as fast as it was spoken, in its order, and nothing of it twice", () => {
    const said = heard(
      many(20, (at) => at + 1),
      many(8, (at) => at + 21),
    );
    expect(said.map(({ length }) => length)).toEqual([4, 4, 4, 4, 4, 4, 3, 1]);
    expect(said.flat()).toEqual(Array.from({ length: 28 }, (_, at) => at + 1));
  });

  it("begins shortly before the first sound, and ends after 15 s of it: the oldest goes", () => {
    const late = heard([...many(200, () => 0), block(5)], [block(6)]).flat();
    expect(late).toEqual([...Array(4).fill(0)]);
    const all = heard(
      [...many(200, () => 0), block(5)],
      many(20, () => 6),
    ).flat();
    expect(all.indexOf(5)).toBe(30);
    const long = heard(
      many(2_000, (at) => at + 1),
      many(700, () => 0),
    ).flat();
    expect(long[0]).toBe(501);
  });

  it("is dropped where nobody has spoken", () => {
    expect(
      heard(
        many(100, () => 0.001),
        [block(7)],
      ),
    ).toEqual([[7]]);
  });

  it("keeps a copy: the browser uses the same samples again", () => {
    const kept = new KeptBlocks(RATE);
    const samples = block(1);
    kept.keep(samples);
    samples.fill(9);
    const numbers: number[] = [];
    kept.pass(samples, (passed) => numbers.push(passed[0] as number));
    expect(numbers).toEqual([1, 9]);
  });

  it("is kept again where the connection is lost, with what had not gone yet", () => {
    const kept = new KeptBlocks(RATE);
    for (const one of many(5, (at) => at + 1)) kept.keep(one);
    const numbers: number[] = [];
    const hear = (passed: Float32Array) => void numbers.push(passed[0] as number);
    kept.pass(block(6), hear);
    kept.keep(block(7));
    kept.pass(block(8), hear);
    expect(numbers).toEqual(Array.from({ length: 8 }, (_, at) => at + 1));
    expect(kept.audible).toBe(false);
  });
});

describe("who speaks on a late line", () => {
  const looks = (count: number, level: (at: number) => number) =>
    Array.from({ length: count }, (_, at) => ({ at, level: level(at) }));
  const uneven = (at: number) => 1 + 0.3 * Math.sin(at);

  it("is nobody in a noise that goes on, however loud", () => {
    expect(speechIn(looks(60, (at) => 0.05 * uneven(at)))).toEqual([]);
  });

  it("is heard above a noise, and not in its pauses", () => {
    const said = speechIn(looks(60, (at) => (at >= 20 && at < 40 ? 0.2 : 0.03) * uneven(at)));
    expect(said).toEqual(Array.from({ length: 20 }, (_, at) => at + 20));
  });

  it("is heard from the first moment on, and where nobody looked", () => {
    expect(speechIn(looks(5, () => 0.1))).toHaveLength(5);
    expect(speechIn([...looks(30, () => 0.001), { at: 31, level: Infinity }])).toEqual([31]);
  });
});

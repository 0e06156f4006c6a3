import { expect, test } from "vitest";
import { foldTranscript } from "../../worker/objects/project-store/transcript.ts";
import { compareWork } from "../harness/shared/compare-work.ts";

const said = (text: string, at: number, body: object) => ({
  type: "user_transcript" as const,
  body: { text, ...body },
  at,
  received_at: at,
});

test("a line that is told again moves behind the one that it names, or stays where it was", () => {
  const lines = foldTranscript([
    said("a", 1, { item: "a" }),
    said("b", 2, { item: "b" }),
    said("c", 3, { item: "c", after: null }),
    said("A", 4, { item: "a", after: "b" }),
    said("B", 5, { item: "b", after: "nothing" }),
    said("C", 6, { item: "c" }),
    said("d", 7, { item: "d", after: "d" }),
    said("", 8, { item: "b", after: "a" }),
  ]);
  expect(lines.map(({ text, at }) => `${text}${at}`)).toEqual(["C3", "A1", "d7"]);
});

// A second and a half for one session of a page, and the console reads a hundred of them for an export.
test("lines that all look for their places are laid out with one look each", () => {
  const told = (after: (at: number) => string | null) =>
    Array.from({ length: 20_000 }, (_, at) => said("x", at, { item: `i${at % 5_000}`, after: after(at) }));
  const [moved, plain] = [told((at) => (at < 5_000 ? null : `i${(at * 7) % 5_000}`)), told(() => null)];
  expect(foldTranscript(moved)).toHaveLength(5_000);
  const { times } = compareWork(
    () => foldTranscript(moved),
    () => foldTranscript(plain),
    15,
  );
  expect(times).toBeLessThanOrEqual(15);
});

import { expect, test } from "vitest";
import { readInboxFrame, readPageFrame } from "../../worker/objects/project-desk/frames.ts";

test("a frame that nests without end is refused: the other side could not be told of it", () => {
  const candidate = `{"a":${"[".repeat(20_000)}${"]".repeat(20_000)}}`;
  const frame = `{"type":"signal","kind":"candidate","session_id":"ses_a","candidate":${candidate}}`;
  for (const read of [readPageFrame, readInboxFrame]) {
    expect(read(frame).error).toMatchObject({ status: 422, detail: "Nest it at most 64 levels deep" });
    expect(read(frame.replace(candidate, '{"a":[1]}')).error).toBeNull();
  }
});

import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { roomFault } from "../../scripts/test/room.ts";

test("a folder that cannot be written, and one without room, is said with what to do", () => {
  expect(roomFault(tmpdir(), 1)).toBeNull();
  expect(roomFault(tmpdir(), Number.MAX_SAFE_INTEGER)).toMatch(
    /has room for \d+ MB.*set TMPDIR to a folder with more\.$/,
  );
  expect(roomFault(join(tmpdir(), "there is none"))).toMatch(/cannot write to .*there is none: .*checkout of your own/);
});

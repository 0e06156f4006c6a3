import { expect, test } from "vitest";
import { cyrb53 } from "../../shared/cyrb53.ts";

test("hashes as its author's examples do", () => {
  expect(["a", "b", "revenge", "revenue"].map((text) => cyrb53(text))).toEqual([
    7929297801672961, 8684336938537663, 4051478007546757, 8309097637345594,
  ]);
});

import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { fillFromCache } from "../../scripts/test/cached-files.ts";

test("what could not be made leaves nothing behind", async () => {
  let folder = "";
  const make = (to: string) => {
    folder = to;
    expect(existsSync(to)).toBe(true);
    throw new Error("no room");
  };
  const inputs = { patterns: ["package.json"], more: [`${process.pid}`] };
  await expect(fillFromCache("nowhere", inputs, make)).rejects.toThrow("no room");
  expect(existsSync(folder)).toBe(false);
  expect(existsSync("nowhere")).toBe(false);
});

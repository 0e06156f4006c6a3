import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");
const read = (file: string) => JSON.parse(readFileSync(join(root, file), "utf8"));

test("miniflare is the one that wrangler has, so that benchmarks run on what npm start runs on", () => {
  const { miniflare } = read("package.json").devDependencies;
  expect(miniflare).toBe(read("node_modules/wrangler/package.json").dependencies.miniflare);
});

import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");

test("the console takes how long a text and how large a number may be from the API, and writes no number of its own", () => {
  const own = globSync("console/**/*.ts", { cwd: root }).flatMap((file) =>
    [
      ...readFileSync(join(root, file), "utf8").matchAll(
        /\b(?:(?:maxlength|min|max)[:=] ?"?|tooLongText\(\w+, )([\d_]+)/g,
      ),
    ].map(([, most]) => `${file}: ${most}`),
  );
  // What the API has no length of: the parts of a tool's JSON Schema, its arguments, the cost that is looked for, whom to forget.
  expect(own.sort()).toEqual([
    "console/parts/session-filters.ts: 0",
    "console/parts/tool-fields.ts: 500",
    "console/parts/tool-fields.ts: 500",
    "console/parts/tool-fields.ts: 64",
    "console/parts/try-tool.ts: 2000",
    "console/screens/project-settings.ts: 200",
  ]);
});

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { checkLines } from "../../scripts/checks/lines.ts";

const roots: string[] = [];

/** A source tree with these files, checked. */
function problemsOf(files: Record<string, string>): string[] {
  const root = mkdtempSync(join(tmpdir(), "lines-"));
  roots.push(root);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return checkLines(root);
}

afterEach(() => {
  for (const root of roots.splice(0)) rmSync(root, { recursive: true });
});

const lines = (count: number) => "a;\n".repeat(count);
const small = { "worker/small.ts": lines(3), "shared/small.css": lines(3) };

describe("the size of files", () => {
  test("250 lines pass, 251 do not, with or without a line break at the end", () => {
    expect(problemsOf({ ...small, "worker/x.ts": lines(250) })).toEqual([]);
    expect(problemsOf({ ...small, "worker/x.ts": `${lines(250)}a;` })).toEqual([
      "worker/x.ts has 251 lines, more than 250: split it, or say why in its first line",
    ]);
    expect(problemsOf({ ...small, "shared/deep/x.css": lines(251) })).toHaveLength(1);
  });

  test("a reason in the first line lets a file be long; an empty one, or one further down, does not", () => {
    const reason = "Long: one table whose rows are read side by side.";
    expect(problemsOf({ ...small, "worker/x.ts": `// ${reason}\n${lines(300)}` })).toEqual([]);
    expect(problemsOf({ ...small, "shared/x.css": `/* ${reason} */\n${lines(300)}` })).toEqual([]);
    expect(problemsOf({ ...small, "worker/x.ts": `// Long: needed.\n${lines(300)}` })).toHaveLength(1);
    expect(problemsOf({ ...small, "worker/x.ts": `a;\n// ${reason}\n${lines(300)}` })).toHaveLength(1);
  });

  test("a reason that is not needed any more fails", () => {
    const reason = "// Long: one table whose rows are read side by side.";
    expect(problemsOf({ ...small, "worker/x.ts": `${reason}\n${lines(249)}` })).toEqual([
      "worker/x.ts has 250 lines, which needs no reason: take it out of its first line",
    ]);
  });

  test("tests have a budget of their own, and recordings none", () => {
    expect(problemsOf({ "tests/unit/x.test.ts": lines(400) })).toEqual([]);
    expect(problemsOf({ "tests/unit/x.test.ts": lines(401) })).toHaveLength(1);
    expect(problemsOf({ "tests/fixtures/x.js": lines(900) })).toEqual([]);
  });

  test("a folder whose files are mostly middling fails as a whole", () => {
    expect(problemsOf({ "widget/a.ts": lines(90), "widget/b.ts": lines(100), "widget/c.ts": lines(10) })).toEqual([
      "half of the files in widget/ have more than 90 lines; the most is 80",
    ]);
  });
});

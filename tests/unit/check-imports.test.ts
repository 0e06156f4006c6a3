import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { checkImports } from "../../scripts/checks/imports.ts";

const roots: string[] = [];

/** A source tree with these files, checked. */
function problemsOf(files: Record<string, string>): string[] {
  const root = mkdtempSync(join(tmpdir(), "imports-"));
  roots.push(root);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return checkImports(root);
}

afterEach(() => {
  for (const root of roots.splice(0)) rmSync(root, { recursive: true });
});

describe("import directions", () => {
  test("downward imports, types and shared values pass", () => {
    const good = {
      "shared/ids.ts": "export const id = 1;",
      "shared/config.ts": 'import { z } from "zod"; export const s = z; export type Config = string;',
      "widget/panel/a.ts": 'import type { Config } from "../../shared/config.ts"; import { s } from "../session/b.ts";',
      "widget/session/b.ts": 'import { id } from "../../shared/ids.ts"; export const s = id;',
    };
    expect(problemsOf(good)).toEqual([]);
  });

  const s = (path: string, text: string, other: Record<string, string> = {}) => problemsOf({ ...other, [path]: text });

  test("an upward import fails, also as export … from and import()", () => {
    const app = { "worker/app.ts": "export const app = 1;" };
    for (const text of [
      'import { app } from "../app.ts";',
      'export { app } from "../app.ts";',
      'export * from "../app.ts";',
      'await import("../app.ts");',
      'import "../app.ts";',
    ])
      expect(s("worker/storage/x.ts", text, app), text).toEqual([
        "upward: worker/storage/x.ts imports worker/app.ts, which stands above it",
      ]);
  });

  test("of two entries that fit a file, the longer one counts", () => {
    const rpc = { "worker/objects/gate/rpc.ts": "export type Rpc = 1;" };
    const type = (from: string) => `import type { Rpc } from "${from}";`;
    expect(s("worker/env.ts", type("./objects/gate/rpc.ts"), rpc)).toEqual([]);
    const engine = { "worker/objects/gate/engine.ts": "export type Rpc = 1;" };
    expect(s("worker/env.ts", type("./objects/gate/engine.ts"), engine)).toEqual([
      "upward: worker/env.ts imports worker/objects/gate/engine.ts, which stands above it",
    ]);
  });

  test("an upward import of a type alone fails too", () => {
    const app = { "worker/app.ts": "export type App = 1;" };
    for (const text of [
      'import type { App } from "../app.ts";',
      'import { type App } from "../app.ts";',
      'export type { App } from "../app.ts";',
      'type App = import("../app.ts").App;',
      'const app = (): typeof import("../app.ts") | null => null;',
    ])
      expect(s("worker/storage/x.ts", text, app), text).toEqual([
        "upward: worker/storage/x.ts imports worker/app.ts, which stands above it",
      ]);
  });

  test("a name of package.json's imports counts as each file behind it", () => {
    const files = {
      "package.json": '{"imports":{"#app":{"npm-package":"./worker/http/y.ts","default":"./worker/app.ts"}}}',
      "worker/app.ts": "export const app = 1;",
      "worker/storage/x.ts": 'import { app } from "#app";',
    };
    const upward = ["upward: worker/storage/x.ts imports worker/app.ts, which stands above it"];
    expect(problemsOf(files)).toEqual(upward);
    const swapped = '{"imports":{"#app":{"npm-package":"./worker/app.ts","default":"./worker/http/y.ts"}}}';
    expect(problemsOf({ ...files, "package.json": swapped })).toEqual(upward);
  });

  test("a circle fails and is named whole", () => {
    const problems = problemsOf({
      "shared/a.ts": 'import "./b.ts";',
      "shared/b.ts": 'import "./c.ts";',
      "shared/c.ts": 'import "./a.ts";',
    });
    expect(problems).toEqual(["circular: shared/a.ts → shared/b.ts → shared/c.ts → shared/a.ts"]);
  });

  test("a circle of type imports fails, and one that a type import closes", () => {
    const types = problemsOf({
      "shared/a.ts": 'import type { B } from "./b.ts"; export type A = 1;',
      "shared/b.ts": 'import type { A } from "./a.ts"; export type B = 1;',
    });
    expect(types).toEqual(["circular: shared/a.ts → shared/b.ts → shared/a.ts"]);
    const mixed = problemsOf({
      "shared/a.ts": 'import { b } from "./b.ts"; export type A = 1;',
      "shared/b.ts": 'import type { A } from "./a.ts"; export const b = 1;',
    });
    expect(mixed).toEqual(["circular: shared/a.ts → shared/b.ts → shared/a.ts"]);
    const named = problemsOf({
      "shared/a.ts": 'export type A = import("./b.ts").B;',
      "shared/b.ts": 'import type { A } from "./a.ts"; export type B = 1;',
    });
    expect(named).toEqual(["circular: shared/a.ts → shared/b.ts → shared/a.ts"]);
  });

  test("two circles are named apart, and what merely leads to one is not named", () => {
    const problems = problemsOf({
      "shared/a.ts": 'import "./b.ts";',
      "shared/b.ts": 'import "./a.ts";',
      "shared/c.ts": 'import "./c.ts"; import "./b.ts";',
      "shared/d.ts": 'import "./a.ts"; import "./c.ts";',
    });
    expect(problems).toEqual([
      "circular: shared/a.ts → shared/b.ts → shared/a.ts",
      "circular: shared/c.ts → shared/c.ts",
    ]);
  });

  test("a circle of folders fails in every realm, though none of its files is in one", () => {
    for (const realm of ["worker", "widget", "console", "scripts", "shared", "tests"]) {
      // In worker/ and widget/ folders that share a layer.
      const [one, two] = { worker: ["sessions", "projects"], widget: ["panel", "debug"] }[realm] ?? ["one", "two"];
      const problems = problemsOf({
        [`${realm}/${one}/a.ts`]: `import { b } from "../${two}/b.ts";`,
        [`${realm}/${one}/c.ts`]: "export type C = 1;",
        [`${realm}/${two}/b.ts`]: "export const b = 1;",
        [`${realm}/${two}/d.ts`]: `import type { C } from "../${one}/c.ts";`,
      });
      const [first, second] = [one, two].sort();
      expect(problems, realm).toEqual([
        expect.stringContaining(`circular folders: ${realm}/${first} → ${realm}/${second} → ${realm}/${first}`),
      ]);
      expect(problems[0]).toContain(`${realm}/${one}/a.ts imports ${realm}/${two}/b.ts`);
      expect(problems[0]).toContain(`${realm}/${two}/d.ts imports ${realm}/${one}/c.ts`);
    }
  });

  test("of a circle of folders, the shortest way round is named, and of many imports the first", () => {
    const problems = problemsOf({
      "console/a/1.ts": 'import "../b/1.ts"; import "../b/2.ts"; import "../b/3.ts"; import "../b/4.ts";',
      "console/b/1.ts": 'import "../root.ts";',
      "console/b/2.ts": "",
      "console/b/3.ts": "",
      "console/b/4.ts": "",
      "console/root.ts": 'import "./a/2.ts"; import "./c/1.ts";',
      "console/a/2.ts": "",
      "console/c/1.ts": 'import "../a/2.ts";',
    });
    expect(problems).toEqual([
      [
        "circular folders: console/a → console/b → console/root.ts → console/a",
        "  console/a/1.ts imports console/b/1.ts",
        "  console/a/1.ts imports console/b/2.ts",
        "  console/a/1.ts imports console/b/3.ts",
        "  and 1 more from console/a to console/b",
        "  console/b/1.ts imports console/root.ts",
        "  console/root.ts imports console/a/2.ts",
      ].join("\n"),
    ]);
  });

  test("each object is a folder of its own, and its contract stands apart from it", () => {
    const contract = {
      "worker/env.ts": 'import type { Gate } from "./objects/gate/rpc.ts"; export type Bindings = Gate;',
      "worker/objects/gate/rpc.ts": "export type Gate = 1;",
      "worker/objects/gate/gate.ts": 'import type { Bindings } from "../../env.ts";',
    };
    expect(problemsOf(contract)).toEqual([]);
    const both = {
      "worker/objects/gate/client.ts": 'import "../ledger/engine.ts";',
      "worker/objects/gate/engine.ts": "",
      "worker/objects/ledger/client.ts": 'import "../gate/engine.ts";',
      "worker/objects/ledger/engine.ts": "",
    };
    expect(problemsOf(both)).toEqual([
      expect.stringContaining("circular folders: worker/objects/gate → worker/objects/ledger → worker/objects/gate"),
    ]);
  });

  test("tests and scripts may import every realm, but not in circles, and no realm imports them", () => {
    const worker = { "worker/env.ts": "export type E = 1;", "scripts/y.ts": "export const y = 1;" };
    expect(
      s("tests/x.test.ts", 'import type { E } from "../worker/env.ts"; import "../scripts/y.ts";', worker),
    ).toEqual([]);
    expect(s("worker/x.ts", 'import "../scripts/y.ts";', worker)).toContain(
      "worker/x.ts imports scripts/y.ts: worker and scripts may meet only in shared/",
    );
    expect(problemsOf({ "tests/a.ts": 'import "./b.ts";', "tests/b.ts": 'import "./a.ts";' })).toHaveLength(1);
    const config = { "vite.config.ts": 'import "./shared/ids.ts";', "shared/ids.ts": "export const id = 1;" };
    expect(problemsOf(config)).toEqual([]);
    expect(problemsOf({ ...config, "shared/x.ts": 'import "../vite.config.ts";' })).toHaveLength(1);
  });

  test("realms meet only in shared, even for types; shared imports nothing else", () => {
    const worker = { "worker/env.ts": "export type E = 1;" };
    expect(s("widget/session/x.ts", 'import type { E } from "../../worker/env.ts";', worker)).toHaveLength(1);
    expect(s("console/x.ts", 'import type { E } from "../worker/env.ts";', worker)).toHaveLength(1);
    expect(s("shared/x.ts", 'import type { E } from "../worker/env.ts";', worker)).toHaveLength(1);
  });

  test("the widget may not load zod, not even through two shared files", () => {
    const shared = {
      "shared/schema.ts": 'import { z } from "zod"; export const s = z;',
      "shared/middle.ts": 'export { s } from "./schema.ts";',
    };
    const [problem] = s("widget/session/x.ts", 'import { s } from "../../shared/middle.ts";', shared);
    expect(problem).toContain("loads zod");
  });

  test("of Lit, the widget may load the templates, and the types of all", () => {
    expect(
      s("widget/panel/x.ts", 'import { html } from "lit/html.js"; import type { LitElement } from "lit";'),
    ).toEqual([]);
    expect(s("widget/panel/x.ts", 'import { html } from "lit";')).toEqual([
      "widget/panel/x.ts imports lit, which loads lit: the widget may import only its types",
    ]);
  });

  test("objects never import storage, not even its types", () => {
    const storage = { "worker/storage/keys.ts": "export type K = 1;" };
    const problems = s("worker/objects/key-gate/x.ts", 'import type { K } from "../../storage/keys.ts";', storage);
    expect(problems).toHaveLength(1);
  });

  test("routes judge no key and call no object", () => {
    const objects = {
      "worker/objects/key-gate/cache.ts": "export const cache = 1;",
      "worker/objects/org-ledger/client.ts": "export const callLedger = 1;",
      "worker/objects/org-ledger/rpc.ts": "export type Summary = 1;",
    };
    const from = (path: string) => s("worker/routes/x.ts", `import "../objects/${path}";`, objects);
    expect(from("key-gate/cache.ts")).toHaveLength(1);
    expect(from("org-ledger/client.ts")).toHaveLength(1);
    expect(from("org-ledger/rpc.ts")).toEqual([]);
  });

  test("a file that stands in no layer fails", () => {
    expect(s("worker/utils/x.ts", "export {};")).toEqual([
      "worker/utils/x.ts stands in no layer: name its place in scripts/checks/imports.ts",
    ]);
  });
});

import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join, matchesGlob, normalize } from "node:path";
import { type ESTree, parseSync, Visitor } from "vite";
import { circlesOf, reachability } from "./circles.ts";
import { folderCircles } from "./folder-circles.ts";

/**
 * Imports point one way. `npm run check:imports` fails on an upward import, on a circle of files or of folders, and on an
 * import across realms.
 * A type import counts like any other: a file that needs another's types cannot be read without it.
 */

/** What each realm may import besides itself. */
const REALMS: Record<string, readonly string[]> = {
  shared: [],
  widget: ["shared"],
  worker: ["shared"],
  console: ["shared"],
  playground: ["shared"],
};

/**
 * These drive the realms from outside and may import all of them, as the configurations at the root may; nothing but each
 * other may import them.
 */
const OUTSIDE = ["scripts", "bench", "examples", "tests"];

/**
 * Layers of a realm from top to bottom: a file may import from its own layer and from those below it. Of two entries
 * that fit a file, the longer one counts.
 */
const LAYERS: Record<string, readonly (readonly string[])[]> = {
  widget: [
    ["widget/loader.ts", "widget/npm/"],
    ["widget/define.ts"],
    ["widget/element/"],
    ["widget/panel/", "widget/greeting/", "widget/debug/"],
    ["widget/analytics/", "widget/persistence/"],
    ["widget/client.ts", "widget/session/"],
    ["widget/transport/"],
    ["widget/audio/"],
    [
      "widget/errors.ts",
      "widget/css.ts",
      "widget/json.ts",
      "widget/read-answer.ts",
      "widget/config/",
      "widget/i18n/",
      "widget/build.d.ts",
    ],
  ],
  worker: [
    ["worker/index.ts"],
    ["worker/app.ts"],
    ["worker/telemetry.ts"],
    ["worker/routes/"],
    ["worker/auth/"],
    ["worker/cron.ts"],
    [
      "worker/sessions/",
      "worker/projects/",
      "worker/tools/",
      "worker/knowledge/",
      "worker/webhooks/",
      "worker/push/",
      "worker/openapi/",
    ],
    ["worker/change.ts"],
    ["worker/bounds.ts", "worker/invalidate.ts"],
    ["worker/storage/", "worker/objects/", "worker/providers/"],
    ["worker/permissions.ts"],
    ["worker/embeddings/"],
    ["worker/http/"],
    ["worker/documents/", "worker/outbound/"],
    [
      "worker/env.ts",
      "worker/variables.ts",
      "worker/bounded-map.ts",
      "worker/memory-of.ts",
      "worker/ask-all.ts",
      "worker/deep-json.ts",
      "worker/whole-json.ts",
      "worker/log-error.ts",
      "worker/packs.ts",
      "worker/session-id.ts",
      "worker/sql-name.ts",
      "worker/keys/",
      "worker/crypto/",
    ],
    ["worker/objects/*/*rpc.ts", "worker/objects/org-ledger/lease.ts", "worker/objects/org-ledger/account.ts"],
    ["worker/actor.ts"],
  ],
};

/** Importer, imported, reason: never, not even for a type. */
const FORBIDDEN: readonly (readonly [string, string, string])[] = [
  [
    "worker/objects/",
    "worker/storage/",
    "an object's tables are its own; what D1 needs is injected in worker/index.ts",
  ],
  ["worker/routes/", "worker/objects/key-gate/", "a route asks auth/ or a use case about keys"],
  ["worker/routes/", "worker/objects/*/client.ts", "a route leaves an object's calls to a use case"],
];

/**
 * Packages that must not reach the realm, not even through a shared file: the page would have to load them. Of Lit, the widget
 * takes `lit/html.js`.
 */
const HEAVY: Record<string, readonly string[]> = { widget: ["zod", "lit"] };

interface Import {
  from: string;
  /** A path below the root, or a package's name. */
  to: string;
  local: boolean;
  typeOnly: boolean;
}

const realmOf = (path: string) => path.split("/")[0] ?? "";
/** Whether an entry of the tables above names the path: a folder, a file, or files by a pattern. */
const within = (path: string, entry: string) =>
  entry.endsWith("/") ? path.startsWith(entry) : path === entry || (entry.includes("*") && matchesGlob(path, entry));

/** The files behind each `#name` of package.json's `imports`, one for each kind of build. */
function aliasesOf(root: string): Record<string, string[]> {
  const file = join(root, "package.json");
  if (!existsSync(file)) return {};
  const { imports = {} } = JSON.parse(readFileSync(file, "utf8")) as { imports?: Record<string, object> };
  return Object.fromEntries(
    Object.entries(imports).map(([name, conditions]) => [name, Object.values(conditions).map(normalize)]),
  );
}

/** What `import("…")` names where a type stands. */
function importedTypes(program: ESTree.Program): string[] {
  const names: string[] = [];
  new Visitor({ TSImportType: ({ source }) => void names.push(source.value) }).visit(program);
  return names;
}

/** All imports of one file, `export … from` and `import()` among them, where a value stands and where a type does. */
function importsOf(root: string, from: string, aliases: Record<string, string[]>): Import[] {
  const text = readFileSync(join(root, from), "utf8");
  const parsed = parseSync(from, text);
  const { module, errors } = parsed;
  if (errors[0]) throw new Error(`${from}: ${errors[0].message}`);
  const requests = [
    ...module.staticImports.map(({ moduleRequest, entries }) => ({
      name: moduleRequest.value,
      typeOnly: entries.length > 0 && entries.every((entry) => entry.isType),
    })),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ moduleRequest, isType }) =>
        moduleRequest ? [{ name: moduleRequest.value, typeOnly: isType }] : [],
      ),
    ),
    ...module.dynamicImports.flatMap(({ moduleRequest }) => {
      const quoted = /^(["'`])(.*)\1$/s.exec(text.slice(moduleRequest.start, moduleRequest.end));
      return quoted?.[2] ? [{ name: quoted[2], typeOnly: false }] : [];
    }),
    // The tree is made only where it is asked for, which costs most of the time.
    ...(/\bimport\s*\(/.test(text) ? importedTypes(parsed.program) : []).map((name) => ({ name, typeOnly: true })),
  ];
  return requests.flatMap(({ name, typeOnly }) => {
    const path = name.split("?")[0] ?? name;
    const alias = aliases[path];
    const local = path.startsWith(".") || alias !== undefined;
    const own = local ? normalize(join(dirname(from), path)).replaceAll("\\", "/") : path;
    return (alias ?? [own]).map((to) => ({ from, to, local, typeOnly }));
  });
}

/** What is wrong with the imports of the source tree under `root`, one line each, which names both files. */
export function checkImports(root: string): string[] {
  const folders = [...Object.keys(REALMS), ...OUTSIDE].filter((folder) => existsSync(join(root, folder)));
  const files = [...folders.map((folder) => `${folder}/**/*.{ts,tsx,js}`), "*.ts"]
    .flatMap((pattern) => globSync(pattern, { cwd: root }))
    .map((file) => file.replaceAll("\\", "/"))
    .sort();
  const aliases = aliasesOf(root);
  const imports = files.flatMap((file) => importsOf(root, file, aliases));
  const edgesOf = (wanted: (one: Import) => boolean) =>
    new Map(files.map((file) => [file, imports.filter((one) => one.from === file && wanted(one)).map(({ to }) => to)]));
  const values = edgesOf(({ typeOnly }) => !typeOnly);
  const loads = reachability(values);
  const layerOf = (path: string) => {
    const fitting = (LAYERS[realmOf(path)] ?? []).flatMap((layer, index) =>
      layer.filter((prefix) => within(path, prefix)).map((prefix) => ({ index, length: prefix.length })),
    );
    return fitting.sort((a, b) => b.length - a.length)[0]?.index ?? -1;
  };

  const problems = new Set<string>();
  for (const { from, to, local, typeOnly } of imports) {
    const realm = realmOf(from);
    for (const heavy of typeOnly ? [] : (HEAVY[realm] ?? []))
      if (to === heavy || loads(to).has(heavy))
        problems.add(`${from} imports ${to}, which loads ${heavy}: the ${realm} may import only its types`);
    if (!local) continue;
    if (realmOf(to) !== realm && realm in REALMS && !REALMS[realm]?.includes(realmOf(to)))
      problems.add(`${from} imports ${to}: ${realm} and ${realmOf(to)} may meet only in shared/`);
    for (const [importer, imported, reason] of FORBIDDEN)
      if (within(from, importer) && within(to, imported)) problems.add(`${from} imports ${to}: ${reason}`);
    if (realmOf(to) === realm && layerOf(from) > layerOf(to) && layerOf(to) >= 0)
      problems.add(`upward: ${from} imports ${to}, which stands above it`);
  }
  for (const file of files)
    if (LAYERS[realmOf(file)] && layerOf(file) < 0)
      problems.add(`${file} stands in no layer: name its place in scripts/checks/imports.ts`);
  for (const circle of circlesOf(edgesOf(() => true))) problems.add(`circular: ${circle.join(" → ")}`);
  for (const circle of folderCircles(imports.filter(({ local }) => local))) problems.add(circle);
  return [...problems];
}

if (import.meta.main) {
  const problems = checkImports(join(import.meta.dirname, "../.."));
  for (const line of problems) console.error(line);
  console.log(problems.length === 0 ? "imports: all point one way" : `imports: ${problems.length} problems`);
  process.exitCode = problems.length === 0 ? 0 : 1;
}

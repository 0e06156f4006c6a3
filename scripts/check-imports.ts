import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { parseSync } from "vite";

/** Imports point one way. `npm run check:imports` fails on an upward, a circular or a realm-crossing import. */

/** What each realm may import besides itself. Tests and scripts drive all of it from outside, so they are free. */
const REALMS: Record<string, readonly string[]> = {
  shared: [],
  widget: ["shared"],
  worker: ["shared"],
  console: ["shared"],
  playground: ["shared"],
};

/**
 * Layers of a realm from top to bottom: a file may import from its own layer and from those below it. Of two entries
 * that fit a file, the longer one holds.
 */
const LAYERS: Record<string, readonly (readonly string[])[]> = {
  widget: [
    ["widget/loader.ts", "widget/npm/"],
    ["widget/define.ts"],
    ["widget/voice-widget.ts", "widget/element/"],
    ["widget/parts/", "widget/debug/"],
    ["widget/controllers/"],
    ["widget/client.ts", "widget/session/"],
    ["widget/transport/"],
    ["widget/audio/"],
    [
      "widget/api-client.ts",
      "widget/errors.ts",
      "widget/config/",
      "widget/i18n/",
      "widget/styles/",
      "widget/build.d.ts",
    ],
  ],
  worker: [
    ["worker/index.ts"],
    ["worker/app.ts"],
    ["worker/telemetry.ts"],
    ["worker/routes/"],
    ["worker/auth/"],
    ["worker/sessions/", "worker/projects/", "worker/tools/", "worker/openapi/"],
    ["worker/storage/", "worker/objects/", "worker/providers/"],
    ["worker/http/"],
    ["worker/env.ts", "worker/variables.ts", "worker/bounded-map.ts", "worker/auth/keys/", "worker/crypto/"],
  ],
};

/** Importer, imported, reason: never, not even for a type. */
const FORBIDDEN: readonly (readonly [string, string, string])[] = [
  [
    "worker/objects/",
    "worker/storage/",
    "an object's tables are its own; what D1 needs is injected in worker/index.ts",
  ],
];

/** A package that must not reach the realm, not even through a shared file: the page would have to load it. */
const HEAVY: Record<string, string> = { widget: "zod" };

interface Import {
  from: string;
  /** A path below the root, or a package's name. */
  to: string;
  local: boolean;
  typeOnly: boolean;
}

const realmOf = (path: string) => path.split("/")[0] ?? "";
const within = (path: string, prefix: string) => (prefix.endsWith("/") ? path.startsWith(prefix) : path === prefix);

/** All imports of one file, `export … from` and `import()` among them. */
function importsOf(root: string, from: string): Import[] {
  const text = readFileSync(join(root, from), "utf8");
  const { module, errors } = parseSync(from, text);
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
  ];
  return requests.map(({ name, typeOnly }) => {
    const path = name.split("?")[0] ?? name;
    const local = path.startsWith(".");
    const to = local ? normalize(join(dirname(from), path)).replaceAll("\\", "/") : path;
    return { from, to, local, typeOnly };
  });
}

/** Files on a circle of value imports, one text for each circle. */
function circles(edges: Map<string, string[]>): string[] {
  const found: string[] = [];
  const done = new Set<string>();
  const path: string[] = [];
  const visit = (file: string) => {
    const at = path.indexOf(file);
    if (at >= 0) found.push(`circular: ${[...path.slice(at), file].join(" → ")}`);
    if (at >= 0 || done.has(file)) return;
    path.push(file);
    for (const next of edges.get(file) ?? []) visit(next);
    path.pop();
    done.add(file);
  };
  for (const file of edges.keys()) visit(file);
  return found;
}

/** Problems of the source tree under `root`, each as one line that names both files; empty when all is well. */
export function checkImports(root: string): string[] {
  const files = Object.keys(REALMS)
    .filter((realm) => existsSync(join(root, realm)))
    .flatMap((realm) => globSync(`${realm}/**/*.ts`, { cwd: root }))
    .map((file) => file.replaceAll("\\", "/"))
    .sort();
  const imports = files.flatMap((file) => importsOf(root, file));
  const values = new Map(
    files.map((file) => [file, imports.filter((one) => one.from === file && !one.typeOnly).map(({ to }) => to)]),
  );

  const reach = new Map<string, Set<string>>();
  const reachable = (file: string): Set<string> => {
    const known = reach.get(file);
    if (known) return known;
    const all = new Set<string>([file]);
    reach.set(file, all);
    for (const next of values.get(file) ?? []) for (const one of reachable(next)) all.add(one);
    return all;
  };
  const layerOf = (path: string) => {
    const fitting = (LAYERS[realmOf(path)] ?? []).flatMap((layer, index) =>
      layer.filter((prefix) => within(path, prefix)).map((prefix) => ({ index, length: prefix.length })),
    );
    return fitting.sort((a, b) => b.length - a.length)[0]?.index ?? -1;
  };

  const problems = new Set<string>();
  for (const { from, to, local, typeOnly } of imports) {
    const realm = realmOf(from);
    const heavy = HEAVY[realm];
    if (heavy && !typeOnly && reachable(to).has(heavy))
      problems.add(`${from} imports ${to}, which loads ${heavy}: the ${realm} may import only its types`);
    if (!local) continue;
    if (realmOf(to) !== realm && !REALMS[realm]?.includes(realmOf(to)))
      problems.add(`${from} imports ${to}: ${realm} and ${realmOf(to)} may meet only in shared/`);
    for (const [importer, imported, reason] of FORBIDDEN)
      if (within(from, importer) && within(to, imported)) problems.add(`${from} imports ${to}: ${reason}`);
    if (!typeOnly && realmOf(to) === realm && layerOf(from) > layerOf(to) && layerOf(to) >= 0)
      problems.add(`upward: ${from} imports ${to}, which stands above it`);
  }
  for (const file of files)
    if (LAYERS[realmOf(file)] && layerOf(file) < 0)
      problems.add(`${file} stands in no layer: name its place in scripts/check-imports.ts`);
  for (const circle of circles(values)) problems.add(circle);
  return [...problems];
}

if (import.meta.main) {
  const problems = checkImports(join(import.meta.dirname, ".."));
  for (const problem of problems) console.error(problem);
  console.log(problems.length === 0 ? "imports: all point one way" : `imports: ${problems.length} problems`);
  process.exitCode = problems.length === 0 ? 0 : 1;
}

import { extname, matchesGlob } from "node:path";
import { circlesOf } from "./circles.ts";

/**
 * Folders import each other in no circle, even where their files do not: who reads one folder need not read the other.
 * A realm's own folders count, each with all below it.
 */

/** In place of these folders, each folder inside them counts. */
const SPLIT = ["worker/objects"];

/** Files that stand apart from their folder. Each must be said in docs/decisions/0008-operator-use-cases.md. */
const APART = [
  "worker/objects/*/*rpc.ts",
  "worker/objects/org-ledger/lease.ts",
  "worker/objects/org-ledger/account.ts",
];

/** Imports of a step that are named. */
const NAMED = 3;

interface Import {
  from: string;
  to: string;
}

/** The folder that a file counts for; a file beside the folders counts for itself. */
function folderOf(file: string): string {
  if (APART.some((pattern) => matchesGlob(file, pattern))) return file;
  const parts = file.split("/");
  const folder = parts.slice(0, 2).join("/");
  const depth = SPLIT.includes(folder) && parts.length > 3 ? 3 : 2;
  return parts.slice(0, depth).join("/");
}

/** One text for each group of folders that import each other in a circle, with the imports that make it. */
export function folderCircles(imports: readonly Import[]): string[] {
  const steps = new Map<string, Map<string, Import[]>>();
  for (const one of imports) {
    const [from, to] = [folderOf(one.from), folderOf(one.to)];
    if (from === to || from.split("/")[0] !== to.split("/")[0]) continue;
    const out = steps.get(from) ?? new Map<string, Import[]>();
    steps.set(from, out.set(to, [...(out.get(to) ?? []), one]));
  }
  const edges = new Map([...steps].map(([folder, out]) => [folder, [...out.keys()]]));
  return (
    circlesOf(edges)
      // A circle of files alone is said already.
      .filter((circle) => circle.some((node) => extname(node) === ""))
      .map((circle) => [`circular folders: ${circle.join(" → ")}`, ...importsOn(circle, steps)].join("\n"))
  );
}

/** What makes each step of the circle. */
function importsOn(circle: readonly string[], steps: ReadonlyMap<string, ReadonlyMap<string, Import[]>>): string[] {
  return circle.slice(1).flatMap((to, index) => {
    const from = circle[index] ?? "";
    const imports = steps.get(from)?.get(to) ?? [];
    const more = imports.length - NAMED;
    return [
      ...imports.slice(0, NAMED).map((one) => `  ${one.from} imports ${one.to}`),
      ...(more > 0 ? [`  and ${more} more from ${from} to ${to}`] : []),
    ];
  });
}

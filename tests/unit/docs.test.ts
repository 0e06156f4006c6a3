import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { WORKER_VARIABLES } from "../../scripts/dev/dev-vars.ts";

const root = join(import.meta.dirname, "../..");
const PAGES = globSync(["*.md", "docs/**/*.md", "examples/**/*.md"], { cwd: root }).sort();
const ROOMS = "bench|console|demo|docs|examples|playground|scripts|shared|tests|widget|worker";
const SOURCES = globSync(`{${ROOMS.replaceAll("|", ",")}}/**/*`, { cwd: root }).map((path) =>
  path.replaceAll("\\", "/"),
);

/** What stands in backticks and names a file or a folder of ours: from the root, or its last parts. */
function namedFiles(page: string): string[] {
  const text = readFileSync(join(root, page), "utf8").replace(/```[\s\S]*?```/g, "");
  const quoted = [...text.matchAll(/`([^`\s]+)`/g)].map(([, name = ""]) => name);
  return quoted.filter(
    (name) => /^[\w./-]+\.(ts|tsx|css|sql|md)$/.test(name) || new RegExp(`^(${ROOMS})/[\\w./-]*$`).test(name),
  );
}

function linkedFiles(page: string): string[] {
  const text = readFileSync(join(root, page), "utf8").replace(/```[\s\S]*?```/g, "");
  return [...text.matchAll(/\]\(([^)\s#]+)[^)]*\)/g)]
    .map(([, link = ""]) => link)
    .filter((link) => !/^[a-z]+:/.test(link));
}

const exists = (name: string) =>
  existsSync(join(root, name)) || SOURCES.some((path) => path.endsWith(`/${name.replace(/\/$/, "")}`));

test("pages name only files that are there", () => {
  const missing = PAGES.flatMap((page) =>
    namedFiles(page).flatMap((name) => (exists(name) ? [] : [`${page}: ${name}`])),
  );
  expect(missing).toEqual([]);
});

/** Comments of our sources with the files that they name. */
function filesInComments(source: string): string[] {
  const comments = readFileSync(join(root, source), "utf8").match(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm) ?? [];
  return comments.flatMap(
    (comment) => comment.match(/(?<![\w./*-])(?:[\w-]+\/)*[\w-]+\.(?:ts|tsx|css|sql|md)\b/g) ?? [],
  );
}

test("comments name only files that are there", () => {
  const sources = SOURCES.filter((path) => /\.(ts|tsx|css)$/.test(path) && !path.startsWith("tests/"));
  const missing = sources.flatMap((source) =>
    filesInComments(source).flatMap((name) => (exists(name) ? [] : [`${source}: ${name}`])),
  );
  expect(missing).toEqual([]);
});

test("pages link only to files that are there", () => {
  const missing = PAGES.flatMap((page) =>
    linkedFiles(page).flatMap((link) => (existsSync(join(root, dirname(page), link)) ? [] : [`${page}: ${link}`])),
  );
  expect(missing).toEqual([]);
});

test("the README is short enough to be read", () => {
  expect(readFileSync(join(root, "README.md"), "utf8").split("\n").length).toBeLessThanOrEqual(121);
});

test("every variable of the Worker is described", () => {
  const described = readFileSync(join(root, "docs/deploy.md"), "utf8");
  expect(WORKER_VARIABLES.length).toBeGreaterThan(15);
  expect(WORKER_VARIABLES.filter((name) => !described.includes(`\`${name}\``))).toEqual([]);
});

import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync, Visitor } from "vite";

const root = join(import.meta.dirname, "../../..");

export interface Pattern {
  file: string;
  source: string;
  flags: string;
}

/** Every regular expression in the source of the service, as its syntax tree has it. */
export function patternsOf(folders: readonly string[]): Pattern[] {
  const files = globSync(
    folders.map((folder) => `${folder}/**/*.ts`),
    { cwd: root },
  ).sort();
  return files.flatMap((file) => {
    const found: Pattern[] = [];
    const { program } = parseSync(file, readFileSync(join(root, file), "utf8"));
    new Visitor({
      Literal(node) {
        if ("regex" in node && node.regex) found.push({ file, source: node.regex.pattern, flags: node.regex.flags });
      },
    }).visit(program);
    return found;
  });
}

import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseSync } from "vite";

/**
 * Bundles the compiler's declarations of one entry into one file that holds only what the entry's names need: no path of
 * our tree, and no package that only our own code needs, reaches the users of the package.
 */

interface SyntaxNode {
  type: string;
  start: number;
  end: number;
  [field: string]: unknown;
}

interface Declaration {
  file: string;
  name: string;
  text: string;
}

interface Module {
  declarations: Map<string, Declaration>;
  /** Local name → where it comes from. */
  imports: Map<string, { file: string; name: string }>;
  /** Exported name → local name, or another module's. */
  exports: Map<string, { file: string; name: string }>;
  /** `declare global { … }` */
  globals: Declaration[];
  /** Other files of ours, in the order of their imports. */
  uses: string[];
}

const named = (node: unknown) => {
  const { name, value } = (node ?? {}) as { name?: string; value?: string };
  return name ?? value ?? "";
};

function namesOf(node: SyntaxNode): string[] {
  if (node.type === "VariableDeclaration")
    return (node.declarations as SyntaxNode[]).map(({ id }) => named(id)).filter(Boolean);
  return node.id ? [named(node.id)] : [];
}

function readModule(file: string): Module {
  const text = readFileSync(file, "utf8");
  const { program, comments, errors } = parseSync(file, text);
  if (errors[0]) throw new Error(`${file}: ${errors[0].message}`);
  const module: Module = { declarations: new Map(), imports: new Map(), exports: new Map(), globals: [], uses: [] };
  const reach = (source: unknown) => {
    const to = named(source);
    if (!to.startsWith(".")) return "";
    const path = join(dirname(file), to.replace(/(?:\.d)?\.ts$/, ".d.ts"));
    module.uses.push(path);
    return path;
  };
  const withDoc = (node: SyntaxNode) => {
    const doc = comments.findLast(({ end }) => end <= node.start && text.slice(end, node.start).trim() === "");
    const before = doc?.type === "Block" && doc.value.startsWith("*") ? `/*${doc.value}*/\n` : "";
    return before + text.slice(node.start, node.end);
  };
  for (const node of program.body as unknown as SyntaxNode[]) {
    if (node.type === "ImportDeclaration") {
      const from = reach(node.source);
      for (const { imported, local } of node.specifiers as { imported?: SyntaxNode; local: SyntaxNode }[])
        module.imports.set(named(local), { file: from, name: named(imported) });
      continue;
    }
    const inner = node.declaration as SyntaxNode | null | undefined;
    if (node.type === "ExportNamedDeclaration" && !inner) {
      const from = node.source ? reach(node.source) : file;
      for (const { local, exported } of node.specifiers as { local: SyntaxNode; exported: SyntaxNode }[])
        module.exports.set(named(exported), { file: from, name: named(local) });
      continue;
    }
    const declared = inner ?? node;
    const plain = withDoc(node).replace(/^((?:\/\*[\s\S]*?\*\/\s*)?)export (?=declare|interface|type)/, "$1");
    if (named(declared.id) === "global") module.globals.push({ file, name: "global", text: plain });
    else
      for (const name of namesOf(declared)) {
        module.declarations.set(name, { file, name, text: plain });
        if (inner) module.exports.set(name, { file, name });
      }
  }
  return module;
}

/** Names that a declaration may mean: all words of it but those of comments, quotes, properties and parameters. */
const words = (text: string) =>
  new Set(text.replace(/\/\*[\s\S]*?\*\/|"[^"]*"|[\w$]+\??:/g, " ").match(/[A-Za-z_$][\w$]*/g));

/** @throws Error where two files declare the same name: the entry has to be told apart then */
export function bundleDeclarations(entry: string): string {
  const modules = new Map<string, Module>();
  const read = (file: string): Module => {
    const earlier = modules.get(file);
    if (earlier) return earlier;
    const module = readModule(file);
    modules.set(file, module);
    return module;
  };
  const taken = new Map<string, Declaration>();
  const take = (file: string, local: string): string => {
    const module = read(file);
    const declaration = module.declarations.get(local);
    if (!declaration) {
      const from = module.imports.get(local) ?? module.exports.get(local);
      if (!from?.file) throw new Error(`${file}: where does ${local} come from?`);
      return take(from.file, from.name);
    }
    const other = taken.get(local);
    if (other && other !== declaration) throw new Error(`${local} is declared in ${other.file} and in ${file}`);
    if (!other) {
      taken.set(local, declaration);
      follow(declaration);
    }
    return local;
  };
  const follow = ({ file, name, text }: Declaration) => {
    const { declarations, imports } = read(file);
    for (const word of words(text))
      if (word !== name && (declarations.has(word) || imports.has(word))) take(file, word);
  };

  const exported = [...read(entry).exports].map(([name, from]) => {
    const local = take(from.file, from.name);
    return local === name ? name : `${local} as ${name}`;
  });
  const globals: Declaration[] = [];
  const seen = new Set<string>();
  const visit = (file: string) => {
    if (seen.has(file)) return;
    seen.add(file);
    const module = read(file);
    globals.push(...module.globals);
    for (const next of module.uses) visit(next);
  };
  visit(entry);
  for (const one of globals) follow(one);

  const texts = [...taken.values(), ...globals].map(({ text }) =>
    /^(?:\/\*[\s\S]*?\*\/\s*)?declare /.test(text) || /^(?:\/\*[\s\S]*?\*\/\s*)?(?:interface|type) /.test(text)
      ? text
      : `declare ${text}`,
  );
  return `${[...new Set(texts)].join("\n")}\nexport { ${exported.join(", ")} };\n`;
}

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { create, type SyntaxNode, ts } from "@custom-elements-manifest/analyzer";
import type { ClassDeclaration, ClassField, ClassMember, ClassMethod } from "custom-elements-manifest";

/** Reads the classes and interfaces of a source file, with their types and doc blocks, by the manifest analyzer. */

const root = join(import.meta.dirname, "../..");

/** A member of an interface is a field that may be optional. */
type InterfaceField = ClassField & { optional?: boolean };

const textOf = (node: SyntaxNode | undefined, whole: SyntaxNode) => node?.getText(whole).replace(/\s+/g, " ") ?? "";

/** The analyzer reads classes only. This plugin adds interfaces to a list, as classes whose members are fields. */
const interfaces = (list: ClassDeclaration[]) => ({
  name: "interfaces",
  analyzePhase({ node }: { node: SyntaxNode }) {
    if (!ts.isInterfaceDeclaration(node)) return;
    const whole = node.getSourceFile();
    const members = node.members.map(
      (member): InterfaceField => ({
        kind: "field",
        name: textOf(member.name, whole).replaceAll('"', ""),
        type: { text: textOf(member.type, whole) },
        description: ts.getTextOfJSDocComment(member.jsDoc?.at(-1)?.comment) ?? "",
        ...(member.questionToken && { optional: true }),
      }),
    );
    list.push({ kind: "class", name: node.name.text, members });
  },
});

const plain = (text = "") =>
  text
    .replace(/```[\s\S]*?```/g, "")
    .replace(/\s+/g, " ")
    .trim();

/** Gives a destructured parameter the name `options`, and every parameter a type. */
const namedParameters = ({ parameters = [], ...method }: ClassMethod): ClassMethod => ({
  ...method,
  parameters: parameters.map(({ name, type, optional, default: standard }) => ({
    name: name.startsWith("{") ? "options" : name,
    type: {
      text: (type?.text ?? (standard === undefined ? "unknown" : typeof JSON.parse(standard))).replace(/\s+/g, " "),
    },
    optional: optional === true || standard !== undefined,
  })),
});

function publicMember(member: ClassMember): ClassMember[] {
  const hidden = member.privacy === "private" || member.privacy === "protected" || member.static;
  if (hidden || member.name.startsWith("#")) return [];
  const described = { ...member, description: plain(member.description) };
  return [described.kind === "method" ? namedParameters(described) : described];
}

/** The classes and interfaces of a file by their names, with their public members in the order of the source. */
export function readSource(path: string): (name: string) => ClassDeclaration & { members: ClassMember[] } {
  const text = readFileSync(join(root, path), "utf8");
  const own: ClassDeclaration[] = [];
  const { modules } = create({
    modules: [ts.createSourceFile(path, text, ts.ScriptTarget.ESNext, true)],
    plugins: [interfaces(own)],
  });
  return (name) => {
    const found = [...own, ...(modules[0]?.declarations ?? [])].find(
      (one) => one.kind === "class" && one.name === name,
    );
    if (found?.kind !== "class") throw new Error(`${path} declares no class or interface ${name}`);
    return { ...found, description: plain(found.description), members: (found.members ?? []).flatMap(publicMember) };
  };
}

export const isField = (member: ClassMember): member is InterfaceField => member.kind === "field";
export const isMethod = (member: ClassMember): member is ClassMethod => member.kind === "method";

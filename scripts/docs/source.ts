import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync } from "vite";

/** What our own source says of itself: declarations, their types as they are written, and their doc blocks. */

const root = join(import.meta.dirname, "../..");

/** A node of the syntax tree, as far as this folder cares. */
export interface Node {
  type: string;
  start: number;
  end: number;
  [field: string]: unknown;
}

export interface Doc {
  text: string;
  /** `@tag value`, in their order. */
  tags: { tag: string; value: string }[];
}

export interface Member {
  name: string;
  kind: "property" | "method";
  /** The type of a property, or the whole signature of a method after its name. */
  type: string;
  returns: string;
  parameters: { name: string; type: string; optional: boolean }[];
  optional: boolean;
  readonly: boolean;
  doc: Doc;
}

export class Source {
  readonly text: string;
  readonly #body: Node[];
  readonly #comments: { value: string; start: number; end: number }[];

  constructor(path: string) {
    this.text = readFileSync(join(root, path), "utf8");
    const { program, comments, errors } = parseSync(path, this.text);
    if (errors[0]) throw new Error(`${path}: ${errors[0].message}`);
    this.#body = (program.body as unknown as Node[]).map((node) => (node.declaration as Node | null) ?? node);
    this.#comments = comments.filter(({ type }) => type === "Block");
  }

  /** The class or interface of this name. */
  declaration(name: string): Node {
    const found = this.#body.find((node) => (node.id as Node | undefined)?.name === name);
    if (!found) throw new Error(`no declaration of ${name}`);
    return found;
  }

  /** What a constant list of strings holds. */
  strings(name: string): string[] {
    const list = new RegExp(`\\bconst ${name} = \\[([^\\]]*)\\]`).exec(this.text)?.[1];
    if (list === undefined) throw new Error(`no list ${name}`);
    return [...list.matchAll(/"([^"]*)"/g)].map(([, value = ""]) => value);
  }

  /** The doc block right before a node. */
  docOf(node: Node): Doc {
    const comment = this.#comments.findLast(
      ({ value, end }) =>
        value.startsWith("*") &&
        end <= node.start &&
        /^\s*(export\s+)?(declare\s+)?(abstract\s+)?$/.test(this.text.slice(end, node.start)),
    );
    return readDoc(comment?.value ?? "");
  }

  /** Public members in the order of the source, without those of the platform. */
  members(name: string): Member[] {
    const { body } = this.declaration(name).body as { body: Node[] };
    return body.flatMap((node): Member[] => {
      const key = node.key as (Node & { name?: string; value?: string }) | undefined;
      const hidden = node.accessibility === "private" || node.accessibility === "protected" || node.override === true;
      if (!key || key.type === "PrivateIdentifier" || hidden || node.static || node.kind === "constructor") return [];
      const member = { name: key.name ?? key.value ?? "", optional: node.optional === true, doc: this.docOf(node) };
      if (/^(?:(?:dis)?connected|attributeChanged)Callback$/.test(member.name)) return [];
      const value = node.value as Node | null;
      if (node.type === "MethodDefinition" && node.kind === "method" && value) {
        const parameters = (value.params as Node[]).map((parameter) => this.#parameter(parameter));
        const returns = this.#type(value.returnType);
        return [{ ...member, kind: "method", type: "", returns, parameters, readonly: false }];
      }
      const type = this.#type(node.kind === "get" ? value?.returnType : node.typeAnnotation);
      const readonly = node.kind === "get" || node.readonly === true;
      return [{ ...member, kind: "property", type, returns: "", parameters: [], readonly }];
    });
  }

  #parameter(node: Node): Member["parameters"][number] {
    const target = node.type === "AssignmentPattern" ? (node.left as Node) : node;
    const name = target.type === "ObjectPattern" ? "options" : String(target.name);
    const optional = node.type === "AssignmentPattern" || target.optional === true;
    const literal = node.type === "AssignmentPattern" ? typeof (node.right as Node).value : "unknown";
    return { name, type: target.typeAnnotation ? this.#type(target.typeAnnotation) : literal, optional };
  }

  #type(annotation: unknown): string {
    const node = annotation as Node | undefined | null;
    return node ? this.text.slice(node.start, node.end).replace(/^:\s*/, "").replace(/\s+/g, " ") : "void";
  }
}

function readDoc(comment: string): Doc {
  const lines = comment
    .replace(/^\*/, "")
    .split("\n")
    .map((line) => line.replace(/^\s*\* ?/, "").trimEnd());
  const at = lines.findIndex((line) => line.trim().startsWith("@"));
  const own = at < 0 ? lines : lines.slice(0, at);
  const tags = (at < 0 ? [] : lines.slice(at)).flatMap((line) => {
    const found = /^\s*@(\w+)\s+(.*)$/.exec(line);
    return found ? [{ tag: found[1] ?? "", value: found[2] ?? "" }] : [];
  });
  const text = own.join("\n").replace(/```[\s\S]*?```/g, "");
  return { text: text.replace(/\s+/g, " ").trim(), tags };
}

import type { Package } from "custom-elements-manifest";

/** What the analyzer exports and its own declarations leave out; `ts` is the TypeScript it brings along. */
declare module "@custom-elements-manifest/analyzer" {
  /** A node of the syntax tree, as far as scripts/docs cares. */
  export interface SyntaxNode {
    getText(whole?: SyntaxNode): string;
    getSourceFile(): SyntaxNode;
  }
  interface InterfaceMember extends SyntaxNode {
    name?: SyntaxNode;
    type?: SyntaxNode;
    questionToken?: SyntaxNode;
    jsDoc?: { comment?: string }[];
  }
  interface InterfaceDeclaration extends SyntaxNode {
    name: SyntaxNode & { text: string };
    members: readonly InterfaceMember[];
  }
  export const ts: {
    ScriptTarget: { ESNext: number };
    createSourceFile(path: string, text: string, target: number, setParentNodes: boolean): SyntaxNode;
    isInterfaceDeclaration(node: SyntaxNode): node is InterfaceDeclaration;
    getTextOfJSDocComment(comment?: string): string | undefined;
  };
  export function create(options: { modules: SyntaxNode[]; plugins: unknown[] }): Package;
}

import type { ToolHandler } from "./tools.ts";

/** The page's tools by name. Exists before a conversation, and is read at each call of the agent. */
export type ToolRegistry = Map<string, ToolHandler>;

/** A later handler of the same name replaces it. Returns the function that removes this one again. */
export const registerTool = (tools: ToolRegistry, name: string, handler: ToolHandler): (() => void) => {
  tools.set(name, handler);
  return () => {
    if (tools.get(name) === handler) tools.delete(name);
  };
};

import type { ToolHandler } from "./tools.ts";

/** The page's tools by name. Made before a conversation, and looked into at each call of the agent. */
export type ToolRegistry = Map<string, ToolHandler>;

/** A later handler of the same name takes the place. Answers with the function that takes this one off again. */
export function registerTool(tools: ToolRegistry, name: string, handler: ToolHandler): () => void {
  tools.set(name, handler);
  return () => {
    if (tools.get(name) === handler) tools.delete(name);
  };
}

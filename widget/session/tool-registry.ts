import type { ToolHandler } from "./tools.ts";

/** The page's tools by name. Made before a conversation, and looked into at each call of the agent. */
export class ToolRegistry {
  readonly #handlers = new Map<string, ToolHandler>();

  get(name: string): ToolHandler | undefined {
    return this.#handlers.get(name);
  }

  /** A later handler of the same name takes the place. Answers with the function that takes this one off again. */
  register(name: string, handler: ToolHandler): () => void {
    this.#handlers.set(name, handler);
    return () => {
      if (this.get(name) === handler) this.#handlers.delete(name);
    };
  }
}

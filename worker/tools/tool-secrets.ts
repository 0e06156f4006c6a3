import type { Tool } from "../../shared/tools.ts";
import { newWebhookSecret } from "../webhooks/webhook-signature.ts";

const hostOf = ({ url }: Tool) => (url === undefined ? null : new URL(url).host);

/**
 * Gives every webhook tool its secret: the one that was sent; else its present one, if the host stays the same; else a
 * new one. A secret is never sent to another host, since its owner did not allow that.
 * @param before the agent's stored tools
 * @returns the tools to store, and new secrets by tool name, to be shown once
 */
export function withSecrets(tools: Tool[], before: Tool[]): { tools: Tool[]; made: ReadonlyMap<string, string> } {
  // A tool may be called `__proto__`.
  const made = new Map<string, string>();
  const complete = tools.map(({ secret: sent, ...tool }): Tool => {
    if (tool.kind !== "webhook") return tool;
    const earlier = before.find(({ name, kind }) => name === tool.name && kind === "webhook");
    const kept = earlier && hostOf(earlier) === hostOf(tool) ? earlier.secret : undefined;
    const secret = sent ?? kept ?? newWebhookSecret();
    if (secret !== sent && secret !== kept) made.set(tool.name, secret);
    return { ...tool, secret };
  });
  return { tools: complete, made };
}

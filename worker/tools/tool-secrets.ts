import type { Tool } from "../../shared/tools.ts";
import { newWebhookSecret } from "./webhook-signature.ts";

const hostOf = ({ url }: Tool) => (url === undefined ? null : new URL(url).host);

/**
 * Gives every webhook its secret: the one that was sent; else the one it had, as long as it goes to the same host; else a
 * new one. A secret never follows a tool to another host: its owner did not say that this one may have it.
 * @param before the agent's tools as they are stored
 * @returns the tools as they are to be stored, and by name the secrets that were made, to be shown once
 */
export function withSecrets(tools: Tool[], before: Tool[]): { tools: Tool[]; made: Record<string, string> } {
  const made: Record<string, string> = {};
  const complete = tools.map(({ secret: sent, ...tool }): Tool => {
    if (tool.kind !== "webhook") return tool;
    const earlier = before.find(({ name, kind }) => name === tool.name && kind === "webhook");
    const kept = earlier && hostOf(earlier) === hostOf(tool) ? earlier.secret : undefined;
    const secret = sent ?? kept ?? newWebhookSecret();
    if (secret !== sent && secret !== kept) made[tool.name] = secret;
    return { ...tool, secret };
  });
  return { tools: complete, made };
}

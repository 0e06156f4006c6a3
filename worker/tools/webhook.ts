import { MAX_TOOL_RESULT_BYTES, TOOL_TIMEOUT_MS } from "../../shared/limits.ts";
import type { Tool, ToolErrorCode } from "../../shared/tools.ts";
import { hex, sha256 } from "../crypto/digest.ts";
import { isTooDeep } from "../deep-json.ts";
import { readCappedText, TooLarge } from "../outbound/read-capped.ts";
import { targetProblem } from "../outbound/target.ts";
import type { Variables } from "../variables.ts";
import { webhookHeaders } from "../webhooks/webhook-signature.ts";
import { parseWholeJson } from "../whole-json.ts";

/** The tool itself failed; `message` is for the model. */
export class ToolFailure extends Error {
  readonly code: ToolErrorCode;
  constructor(code: ToolErrorCode, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = "ToolFailure";
    this.code = code;
  }
}

/** The fields of a webhook call. */
export interface WebhookCall {
  session_id: string;
  call_id: string;
  agent_id: number;
  project_id: number;
  name: string;
  arguments: Record<string, unknown>;
}

/** The answer as JSON if it is JSON that can be passed on, else as text; `null` if it is empty. */
function resultOf(text: string): unknown {
  if (text.trim() === "") return null;
  try {
    const value = parseWholeJson(text);
    return isTooDeep(value) ? text : value;
  } catch {
    return text;
  }
}

/** One id for each call, whatever the client's `call_id`; a receiver ignores ids that it has seen. */
async function webhookId(session_id: string, call_id: string): Promise<string> {
  const digest = await sha256(JSON.stringify([session_id, call_id]));
  return `msg_${hex(digest.subarray(0, 16))}`;
}

/**
 * Posts one call to a tool's webhook, signed as Standard Webhooks says, and gives its result.
 * @throws ToolFailure
 */
export async function callWebhook(
  tool: Tool,
  call: WebhookCall,
  variables: Pick<Variables, "ENVIRONMENT">,
  now: number,
): Promise<unknown> {
  const refused = targetProblem(tool.url ?? "", variables.ENVIRONMENT === "development");
  if (refused !== null) throw new ToolFailure("unreachable", `The tool's address may not be called. ${refused}`);
  const body = JSON.stringify({ type: "tool.call", timestamp: new Date(now).toISOString(), ...call });
  const id = await webhookId(call.session_id, call.call_id);
  const headers = await webhookHeaders(
    tool.secret === undefined ? [] : [tool.secret],
    id,
    Math.floor(now / 1000),
    body,
  );
  const signal = AbortSignal.timeout(TOOL_TIMEOUT_MS);
  try {
    const response = await fetch(tool.url ?? "", {
      method: "POST",
      headers: { ...headers, "content-type": "application/json", accept: "application/json, text/plain" },
      body,
      // A redirect could lead to an address that may not be called.
      redirect: "manual",
      signal,
    });
    if (!response.ok) {
      await response.body?.cancel();
      throw new ToolFailure("bad_status", `The tool answered with status ${response.status}`);
    }
    return resultOf(await readCappedText(response.body, MAX_TOOL_RESULT_BYTES));
  } catch (error) {
    if (error instanceof ToolFailure) throw error;
    if (error instanceof TooLarge)
      throw new ToolFailure("too_large", `The tool answered more than ${MAX_TOOL_RESULT_BYTES / 1024} KiB`, error);
    if (signal.aborted)
      throw new ToolFailure("timeout", `The tool did not answer within ${TOOL_TIMEOUT_MS / 1000} seconds`, error);
    throw new ToolFailure("unreachable", "The tool could not be reached", error);
  }
}

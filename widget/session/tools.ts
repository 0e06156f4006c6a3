import type { PageTool } from "../../shared/session.ts";
import { toJson } from "../json.ts";
import type { ToolCall } from "../transport/transport.ts";
import type { ApiClient } from "./api-client.ts";
import { argumentsOf } from "./tool-arguments.ts";

/** How long a tool of the page may take, milliseconds. */
const TOOL_MS = 30_000;

/** A call that the agent makes to a tool of the page. */
export interface ToolContext {
  readonly call_id: string;
  /** Aborts when the conversation ends or the tool's time (30 s) is over. */
  readonly signal: AbortSignal;
}

/** Returns anything that JSON can hold; the agent reads an exception as a failure. */
export type ToolHandler = (args: Record<string, unknown>, context: ToolContext) => unknown;

/** What the tools of one conversation are run with. */
export interface ToolEnvironment {
  api: ApiClient;
  session_id: string;
  /** The tools that the start response declared. */
  declared: readonly PageTool[];
  handlers: ReadonlyMap<string, ToolHandler>;
  /** Aborts with the conversation. */
  signal: AbortSignal;
}

/** The answer that the model reads. */
export interface ToolAnswer {
  output: string;
  failed: boolean;
}

/** Runs a tool call. Never rejects: a failure is an answer too. */
export async function runTool(call: ToolCall, environment: ToolEnvironment): Promise<ToolAnswer> {
  const args = argumentsOf(call);
  if (!args) return failure("invalid_arguments", "The arguments are no JSON object");
  // Webhooks have their own limit at the service; this one ends what hangs.
  const signal = AbortSignal.any([environment.signal, AbortSignal.timeout(TOOL_MS)]);
  const declared = environment.declared.find((tool) => tool.name === call.name);
  const handler = environment.handlers.get(call.name);
  try {
    if (declared?.kind === "webhook") {
      const { session_id } = environment;
      const { name, call_id } = call;
      const outcome = await environment.api.executeTool({ session_id, name, call_id, arguments: args }, signal);
      return outcome.success ? text(outcome.result) : failure(outcome.error.code, outcome.error.message);
    }
    if (!handler) return failure("unknown_tool", `This page has no tool named ${call.name}`);
    const result = await inTime(() => handler(args, { call_id: call.call_id, signal }), signal);
    // Some hand their errors back, of which JSON would show nothing.
    if (result instanceof Error) throw result;
    try {
      return text(result);
    } catch (error) {
      return failure("unreadable_result", `The tool has run, but its result cannot be told: ${reasonOf(error)}`);
    }
  } catch (error) {
    if (signal.aborted) return failure("timeout", "The tool took too long");
    return failure("failed", reasonOf(error));
  }
}

/** Not all that is thrown is an error: clients of databases and services reject with plain objects. */
function reasonOf(thrown: unknown): string {
  const { message } = Object(thrown);
  if (message && typeof message === "string") return message;
  try {
    return typeof thrown === "object" && !(thrown instanceof Error) ? toJson(thrown) : String(thrown);
  } catch {
    return String(thrown);
  }
}

function inTime<T>(run: () => T | Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
    // A handler may throw before it promises anything.
    Promise.resolve().then(run).then(resolve, reject);
  });
}

function text(result: unknown): ToolAnswer {
  return { output: typeof result === "string" ? result : toJson(result), failed: false };
}

export function failure(code: string, message: string): ToolAnswer {
  return { output: toJson({ error: { code, message } }), failed: true };
}

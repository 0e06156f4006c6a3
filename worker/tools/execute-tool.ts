import { TOOL_TIMEOUT_MS } from "../../shared/limits.ts";
import { REQUEST_PERSON_TOOL, SEARCH_TOOL } from "../../shared/tool-names.ts";
import type { ToolCall, ToolOutcome } from "../../shared/tools.ts";
import type { Bindings } from "../env.ts";
import { ApiError } from "../http/errors.ts";
import { answerSearch, SEARCH_TOOL_DEFINITION } from "../knowledge/agent-knowledge.ts";
import { logError } from "../log-error.ts";
import { callLedger } from "../objects/org-ledger/client.ts";
import type { Lease } from "../objects/org-ledger/lease.ts";
import { callStore, storeOf } from "../objects/project-store/client.ts";
import type { Caller } from "../sessions/caller.ts";
import { loadCallersProject } from "../sessions/callers-project.ts";
import { checkPlan } from "../sessions/choose-agent.ts";
import { PERSON_ANSWERS, PERSON_PARAMETERS, personTool } from "../sessions/person-tool.ts";
import { organizationOfSession, sessionEndedError, unknownSessionError } from "../sessions/report-events.ts";
import { type ReasonAndSummary, requestPerson } from "../sessions/request-person.ts";
import { runToEnd } from "../sessions/run-to-end.ts";
import type { ProjectSnapshot, SnapshotAgent } from "../storage/snapshots.ts";
import { readVariables } from "../variables.ts";
import { argumentFaults } from "./argument-schema.ts";
import { callWebhook, ToolFailure } from "./webhook.ts";

/** How long after a call began a second caller waits for its outcome. Milliseconds. */
const GIVE_UP_MS = TOOL_TIMEOUT_MS + 3_000;

/** What a repeated call is answered whose outcome was not kept. */
const NOT_KEPT = new ToolFailure(
  "too_large",
  "The result was too large to store and was given only once; use a new call_id to ask again",
);

const encoder = new TextEncoder();

/**
 * Runs a tool of the session's own agent. What is allowed comes from the ledger's record of the session, never from
 * what the page or the model says.
 */
export async function executeTool(bindings: Bindings, caller: Caller, call: ToolCall): Promise<ToolOutcome> {
  const { waitUntil } = caller;
  const lease = await liveLease(bindings, caller, call.session_id);
  const snapshot = await loadCallersProject(bindings, caller);
  const agent = snapshot.agents.find(({ id }) => id === lease.agent_id);
  const searches = call.name === SEARCH_TOOL && agent?.knowledge === true;
  const asks = call.name === REQUEST_PERSON_TOOL && agent !== undefined && personTool(agent).length > 0;
  // An agent that has none uses none, whatever the plan lacks.
  if (!searches && !asks && agent && agent.tools.length > 0) checkPlan(snapshot, ["tools"]);

  const { call_id } = call;
  const now = Date.now();
  if (!(await claim(bindings, lease, call, now))) return firstOutcome(bindings, lease, call_id);
  const result = searches
    ? search(bindings, call, lease)
    : asks
      ? askForPerson(bindings, snapshot, call, lease)
      : run(bindings, agent, call, lease, now);
  const work = result.then(async (outcome) => {
    const kept = (await hasRoom(bindings, lease, outcome)) ? outcome : failed(call_id, NOT_KEPT);
    await finish(bindings, lease, kept);
    return outcome;
  });
  // The outcome is kept, whoever asked for it.
  return runToEnd(waitUntil, work);
}

async function liveLease(bindings: Bindings, caller: Caller, session_id: string): Promise<Lease> {
  const { project_id, agent_id } = caller.policy;
  const org_id = await organizationOfSession(bindings, caller, session_id);
  const scope = { project_id, agent_id };
  const counted = await callLedger(bindings, org_id, (ledger) => ledger.countToolCall(session_id, scope));
  if (counted.ok) return counted.lease;
  if (counted.error === "session_ended") throw sessionEndedError(counted.end_reason);
  throw counted.error === "tool_calls_used"
    ? new ApiError("tool_calls_used")
    : await unknownSessionError(bindings, scope, session_id);
}

/** Whether the outcome may be kept. If the ledger cannot be asked, it is kept: a repeated call must not reach the tool again. */
async function hasRoom(bindings: Bindings, { org_id, session_id }: Lease, outcome: ToolOutcome): Promise<boolean> {
  const bytes = encoder.encode(JSON.stringify(outcome)).byteLength;
  return callLedger(bindings, org_id, (ledger) => ledger.keepAnswer(session_id, bytes)).catch(() => true);
}

/** The built-in search, which no plan has to hold. */
async function search(bindings: Bindings, { call_id, arguments: args }: ToolCall, lease: Lease): Promise<ToolOutcome> {
  const faults = argumentFaults(SEARCH_TOOL_DEFINITION.parameters, args);
  const query = typeof args.query === "string" ? args.query.trim() : "";
  if (faults !== null || query === "")
    return failed(call_id, new ToolFailure("invalid_arguments", faults ?? "query: Say what to search for"));
  try {
    return { success: true, call_id, result: await answerSearch(bindings, lease, query) };
  } catch (error) {
    logError("search_failed", error, { session_id: lease.session_id });
    return failed(call_id, new ToolFailure("unreachable", "The search could not be run; try again"));
  }
}

/** The built-in request for a person. */
async function askForPerson(
  bindings: Bindings,
  snapshot: ProjectSnapshot,
  { call_id, arguments: args }: ToolCall,
  lease: Lease,
): Promise<ToolOutcome> {
  const faults = argumentFaults(PERSON_PARAMETERS, args);
  if (faults !== null) return failed(call_id, new ToolFailure("invalid_arguments", faults));
  try {
    const outcome = await requestPerson(bindings, snapshot, lease, args as ReasonAndSummary);
    return { success: true, call_id, result: PERSON_ANSWERS[outcome] };
  } catch (error) {
    logError("person_not_asked", error, { session_id: lease.session_id });
    return failed(call_id, new ToolFailure("unreachable", "Nobody could be asked; try again in a moment"));
  }
}

const failed = (call_id: string, { code, message }: ToolFailure): ToolOutcome => ({
  success: false,
  call_id,
  error: { code, message },
});

async function run(
  bindings: Bindings,
  agent: SnapshotAgent | undefined,
  call: ToolCall,
  lease: Lease,
  now: number,
): Promise<ToolOutcome> {
  const { session_id, call_id, name } = call;
  try {
    const tool = agent?.tools.find((known) => known.name === name);
    if (!tool) throw new ToolFailure("unknown_tool", "This agent has no tool of that name");
    if (tool.kind === "client") throw new ToolFailure("unknown_tool", "The page runs this tool itself");
    const faults = argumentFaults(tool.parameters, call.arguments);
    if (faults !== null) throw new ToolFailure("invalid_arguments", faults);
    const { agent_id, project_id } = lease;
    const request = { session_id, call_id, agent_id, project_id, name, arguments: call.arguments };
    return { success: true, call_id, result: await callWebhook(tool, request, readVariables(bindings), now) };
  } catch (error) {
    const failure = error instanceof ToolFailure ? error : new ToolFailure("unreachable", "The tool could not be run");
    return failed(call_id, failure);
  }
}

const notKept =
  (event: string, { session_id }: Lease) =>
  (error: unknown) =>
    logError(event, error, { session_id });

/**
 * Whether this caller is the first, which may call the tool. Where the store cannot be asked it is: the conversation goes on, and a
 * receiver knows a repetition by its id.
 */
const claim = (bindings: Bindings, lease: Lease, { call_id, name }: ToolCall, at: number): Promise<boolean> => {
  const { project_id, org_id, session_id } = lease;
  return storeOf(bindings, project_id)
    .claimCall(project_id, { session_id, org_id, call_id, name, at })
    .catch((error) => {
      notKept("tool_call_not_claimed", lease)(error);
      return true;
    });
};

/** Keeps the first outcome; one that cannot be kept is given all the same. */
const finish = (bindings: Bindings, lease: Lease, outcome: ToolOutcome): Promise<void> => {
  const { project_id, session_id } = lease;
  return callStore(bindings, project_id, (store) => store.finishCall(project_id, session_id, outcome)).catch(
    notKept("tool_outcome_not_kept", lease),
  );
};

/** The same call came before, perhaps a moment ago: its outcome, once there is one. */
async function firstOutcome(bindings: Bindings, lease: Lease, call_id: string): Promise<ToolOutcome> {
  const { project_id, session_id } = lease;
  const lost = failed(
    call_id,
    new ToolFailure("timeout", "The tool's outcome was lost; use a new call_id to try again"),
  );
  const find = callStore(bindings, project_id, (store) => store.findCall(project_id, session_id, call_id, GIVE_UP_MS));
  try {
    const row = await find;
    if (row?.outcome) return row.outcome;
  } catch (error) {
    // The first may be under way still.
    notKept("tool_outcome_not_found", lease)(error);
    return lost;
  }
  // Whoever made the call died with it; whether the tool was reached nobody knows, so it is not tried again.
  await finish(bindings, lease, lost);
  return lost;
}

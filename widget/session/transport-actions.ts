import type { ToolCall, TransportEvent } from "../transport/transport.ts";
import type { Conversation } from "./conversation.ts";
import type { SessionAction } from "./reduce.ts";

/** What an event of the connection may cause besides a change of the state. */
export interface EventWork {
  /** Whether the agent is to be heard; else its answer is shown as it arrives. */
  isAudible(): boolean;
  /** The agent is heard now. */
  heard(): void;
  /** The agent may call a tool now. */
  expectTools(): void;
  runTool(call: ToolCall): void;
  used(id: string, reported: unknown): void;
  leaving(in_ms: number): void;
  closed(event: Extract<TransportEvent, { type: "closed" }>): void;
}

/** Does all that an event of the connection causes. @param at when it came, unix milliseconds */
export function handleEvent(
  event: TransportEvent,
  at: number,
  conversation: Pick<Conversation, "dispatch" | "report" | "provisional">,
  work: EventWork,
): void {
  const dispatch = (action: SessionAction) => conversation.dispatch(action);
  switch (event.type) {
    case "item":
      dispatch({ type: "item_placed", id: event.id, after: event.after });
      break;
    case "speech_started":
      dispatch({ type: "awaiting", awaiting: false });
      break;
    case "speech_stopped":
      dispatch({ type: "awaiting", awaiting: true });
      work.expectTools();
      break;
    case "turn_started":
      dispatch({ type: "awaiting", awaiting: true });
      break;
    case "user_transcript":
      dispatch({ type: "message", id: event.id, role: "user", text: event.text, final: event.final, at });
      break;
    case "agent_delta":
      dispatch({ type: "message_delta", id: event.id, role: "agent", delta: event.delta, at });
      if (!event.spoken || !work.isAudible()) dispatch({ type: "streaming", streaming: true });
      break;
    case "agent_transcript":
      conversation.provisional[event.provisional ? "add" : "delete"](event.id);
      dispatch({ type: "message", id: event.id, role: "agent", text: event.text, final: true, at });
      break;
    case "turn_done":
      dispatch({ type: "awaiting", awaiting: event.more });
      dispatch({ type: "streaming", streaming: false });
      break;
    case "interrupted":
      for (const id of event.ids) dispatch({ type: "message_interrupted", id });
      dispatch({ type: "streaming", streaming: false });
      conversation.report({ type: "interrupted" });
      break;
    case "playback":
      dispatch(event);
      if (event.playback === "playing") work.heard();
      break;
    case "reconnecting":
      dispatch(event);
      break;
    case "error":
      if (event.code === "audio_blocked") dispatch({ type: "audio_blocked", blocked: true });
      // A vendor's own words may have any length.
      conversation.report({ type: "error", code: event.code, message: event.message.slice(0, 1_000) });
      break;
    case "tool_call":
      work.runTool(event.call);
      break;
    case "usage":
      work.used(event.id, event.reported);
      break;
    case "leaving":
      work.leaving(event.in_ms);
      break;
    case "closed":
      work.closed(event);
      break;
    default:
      event satisfies never;
  }
}

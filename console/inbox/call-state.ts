import type { Signal } from "../../shared/live.ts";

/** Sound with the visitor, of one conversation at a time: `asked` by us, `asking` is the visitor. */
export type Call =
  | { phase: "asked" | "asking"; session_id: string }
  | { phase: "connecting" | "on"; session_id: string; muted: boolean; other_muted: boolean }
  | { phase: "over"; session_id: string; why: string };

/** What happens on this side. `lost`: the inbox's connection is lost; running sound does not need it. */
export type CallEvent =
  | { type: "ask"; session_id: string }
  | { type: "accept" | "decline" | "connected" | "end" | "lost" | "refused" }
  | { type: "failed"; session_id: string; why: string }
  | { type: "mute"; on: boolean };

const isRunning = (call: Call | null): call is Call & { phase: "connecting" | "on" } =>
  call !== null && (call.phase === "connecting" || call.phase === "on");
const isAsked = (call: Call | null): boolean => call?.phase === "asked" || call?.phase === "asking";

const connecting = ({ session_id }: Call): Call => ({
  phase: "connecting",
  session_id,
  muted: false,
  other_muted: false,
});
const over = ({ session_id }: Call, why: string): Call => ({ phase: "over", session_id, why });

/** Whether a second one would disturb this one. */
export const isBusy = (call: Call | null): boolean => isRunning(call) || isAsked(call);

export function callAfter(call: Call | null, event: CallEvent): Call | null {
  if (event.type === "ask") return isBusy(call) ? call : { phase: "asked", session_id: event.session_id };
  if (event.type === "failed") return { phase: "over", session_id: event.session_id, why: event.why };
  if (call === null) return null;
  switch (event.type) {
    case "accept":
      return call.phase === "asking" ? connecting(call) : call;
    case "decline":
    case "end":
    case "refused":
      return null;
    case "lost":
      return isAsked(call) ? null : call;
    case "connected":
      return call.phase === "connecting" ? { ...call, phase: "on" } : call;
    case "mute":
      return isRunning(call) ? { ...call, muted: event.on } : call;
  }
}

/** The state after a visitor's signal. If a visitor asks while another call runs, the screen answers with `decline`. */
export function callHeard(call: Call | null, signal: Signal & { session_id: string }): Call | null {
  const { kind, session_id } = signal;
  if (kind === "ask" && !isBusy(call)) return { phase: "asking", session_id };
  if (call === null || call.session_id !== session_id) return call;
  switch (kind) {
    case "ask":
      // Both asked at once, so both want it.
      return call.phase === "asked" ? connecting(call) : call;
    case "accept":
      return call.phase === "asked" ? connecting(call) : call;
    case "decline":
      return call.phase === "asked" ? over(call, "The visitor prefers to write.") : call;
    case "end":
      if (call.phase === "asking") return null;
      return isBusy(call) ? over(call, "The visitor ended the sound.") : call;
    case "mute":
      return isRunning(call) ? { ...call, other_muted: signal.on === true } : call;
    case "description":
    case "candidate":
      return call;
  }
}

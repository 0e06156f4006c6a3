import type { ConnectingState, LiveState, SessionState } from "./state.ts";

export const liveOf = (state: SessionState): LiveState | null => ("activity" in state ? state : null);
export const openOf = (state: SessionState): ConnectingState | LiveState | null => ("input" in state ? state : null);
/** Whether the visitor speaks with the agent, or is about to. */
export const inCall = (state: SessionState): boolean => openOf(state)?.input === "voice";

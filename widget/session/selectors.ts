import { isMicrophoneFault, type SessionErrorCode } from "../errors.ts";
import { type ConnectingState, isInConversation, isLive, type LiveState, type SessionState } from "./state.ts";

/** The conversation once it is connected. */
export const liveOf = (state: SessionState): LiveState | null => (isLive(state) ? state : null);
/** The conversation that runs; connecting counts. */
export const conversationOf = (state: SessionState): ConnectingState | LiveState | null =>
  isInConversation(state) ? state : null;
/** Whether the visitor speaks with the agent, or is about to. */
export const inCall = (state: SessionState): boolean => conversationOf(state)?.input === "voice";

/** Why the microphone cannot be had, or not be heard: in a conversation that continues by text, or for a call that did not begin. */
export function microphoneFaultOf(state: SessionState): SessionErrorCode | null {
  if (state.status === "error") return isMicrophoneFault(state.error.code) ? state.error.code : null;
  return conversationOf(state)?.microphone ?? null;
}

import type { Branding, Copy, Features, PublicAgent } from "../../shared/config.ts";
import type { Preferences } from "../controllers/preferences.ts";
import type { SessionErrorCode } from "../errors.ts";
import type { FirstMessages } from "../i18n/messages.ts";
import type { ConnectingState, LiveState, SessionState } from "../session/state.ts";
import type { Doctor } from "./doctor.ts";
import type { PanelRequest } from "./request.ts";

/** What every view of the panel is drawn from. */
export interface ViewModel {
  state: SessionState;
  /** Who the visitor talks to, as the panel's name. */
  title: string;
  branding: Branding;
  features: Features;
  texts: FirstMessages;
  agent: PublicAgent | null;
  /** More than one to choose from, or none. */
  choice: readonly PublicAgent[];
  /** Why there are no settings. */
  trouble: SessionErrorCode | null;
  askConsent: boolean;
  /** The rating that the visitor has given this conversation. */
  rating: number | null;
  /** Whether the words to it have been sent. */
  commented: boolean;
  preferences: Preferences;
  /** Who helps with the microphone, once they are there. */
  doctor: Doctor | null;
  /** A sentence to the status. */
  why: string | null;
  /** Whether the devices are shown. */
  settings: boolean;
  inline: boolean;
  /** Whether the page brings a footer of its own. */
  slotted: boolean;
  /** Owner's text for failures that no visitor can mend. */
  errorText: string | null;
  request: (request: PanelRequest) => void;
}

/** The owner's words in place of ours, where there are some. */
export function textsOf(messages: FirstMessages, copy: Copy): FirstMessages {
  const own = Object.entries(copy).filter(([, text]) => text !== null);
  return { ...messages, ...Object.fromEntries(own) };
}

export const liveOf = (state: SessionState): LiveState | null => ("activity" in state ? state : null);
export const openOf = (state: SessionState): ConnectingState | LiveState | null => ("input" in state ? state : null);
/** Whether the visitor speaks with the agent, or is about to. */
export const inCall = (state: SessionState): boolean => openOf(state)?.input === "voice";

import type { Preferences } from "../persistence/preferences.ts";
import type { InputMode } from "../session/state.ts";

/** What a click in the panel asks for. The panel never changes a fact itself: it asks, and the next state answers. */
export type PanelRequest =
  | { type: "close" }
  | { type: "start"; input: InputMode }
  | { type: "end" }
  | { type: "mute"; muted: boolean }
  | { type: "pause"; paused: boolean }
  | { type: "interrupt" }
  | { type: "typing" }
  | { type: "send"; text: string }
  /** First without words, then perhaps with them. */
  | { type: "rate"; rating: number; text?: string }
  | { type: "choose_agent"; agentId: number }
  | { type: "consent"; agreed: boolean }
  | { type: "prefer"; preferences: Preferences }
  /** Shows or hides the devices. */
  | { type: "settings" }
  /** The config once more, after a failure. */
  | { type: "reload" }
  | { type: "play_sound" };

/** Name of the event, on the panel itself, that carries a request as its detail. */
export const PANEL_REQUEST = "panel-request";

import type { Preferences } from "../persistence/preferences.ts";
import type { SessionCommand } from "../session/commands.ts";
import type { InputMode } from "../session/state.ts";

/** A command of the panel, to the conversation or to the panel itself. It changes no state: the next state shows what came of it. */
export type PanelCommand =
  | SessionCommand
  | { type: "close" }
  | { type: "choose_agent"; agentId: number }
  | { type: "consent"; agreed: boolean }
  | { type: "set_preferences"; preferences: Preferences }
  /** It is the visitor's turn: begins a conversation on the voice line that is held for the ticket. */
  | { type: "start_with_ticket"; ticket: string; input: InputMode }
  /** Loads the config again, after a failure. */
  | { type: "reload" };

export type Dispatch = (command: PanelCommand) => void;

import type { Preferences } from "../persistence/preferences.ts";
import type { SessionCommand } from "../session/commands.ts";

/** What a click in the panel asks for: of the conversation, or of the panel itself. The next state answers. */
export type PanelCommand =
  | SessionCommand
  | { type: "close" }
  | { type: "choose_agent"; agentId: number }
  | { type: "consent"; agreed: boolean }
  | { type: "set_preferences"; preferences: Preferences }
  /** The visitor's turn has come: the conversation begins on the line that is held for the ticket. */
  | { type: "start_with_ticket"; ticket: string }
  /** The config once more, after a failure. */
  | { type: "reload" };

export type Dispatch = (command: PanelCommand) => void;

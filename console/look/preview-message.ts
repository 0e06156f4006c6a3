import type { WidgetConfig } from "../../shared/config.ts";
import type { Starters } from "../../shared/knowledge.ts";

export const SCENES = [
  ["talk", "In a conversation"],
  ["start", "Opened"],
  ["launcher", "Closed"],
] as const;
export type Scene = (typeof SCENES)[number][0];

/** What the preview's page gets: the whole state each time. */
export interface PreviewState {
  config: WidgetConfig;
  /** Whom visitors talk to. */
  agent: { name: string; initial_message: string | null; starters: Starters };
  theme: "light" | "dark";
  scene: Scene;
  /** Whose words are shown; empty: the reader's own. */
  language: string;
}

/** What the preview's page sends when it can receive that. */
export const READY = "preview-ready";

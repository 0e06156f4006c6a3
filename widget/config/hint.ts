/** Codes of the hints to the site's owner; the sentences are in `debug/hint-text.ts`, which is loaded for a hint. */
export type HintCode =
  | "no_key"
  | "answered"
  | "no_answer"
  | "no_panel"
  | "failed"
  | "ignored"
  | "agent_id"
  | "context"
  | "attributes"
  | "no_address"
  | "old_browser"
  | "no_person"
  | "too_long"
  | "no_widget";

/** Gives the site's owner a hint by its code. */
export type Hint = (code: HintCode, ...details: string[]) => void;

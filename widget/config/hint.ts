/** What the site's owner may have to be told; the sentences are in `debug/explain.ts`, which is loaded for them. */
export type HintCode =
  | "no_key"
  | "answered"
  | "no_answer"
  | "no_panel"
  | "ignored"
  | "agent_id"
  | "context"
  | "attributes"
  | "no_address"
  | "old_browser";

/** Tells the site's owner something by its code. */
export type Hint = (code: HintCode, ...details: string[]) => void;

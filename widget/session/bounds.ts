import { MAX_CONTEXT_BYTES, MAX_CONTEXT_PAIRS, MAX_TYPED } from "../../shared/limits.ts";
import { toJson } from "../json.ts";
import { type SessionCommand, wordsOf } from "./commands.ts";

/** What was refused: by its name in the page, with what may be handed over at most. */
export interface Excess {
  readonly what: string;
  readonly most: string;
}
/** Tells the page that something was refused. */
export type Refuse = (excess: Excess) => void;

export const bytesOf = (text: string): number => new TextEncoder().encode(text).length;

/** Whether a command of the page hands over more than any agent can be told; those of the panel never do. */
export function excessOf(command: SessionCommand): Excess | null {
  if (command.type === "send_text" && wordsOf(command).length > MAX_TYPED)
    return { what: "sendText", most: `${MAX_TYPED} characters` };
  return command.type === "send_context" ? contextExcess(command.pairs) : null;
}

export function contextExcess(pairs: Readonly<Record<string, unknown>>): Excess | null {
  const fits = bytesOf(toJson(pairs)) <= MAX_CONTEXT_BYTES && Object.keys(pairs).length <= MAX_CONTEXT_PAIRS;
  return fits ? null : { what: "sendContext", most: `${MAX_CONTEXT_PAIRS} pairs, ${MAX_CONTEXT_BYTES} bytes as JSON` };
}

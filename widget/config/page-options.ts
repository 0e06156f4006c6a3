import { SLOTS } from "../../shared/providers.ts";
import { toJson } from "../json.ts";
import { textOf } from "./attribute.ts";
import type { Hint } from "./hint.ts";

/** What the page says about a session, as it said it; attributes arrive as strings. */
export interface RawPageOptions {
  readonly agentId?: unknown;
  readonly model?: unknown;
  readonly voice?: unknown;
  readonly context?: unknown;
  readonly userId?: unknown;
  readonly userHash?: unknown;
}

/** Without an agent the config decides. */
export interface PageOptions {
  agentId: number | null;
  model?: string;
  voice?: string;
  context?: Readonly<Record<string, unknown>>;
  userId?: string;
  userHash?: string;
}

/** What only a session needs is read when the panel is there: the page pays nothing for it before the click. */
export function readPageOptions(raw: RawPageOptions, hint: Hint): PageOptions {
  const model = textOf(raw.model);
  if (model && !SLOTS.some((slot) => slot === model)) {
    hint("ignored", "model", model, SLOTS.join(", "));
  }
  return {
    agentId: agentIdOf(raw.agentId, hint),
    model,
    voice: textOf(raw.voice),
    context: contextOf(raw.context, hint),
    userId: userIdOf(raw),
    userHash: textOf(raw.userHash),
  };
}

/** As it is: the hash is of every character. */
export const userIdOf = ({ userId }: Pick<RawPageOptions, "userId">): string | undefined =>
  textOf(userId) && `${userId}`;

function agentIdOf(value: unknown, hint: Hint): number | null {
  const text = textOf(value);
  if (text === undefined) return null;
  if (/^[1-9]\d{0,14}$/.test(text)) return Number(text);
  hint("agent_id", text);
  return null;
}

/** JSON holds no circle and no bigint. */
function isJson(value: object): boolean {
  try {
    toJson(value);
    return true;
  } catch {
    return false;
  }
}

function contextOf(value: unknown, hint: Hint): Record<string, unknown> | undefined {
  if (value === null || value === undefined || value === "") return undefined;
  let pairs = value;
  if (typeof value === "string") {
    try {
      pairs = JSON.parse(value);
    } catch {}
  }
  if (typeof pairs === "object" && pairs !== null && !Array.isArray(pairs) && isJson(pairs))
    return pairs as Record<string, unknown>;
  hint("context");
  return undefined;
}

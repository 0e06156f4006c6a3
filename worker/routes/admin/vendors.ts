import type { Context } from "hono";
import type { AppEnv } from "../../http/app-env.ts";
import { externalStateOf, slotStatesOf } from "../../providers/slot-states.ts";
import { readVariables } from "../../variables.ts";

export function list(c: Context<AppEnv>): Response {
  const settings = readVariables(c.env);
  return c.json({ items: [...slotStatesOf(settings), externalStateOf(settings)] });
}

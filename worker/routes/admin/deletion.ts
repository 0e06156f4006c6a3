import type { Context } from "hono";
import type { AppEnv } from "../../http/app-env.ts";
import type { Declaration } from "../../openapi/operation.ts";
import { deleteWhole } from "../../projects/deletion/deletion.ts";

/** What is deleted with everything in it goes on after the answer. */
export const DELETION_ANSWERS = {
  202: {
    description: "It is no longer visible and its keys are revoked; the service deletes the rest in the background.",
    schema: "Deleting",
  },
  204: "Everything is deleted.",
} satisfies Declaration["answers"];

/** @param confirm what was sent as the name @throws ApiError where that is another one */
export async function answerDeletion(
  c: Context<AppEnv>,
  what: Parameters<typeof deleteWhole>[2],
  confirm: string,
): Promise<Response> {
  const done = await deleteWhole(c.env, c.var.actor, what, confirm);
  return done ? c.body(null, 204) : c.json({ status: "deleting" }, 202);
}

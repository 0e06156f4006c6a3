import * as z from "zod";

/** Whether hours, plan, credit, a line and the slot allow a session now, without starting one. */
export const readiness = z.object({
  ready: z.boolean(),
  problems: z.array(
    z.object({
      code: z.string().describe("As in the refusal that `POST /widget/v1/session` would answer."),
      detail: z.string(),
    }),
  ),
});
export type Readiness = z.infer<typeof readiness>;

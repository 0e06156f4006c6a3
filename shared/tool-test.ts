import * as z from "zod";
import { jsonObject } from "./fields.ts";
import { tool, toolOutcome } from "./tools.ts";

/** Body of `POST /admin/v1/agents/{id}/tools/test`. */
export const toolTest = z.strictObject({
  tool: tool.describe(
    "As it would be saved; without a `secret` the saved tool's own is used, if its host is the same.",
  ),
  arguments: jsonObject.default({}),
});
export type ToolTest = z.infer<typeof toolTest>;

/** Its answer: the result as the model would get it, and how long it took. */
export const toolTested = z.object({
  outcome: toolOutcome,
  milliseconds: z.int().nonnegative(),
  temporary_secret: z.boolean().describe("The tool has no secret yet: this call was signed with one that is not kept."),
});
export type ToolTested = z.infer<typeof toolTested>;

import * as z from "zod";
import { jsonObject } from "./fields.ts";
import { LENGTHS } from "./text-lengths.ts";

const TOOL_ERROR_CODES = [
  "unknown_tool",
  "invalid_arguments",
  "timeout",
  "unreachable",
  "bad_status",
  "too_large",
] as const;
export type ToolErrorCode = (typeof TOOL_ERROR_CODES)[number];

/**
 * A tool of an agent, as an operator writes it or as it is shown. A webhook needs its `url`; `secret` is `whsec_` +
 * base64 of 24 to 64 bytes, and is made where a webhook comes without one.
 */
export const tool = z
  .object({
    name: z
      .string()
      .regex(
        new RegExp(`^[A-Za-z0-9_-]{1,${LENGTHS.toolName}}$`),
        `Use 1 to ${LENGTHS.toolName} letters, digits, _ or -`,
      ),
    description: z.string().max(LENGTHS.toolDescription).default(""),
    parameters: jsonObject.default({ type: "object", properties: {} }),
    kind: z.enum(["client", "webhook"]),
    url: z
      .url({ protocol: /^https?$/ })
      .max(LENGTHS.url)
      .nullish(),
    secret: z
      .string()
      .regex(/^whsec_[A-Za-z0-9+/]+={0,2}$/, "Write whsec_ followed by base64")
      .max(LENGTHS.toolSecret)
      .nullish(),
    has_secret: z
      .unknown()
      .optional()
      .meta({ readOnly: true, description: "Shown only; passed over when it is sent." }),
  })
  .transform(
    ({ has_secret: _, url, secret, ...rest }): Tool => ({ ...rest, ...(url && { url }), ...(secret && { secret }) }),
  );

export interface Tool {
  name: string;
  description: string;
  /** JSON Schema of the arguments. */
  parameters: Record<string, unknown>;
  /** Who runs it: the page, or the Worker. */
  kind: "client" | "webhook";
  url?: string;
  secret?: string;
}

/** Body of `POST /widget/v1/tools/execute`. */
export const toolCall = z.object({
  session_id: z.string().min(1).max(64),
  name: z.string().min(1).max(128),
  call_id: z.string().min(1).max(128),
  arguments: jsonObject,
});
export type ToolCall = z.infer<typeof toolCall>;

/** Its answer: the tool's result, or a failure to pass on to the model. */
export const toolOutcome = z.discriminatedUnion("success", [
  z.object({ success: z.literal(true), call_id: z.string(), result: z.unknown() }),
  z.object({
    success: z.literal(false),
    call_id: z.string(),
    error: z.object({ code: z.enum(TOOL_ERROR_CODES), message: z.string() }),
  }),
]);
export type ToolOutcome = z.infer<typeof toolOutcome>;

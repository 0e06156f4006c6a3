import * as z from "zod";
import { id, integer, requiredText, withShownFields } from "./fields.ts";
import { LENGTHS } from "./text-lengths.ts";

/** People who operate the service, and who is signed in. Times are unix milliseconds. */

/** `owner` may do everything; `support` the daily work of any organization; `read_only` nothing but look. */
const ROLES = ["owner", "support", "read_only"] as const;
export type Role = (typeof ROLES)[number];

const email = z
  .email()
  .max(LENGTHS.email)
  .transform((text) => text.toLowerCase())
  .nullish()
  .describe("Whom Cloudflare Access lets in under this name; `null` where only the token signs in.");

export const operatorCreate = z.strictObject({ name: requiredText(LENGTHS.name), email, role: z.enum(ROLES) });
export const operatorPatch = withShownFields(operatorCreate.partial(), ["id", "created_at"]);
export type OperatorFields = z.output<typeof operatorCreate>;

const at = integer().nonnegative();

export const operator = z.object({
  id,
  name: z.string(),
  email: z.string().nullable(),
  role: z.enum(ROLES),
  created_at: at,
});
export type Operator = z.infer<typeof operator>;
export const operatorCreated = operator.extend({ token: z.string().describe("Shown this once.") });

/** Who calls. */
export const whoami = z.object({
  kind: z.enum(["operator", "organization"]),
  name: z.string(),
  role: z.enum(ROLES).nullable().describe("Of an operator; `null` for an organization's token."),
  org_id: id.nullable().describe("Of an organization's token; `null` for an operator."),
});
export type Whoami = z.infer<typeof whoami>;
export const signedIn = whoami.extend({ expires_at: at });

/** What deletes for good is confirmed with the name of what goes. */
export const confirmation = z.strictObject({ confirm: z.string().max(LENGTHS.confirmation) });
export const deleting = z.object({ status: z.literal("deleting") });

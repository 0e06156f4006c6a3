import * as z from "zod";
import { id, integer } from "./fields.ts";
import { LENGTHS } from "./text-lengths.ts";

/** Operators' browsers that get a message when somebody waits, also while the console is closed. */

const bytes = (length: number, name: string) =>
  z
    .string()
    .regex(
      new RegExp(`^[A-Za-z0-9_-]{${Math.ceil((length * 4) / 3)}}$`),
      `Write ${name} as the browser gives it: ${length} bytes in base64url`,
    );

/** What `PushSubscription.toJSON()` gives in a browser. */
export const deviceCreate = z.strictObject({
  endpoint: z
    .string()
    .trim()
    .min(1)
    .max(LENGTHS.url)
    .describe("The push service's address of this browser: a public https address."),
  keys: z.strictObject({ p256dh: bytes(65, "p256dh"), auth: bytes(16, "auth") }),
  expirationTime: z.number().nullish(),
});
export type DeviceCreate = z.infer<typeof deviceCreate>;

export const device = z.object({
  id,
  project_id: id,
  by: z.string().describe("Whose it is, as the audit log names them."),
  push_service: z.string().describe("Who carries the messages, a host name."),
  created_at: integer().nonnegative(),
});
export type Device = z.infer<typeof device>;

export const pushKey = z.object({
  public_key: z.string().describe("`applicationServerKey` of `PushManager.subscribe()`."),
});

/** What a push message says, encrypted for the browser alone. */
export interface PushMessage {
  project_id: number;
  session_id: string;
  /** The site's name. */
  site: string;
  reason: string | null;
  /** When the visitor asked, unix milliseconds. */
  waiting_since: number;
}

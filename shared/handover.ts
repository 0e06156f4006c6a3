import * as z from "zod";
import { utterance } from "./recorded-sessions.ts";

/** A conversation that goes on on another subdomain of the site: see docs/decisions/0154-from-subdomain-to-subdomain.md. */

/** Characters of what a page may say of whose conversation it is; see `conversationOwner()` in the widget. */
const MAX_OWNER = 64;
/** Sealed tickets are shorter. */
const MAX_HANDOVER_TICKET = 2_048;

const owner = z
  .string()
  .max(MAX_OWNER)
  .nullish()
  .describe("A name for the signed-in visitor, the same on all pages; left out for anybody else.");

/** Body of `POST /widget/v1/session/{session_id}/handover`. */
export const sessionHandover = z.object({
  session_secret: z.string().nullish().describe("From the answer that opened the session; without it: 401."),
  owner,
});
export type SessionHandover = z.infer<typeof sessionHandover>;

/** Its answer. */
export const handoverTicket = z.object({
  success: z.literal(true),
  ticket: z
    .string()
    .nullable()
    .describe("What another page of `domain` shows to go on; `null` where nothing may be handed over."),
  domain: z.string().nullable().describe("The domain whose subdomains the key allows."),
});
export type HandoverTicket = z.infer<typeof handoverTicket>;

/** Body of `POST /widget/v1/handover`. */
export const handoverTake = z.object({ ticket: z.string().max(MAX_HANDOVER_TICKET), owner });
export type HandoverTake = z.infer<typeof handoverTake>;

/** Its answer. */
export const handoverTaken = z.object({
  success: z.literal(true),
  left: z.boolean().describe("False: the page that had it has not said yet that it left; ask again in a moment."),
  domain: z.string().nullable().describe("The domain that the ticket is for."),
  conversation: z
    .object({
      session_id: z.string(),
      session_secret: z.string().describe("Proves to `reconnect` that the session is yours; keep it from others."),
      transcript: z.array(utterance).describe("The newest 200 lines, the oldest first."),
    })
    .nullable()
    .describe("`null` where it has not been left yet, or is not to be had any more."),
});
export type HandoverTaken = z.infer<typeof handoverTaken>;

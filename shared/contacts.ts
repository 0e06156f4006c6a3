import * as z from "zod";
import { DEFAULT_CONSENT } from "./default-consent.ts";
import { boundedText, id, integer, whateverInside } from "./fields.ts";
import { MAX_TURNSTILE_TOKEN } from "./limits.ts";
import { normalizeContact } from "./normalize-contact.ts";
import { LENGTHS } from "./text-lengths.ts";

/** What a visitor leaves to be reached by. */

export const CONTACT_FIELDS = ["name", "email", "phone", "message"] as const;
export type ContactField = (typeof CONTACT_FIELDS)[number];

const stretch = (max: number) => z.string().trim().pipe(boundedText(max));
const optional = <T extends z.ZodType>(field: T) =>
  z
    .union([z.literal("").transform(() => undefined), field])
    .nullish()
    .transform((value) => value ?? undefined);

const email = z
  .string()
  .overwrite(normalizeContact)
  .trim()
  .max(LENGTHS.email)
  .regex(
    /^[^\s@<>"(),:;\x5b\x5d\x5c]+@[^\s@<>"(),:;\x5b\x5d\x5c.]+(\.[^\s@<>"(),:;\x5b\x5d\x5c.]+)+$/,
    "Write a whole address, e.g. ada@example.com",
  );
const phone = z
  .string()
  .overwrite(normalizeContact)
  .trim()
  .max(40)
  .regex(/^[+(]?[\d\s()./-]*([xX]\d+|[eE][xX][tT]\.? ?\d+)?$/, "Write digits, e.g. +49 30 1234567")
  .refine((value) => value.replace(/\D/g, "").length >= 5, "Write the whole number, at least 5 digits");

export const contactFields = {
  name: optional(stretch(200)),
  email: optional(email),
  phone: optional(phone),
  message: optional(stretch(10_000)),
  consent: z.literal(true, { error: "The visitor has to agree: send true" }),
  consent_text: optional(stretch(1_000)).describe("What the form said, where the agent has no words of its own."),
};

export const REACHABLE = "Give an email address or a phone number";
export const reachable = (contact: { email?: unknown; phone?: unknown }): boolean =>
  [contact.email, contact.phone].some((value) => (typeof value === "string" ? value.trim() !== "" : value != null));

/** Body of `POST /widget/v1/contacts`: a contact without a session. */
export const contactSent = z
  .object({
    ...contactFields,
    message: optional(stretch(4_000)),
    agent_id: id.nullish(),
    turnstile_token: z
      .string()
      .max(MAX_TURNSTILE_TOKEN)
      .nullish()
      .describe("Proof that the visitor passed the challenge, where the service asks for one."),
  })
  .refine(reachable, { error: REACHABLE, path: ["email"], ...whateverInside });
export type ContactSent = z.infer<typeof contactSent>;

export interface ContactFields {
  name?: string | undefined;
  email?: string | undefined;
  phone?: string | undefined;
  message?: string | undefined;
}

/** What was agreed to: the owner's own words where there are any, else those that the visitor saw. */
export const agreedTo = (own: CollectContact | null | undefined, seen: string | undefined): string =>
  own?.consent_text ?? seen ?? DEFAULT_CONSENT;

export const contactAccepted = z.object({ success: z.literal(true), contact_id: id });

/** As a session shows it to the operator. */
export const contactLeft = z.object({
  id,
  session_id: z.string().nullable(),
  agent_id: id.nullable(),
  name: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  message: z.string().nullable(),
  consent_text: z.string().describe("What the visitor agreed to."),
  at: integer().nonnegative(),
});
export type ContactLeft = z.infer<typeof contactLeft>;

/** As the list of a project has it. */
export const contact = contactLeft.extend({
  done_at: integer()
    .nonnegative()
    .nullable()
    .describe("When it was marked as done; null while somebody has to answer."),
});
export type Contact = z.infer<typeof contact>;

export const contactPatch = z.strictObject({
  done: z.boolean().describe("Whether somebody has dealt with it."),
});
export type ContactPatch = z.infer<typeof contactPatch>;

/** Agent field: the form that its built-in tool `collect_contact` shows. */
export const collectContact = z.strictObject({
  fields: z
    .array(z.enum(CONTACT_FIELDS))
    .min(1)
    .max(4)
    .refine((list) => list.includes("email") || list.includes("phone"), {
      error: "Ask for email or phone, or nobody can be reached",
      ...whateverInside,
    })
    .refine((list) => new Set(list).size === list.length, { error: "Name each field once", ...whateverInside }),
  consent_text: z.string().trim().min(1).max(LENGTHS.consent),
});
export type CollectContact = z.infer<typeof collectContact>;

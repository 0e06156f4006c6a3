import { html } from "lit";
import { DEFAULT_CREDITS_PER_MINUTE } from "../../shared/limits.ts";
import { RANGES } from "../../shared/ranges.ts";
import type { Form } from "../controllers/form.ts";
import { field } from "./field.ts";
import { count } from "./format.ts";

/** Ten hours at the default rate: enough to try, and to be found again in the ledger. */
const FIRST_CREDIT = 600 * DEFAULT_CREDITS_PER_MINUTE;

/** Credit at creation: an organization without any refuses every call. */
export const creditField = (form: Form) =>
  field(form, {
    kind: "number",
    name: "credit",
    label: "Initial credit",
    value: FIRST_CREDIT,
    ...RANGES.credits,
    unit: "credits",
    required: true,
    hint: html`${count(FIRST_CREDIT)} credits are ${count(FIRST_CREDIT / DEFAULT_CREDITS_PER_MINUTE / 60)} hours of calls at
    the usual ${DEFAULT_CREDITS_PER_MINUTE} a minute. Without credit every call is refused.`,
  });

import { describe, expect, it } from "vitest";
import type * as z from "zod";
import { array, number, object, strictObject, string, union } from "zod";
import { analysisPlan } from "../../shared/analysis.ts";
import { collectContact, contactSent, REACHABLE } from "../../shared/contacts.ts";
import { sessionEvent, usageNumbers } from "../../shared/events.ts";
import { openingHours } from "../../shared/opening-hours.ts";
import { initialMessages } from "../../shared/speech-settings.ts";
import { faults } from "../../worker/http/validation.ts";

/** All faults of a body are listed, also those of an object or list in which something else is wrong. */

function faultsOf(schema: z.ZodType, sent: unknown): string[] {
  const { error } = schema.safeParse(sent, { reportInput: true });
  return faults(error?.issues ?? [], "body").map(({ loc, msg }) => `${loc.slice(1).join(".")}: ${msg}`);
}
const REQUIRED = "Field required";
const nobody = `email: Value error, ${REACHABLE}`;
const many = Object.fromEntries(Array.from({ length: 51 }, (_, at) => [`n${at}`, 1]));
const languages = Object.fromEntries(Array.from({ length: 51 }, (_, at) => [`en-x-a${at}`, "Hi"]));
const message = { type: "user_transcript", text: "" };

describe("all faults are listed of", () => {
  it.each<[string, z.ZodType, unknown, string[]]>([
    ["a contact of nothing", contactSent, {}, [`consent: ${REQUIRED}`, nobody]],
    ["one without consent", contactSent, { consent: false }, ["consent: Input should be true", nobody]],
    ["one that is none", contactSent, [], [": Input should be a valid dictionary"]],
    ["a contact that is null", contactSent, null, [": Input should be a valid dictionary"]],
    [
      "one whose email is wrong",
      contactSent,
      { email: 1 },
      ["email: Input should be a valid string", `consent: ${REQUIRED}`],
    ],
    ["an event of a contact", sessionEvent, { type: "contact" }, [`consent: ${REQUIRED}`, nobody]],
    [
      "words that say nothing",
      sessionEvent,
      { ...message, at: "now" },
      ["at: Input should be a valid integer", "text: String should have at least 1 character"],
    ],
    [
      "usage",
      usageNumbers,
      { details: { ...many, n1: "x" } },
      [
        "details.n1: Input should be a valid number",
        "details: Value error, At most 48 details are allowed; send fewer",
      ],
    ],
    [
      "greetings by language",
      initialMessages,
      { ...languages, de: "Hallo", DE: 5 },
      [
        "DE: Input should be a valid string",
        "DE: Value error, de is there twice; write it once",
        ": Value error, Give at most 50 languages",
      ],
    ],
    [
      "a plan of analysis",
      analysisPlan,
      { fields: [{ name: "a" }, { name: "a", type: "date" }, null, {}, {}] },
      [
        "fields.1.type: Input should be 'string', 'number', 'integer' or 'boolean'",
        "fields.2: Input should be a valid dictionary",
        `fields.3.name: ${REQUIRED}`,
        `fields.4.name: ${REQUIRED}`,
        "fields: Value error, Two fields have the same name",
      ],
    ],
    [
      "a form",
      collectContact,
      { fields: ["name", "name", "fax"], consent_text: "Yes" },
      [
        "fields.2: Input should be 'name', 'email', 'phone' or 'message'",
        "fields: Value error, Ask for email or phone, or nobody can be reached",
        "fields: Value error, Name each field once",
      ],
    ],
    [
      "opening hours",
      openingHours,
      {
        time_zone: "UTC",
        week: { mon: [["09:00", "12:00"], null, ["11:00", "13:00"], [1, "14:00"]] },
        exceptions: [{ date: "2026-01-01", spans: [] }, null, { date: "2026-01-01" }],
      },
      [
        "week.mon.1: Input should be a valid tuple",
        "week.mon.3.0: Input should be a valid string",
        "week.mon: Value error, 09:00–12:00 and 11:00–13:00 overlap; write one span instead",
        "exceptions.1: Input should be a valid dictionary",
        `exceptions.2.spans: ${REQUIRED}`,
        "exceptions.2.date: Value error, Another exception has the same date",
      ],
    ],
  ])("%s", (_, schema, sent, expected) => {
    expect(faultsOf(schema, sent)).toEqual(expected);
  });
});

describe("of more faults than anybody reads the first thousand are listed", () => {
  const wrong = Array.from({ length: 50_000 }, (_, at) => at);
  it.each<[string, z.ZodType, unknown]>([
    ["names that nobody knows", strictObject({}), Object.fromEntries(wrong.map((at) => [`k${at}`, 0]))],
    ["items of a list", object({ items: array(string()) }), { items: wrong }],
    [
      "items of a list in one of several forms",
      object({ items: union([number(), array(string())]) }),
      { items: wrong },
    ],
  ])("%s", (_, schema, sent) => {
    const { error } = schema.safeParse(sent, { reportInput: true });
    expect(faults(error?.issues ?? [], "body")).toHaveLength(1_000);
  });
});

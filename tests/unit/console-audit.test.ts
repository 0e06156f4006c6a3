import { expect, test } from "vitest";
import { around, changesOf } from "../../console/parts/audit-change.ts";
import { ACTIONS, actionText, KINDS } from "../../console/parts/audit-words.ts";
import { ACTIONS as PERMITTED } from "../../worker/permissions.ts";

/** Guards of parts of an action, and what only reads: nothing is written down under their names. */
const GUARDS = [
  "service.read",
  "demo_site.create",
  "operators_webhook.change",
  "organization.change_terms",
  "key.list_old",
];

test("the audit log can be narrowed to every action that it tells of, each in words", () => {
  const told = [...Object.keys(PERMITTED).filter((action) => !GUARDS.includes(action)), "webhook.switch_off"];
  expect([...ACTIONS].sort()).toEqual(told.sort());
  expect(new Set(ACTIONS.map(actionText)).size).toBe(ACTIONS.length);
  // A word that has no verb of its own shows its code.
  for (const action of ACTIONS) expect(actionText(action), action).toMatch(/^[A-Z]/);
  expect(new Set(KINDS).size).toBe(KINDS.length);
});

test("a change is shown by place, also inside of settings, and an old entry without what was before", () => {
  const change = { name: "Eva", widget_config: { designTokens: { accent: "#0f0" } }, hours: { time_zone: "UTC" } };
  const before = { name: "Ava", widget_config: { designTokens: { accent: "#f00" } }, hours: null };
  expect(changesOf({ change, before })).toEqual([
    { place: "name", now: "Eva", before: "Ava" },
    { place: "look › colours and shape › accent", now: "#0f0", before: "#f00" },
    { place: "hours", now: { time_zone: "UTC" }, before: null },
  ]);
  expect(changesOf({ change: { name: "Eva", hours: {} }, before: null })).toEqual([
    { place: "name", now: "Eva" },
    { place: "hours", now: {} },
  ]);
  expect(changesOf({ change: null, before: null })).toEqual([]);
});

test("of two long texts the part that differs is shown, and of short ones all", () => {
  const text = (word: string) => `${"a".repeat(500)}${word}${"z".repeat(500)}`;
  const [one, other] = around(text("tea"), text("coffee"));
  const [head, tail] = [`… ${"a".repeat(60)}`, `${"z".repeat(60)} …`];
  expect([one, other]).toEqual([`${head}tea${tail}`, `${head}coffee${tail}`]);
  expect(around("Ava", "Eva")).toEqual(["Ava", "Eva"]);
  expect(around("", text("x"))).toEqual(["", text("x")]);
  expect(around("aa", "a")).toEqual(["aa", "a"]);
});

import type { TemplateResult } from "lit";
import { expect, it, vi } from "vitest";
import type { Form } from "../../console/controllers/form.ts";
import { agentSpeech } from "../../console/parts/agent-speech.ts";
import { SETTINGS } from "../../shared/settings.ts";

const fields = vi.hoisted(() => [] as { name: string; hint?: unknown }[]);
vi.mock("../../console/parts/field.ts", () => ({
  field: (_form: unknown, spec: (typeof fields)[number]) => fields.push(spec),
}));

/** Every switch in the console says in a sentence what it does. */

const SENTENCE = /^[A-Z].{14,}[.]$/;
/** Of a plain text, or of a template's with its marks taken out. */
const words = (hint: unknown) =>
  typeof hint === "string" ? hint : (hint as TemplateResult).strings.join("").replace(/<[^>]+>/g, "");

it.each(Object.values(SETTINGS).flatMap((group) => Object.entries(group).filter(([, { kind }]) => kind === "switch")))(
  "the widget's %s",
  (_, { hint }) => {
    expect(hint).toMatch(SENTENCE);
  },
);

it("all that says how an agent talks", () => {
  agentSpeech({} as Form, null, false);
  expect(fields.length).toBeGreaterThan(9);
  expect(fields.filter(({ hint }) => !SENTENCE.test(words(hint))).map(({ name }) => name)).toEqual([]);
});

import { html } from "lit";
import type { Agent } from "../answers.ts";
import type { Form } from "../controllers/form.ts";
import { field } from "./field.ts";

/** An agent's suggested questions as one text: a question a line, or JSON where they differ by language. */
const startersText = (starters: unknown): string =>
  Array.isArray(starters) ? starters.join("\n") : JSON.stringify(starters ?? [], null, 1);

/** What was written, as the API wants it; broken JSON goes as it is, so that the server says what is wrong. */
export function readStarters(text: string): unknown {
  if (!text.startsWith("{"))
    return text
      .split("\n")
      .map((line) => line.trim())
      .filter(Boolean);
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** What an agent knows, and the questions that it suggests. */
export const agentKnowledge = (form: Form, agent: Agent | null) => html`
        ${field(form, {
          kind: "check",
          name: "knowledge",
          label: "Knows the sources: answers from your pages and documents",
          value: agent?.knowledge ?? false,
          hint: "They are listed under Knowledge.",
        })}
        ${field(form, {
          kind: "area",
          name: "starters",
          label: "Suggested questions",
          value: startersText(agent?.starters ?? []),
          rows: 3,
          hint: 'Up to six, one per line, shown as buttons before the first message. By language as JSON: {"en": ["…"], "de": ["…"]}.',
        })}
`;

import * as z from "zod";
import { analysis } from "./analysis.ts";
import { contactLeft } from "./contacts.ts";
import { recordedEvent, usageNumbers } from "./events.ts";
import { id, integer } from "./fields.ts";
import { INPUT_MODES } from "./input-mode.ts";
import { HANDLERS } from "./person.ts";
import { PROVIDERS } from "./providers.ts";
import { END_REASONS, SESSION_STATES } from "./session.ts";
import { toolOutcome } from "./tools.ts";

/** Sessions as operators read them. Times are unix milliseconds. */

const at = integer().nonnegative();

export const utterance = z.object({
  role: z.enum(["user", "agent", "person"]),
  name: z.string().optional().describe("The person's."),
  text: z.string(),
  at,
  interrupted: z.boolean().describe("The visitor cut it short."),
});

const session = z.object({
  id: z.string(),
  project_id: id,
  agent_id: id,
  agent_name: z.string(),
  key_id: id.nullable(),
  provider: z.enum(PROVIDERS),
  vendor: z.string().nullable().describe("Who stood behind the provider."),
  voice_llm_model: z.string().nullable(),
  subject: z.string().nullable(),
  status: z.enum(SESSION_STATES),
  end_reason: z.enum(END_REASONS).nullable(),
  started_at: at,
  connected_at: at.nullable(),
  ended_at: at.nullable(),
  /** Credits, `null` before the end. */
  charged: integer().nullable(),
  /** The newest one, 1 to 5. */
  rating: integer().nullable(),
  contact_id: id.nullable(),
  failure: z.string().nullable().describe("Why it failed, as the page or the service said."),
  test: z.boolean().describe("A test call from the console."),
  page: z.string().nullable().describe("The address of the page where it began; `null` where nobody told it."),
  input: z
    .enum(INPUT_MODES)
    .nullable()
    .describe("How the visitor's first words came; `null` where there were none, or the page did not say."),
});
export const sessionListed = session.extend({
  asked: z.string().nullable().describe("What the visitor said first, at most 200 characters."),
  summary: z.string().nullable().describe("Of its analysis."),
});
export const sessionShown = session.extend({
  handled_by: z.enum(HANDLERS).describe("Who talks with the visitor; `agent` once it has ended."),
  events: z
    .array(recordedEvent)
    .describe("As they were reported; signs of life that came alone are not kept, `usage` stands by itself."),
  transcript: z
    .array(utterance)
    .describe("What these events tell, in the order in which it was said, as it was heard."),
  next_cursor: z.string().nullable().describe("Asks for the events that follow; `null` where these are all."),
  /** What the vendor said that it cost, as far as the page told of it: in all, and response by response. */
  usage: z.object({
    totals: z.object({
      input_tokens: integer(),
      output_tokens: integer(),
      total_tokens: integer(),
      seconds: z.number(),
    }),
    items: z.array(usageNumbers.extend({ id: z.string(), at })),
  }),
  tool_calls: z
    .array(z.object({ call_id: z.string(), name: z.string(), at, outcome: toolOutcome.nullable() }))
    .describe("What the service's own calls of tools answered; `outcome` is `null` while one runs."),
  contacts: z.array(contactLeft),
  analysis: analysis.nullable().describe("What a model read out of it; `null` where none was asked."),
});

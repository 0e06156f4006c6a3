import * as z from "zod";
import { boundedText, within } from "./fields.ts";
import { PERSON_WAIT_SECONDS } from "./limits.ts";
import { RANGES } from "./ranges.ts";
import { LENGTHS } from "./text-lengths.ts";

/** A person who takes a conversation over from the agent; `docs/people.md` tells it whole. */

/** Agent field: whether and when its visitors may talk to a person. */
export const personPlan = z.strictObject({
  enabled: z.boolean(),
  wait_seconds: within(RANGES.personWaitSeconds)
    .default(PERSON_WAIT_SECONDS)
    .describe("How long a visitor waits for a person before the agent goes on."),
  when: z
    .string()
    .trim()
    .max(LENGTHS.personWhen)
    .nullable()
    .default(null)
    .describe("When the agent asks for one by itself, a sentence for it: `when the visitor is upset`."),
});
export type PersonPlan = z.output<typeof personPlan>;

/** Who talks with the visitor: `waiting` is the agent, while a person was asked for. */
export const HANDLERS = ["agent", "waiting", "person"] as const;
export type Handler = (typeof HANDLERS)[number];

/** What happened to a request: `left` gave the conversation back to the agent; of `missed` nobody came. */
export const PERSON_STATES = ["waiting", "joined", "left", "missed"] as const;
export type PersonState = (typeof PERSON_STATES)[number];

const picture = z
  .url({ protocol: /^https$/, error: "Write an address that begins with https://" })
  .max(LENGTHS.url)
  .nullish();
const name = z.string().trim().min(1).max(LENGTHS.name);
export const personText = z.string().trim().min(1).pipe(boundedText(LENGTHS.personMessage));

/** Body of `POST /admin/v1/sessions/{id}/join`: what the visitor sees. */
export const personJoin = z.strictObject({ name, picture });
/** The same in the inbox: the operator's own name where none is given. */
export const inboxJoin = z.object({ name: name.nullish(), picture });
/** Body of `POST …/messages` and of `POST …/whisper`. */
export const personMessage = z.strictObject({ text: personText });

export const personShown = z.object({ name: z.string(), picture: z.string().nullable() });
export type PersonShown = z.infer<typeof personShown>;

import * as z from "zod";
import { boundedText, requiredText, whateverInside, within } from "./fields.ts";
import { byLanguage, languageTag } from "./language-tag.ts";
import { SLOTS } from "./providers.ts";
import { RANGES } from "./ranges.ts";
import { AUTO_LANGUAGE, INTERRUPTIONS, SPEECH_DEFAULTS } from "./speech-defaults.ts";
import { LENGTHS } from "./text-lengths.ts";

/** How an agent talks, in one vocabulary; what a vendor makes of each stands in `docs/vendors.md`. */

const NOISE_REDUCTIONS = ["near_field", "far_field", "off"] as const;
const MAX_KEYTERMS = 100;
const MAX_LANGUAGES = 50;

const turnTaking = z.strictObject({
  mode: z
    .enum(["semantic", "silence"])
    .optional()
    .describe(
      "When the visitor's turn is over: by what was said (the default where the vendor has it), or by silence.",
    ),
  eagerness: z.enum(["low", "medium", "high"]).optional().describe("How soon the agent answers; for `semantic`."),
  silence_ms: within(RANGES.silenceMs).optional().describe("Milliseconds of silence that end a turn; for `silence`."),
});
export type TurnTaking = z.infer<typeof turnTaking>;

export const initialMessages = byLanguage(boundedText(LENGTHS.greeting).pipe(z.string().trim().min(1))).refine(
  (byTag) => Object.keys(byTag).length <= MAX_LANGUAGES,
  { error: `Give at most ${MAX_LANGUAGES} languages`, ...whateverInside },
);

const keyterms = z.array(requiredText(100)).max(MAX_KEYTERMS);

/** Fields of an agent; `null` takes the default. */
export const speechFields = {
  language: z
    .union([z.literal(AUTO_LANGUAGE), languageTag])
    .nullish()
    .describe("The language that it speaks; `auto`, the default, is the visitor's."),
  initial_messages: initialMessages.nullish().describe("Initial messages by language, before `initial_message`."),
  turn_taking: turnTaking.nullish(),
  noise_reduction: z.enum(NOISE_REDUCTIONS).nullish().describe("`near_field` is the default."),
  interruptions: z
    .enum(INTERRUPTIONS)
    .nullish()
    .describe(
      "What interrupts the agent: `normal`, the default, any speech of the visitor; `patient`, speech of 0.6 seconds or two words; `off`, nothing but the stop button: what is said meanwhile is answered afterwards.",
    ),
  keyterms: keyterms.nullish().describe("Names and words that speech recognition must know."),
  end_call: z.boolean().nullish().describe("The agent may hang up when the visitor is done."),
  extendable: z
    .boolean()
    .nullish()
    .describe(
      "Visitors may make a conversation longer than `max_duration_seconds` once, by five minutes at most; the default.",
    ),
  slots: z
    .array(z.enum(SLOTS))
    .max(SLOTS.length)
    .nullish()
    .describe(
      "The slots that a page's `model` may choose beside the agent's own. `null`, the default: those whose vendor shows the page none of the agent's instructions and tools.",
    ),
};
export const speechSettings = z.object({
  language: z.string(),
  initial_messages: initialMessages,
  turn_taking: turnTaking.nullable(),
  noise_reduction: z.enum(NOISE_REDUCTIONS),
  interruptions: z.enum(INTERRUPTIONS),
  keyterms,
  end_call: z.boolean(),
  extendable: z.boolean(),
  slots: z.array(z.enum(SLOTS)).nullable(),
});
/** With nothing left open. */
export type SpeechSettings = z.infer<typeof speechSettings>;

type PartialSettings = { [Name in keyof SpeechSettings]?: SpeechSettings[Name] | null | undefined };

/** What was left out, filled in. */
export const withSpeechDefaults = (given: PartialSettings): SpeechSettings =>
  Object.fromEntries(
    Object.entries(SPEECH_DEFAULTS).map(([name, initial]) => [name, given[name as keyof SpeechSettings] ?? initial]),
  ) as SpeechSettings;

import { html, nothing } from "lit";
import { SLOTS } from "../../shared/providers.ts";
import { RANGES } from "../../shared/ranges.ts";
import { AUTO_LANGUAGE, SPEECH_DEFAULTS } from "../../shared/speech-defaults.ts";
import { LENGTHS } from "../../shared/text-lengths.ts";
import type { Agent } from "../answers.ts";
import type { Form } from "../controllers/form.ts";
import { type FormValues, field } from "./field.ts";

/** Greetings as one text: a language a line, or JSON where a greeting has lines of its own. */
function greetingsText(greetings: Record<string, string>): string {
  const entries = Object.entries(greetings);
  return entries.some(([, text]) => text.includes("\n"))
    ? JSON.stringify(greetings, null, 1)
    : entries.map(([tag, text]) => `${tag}: ${text}`).join("\n");
}

/** What was written, as the API wants it; broken JSON goes as it is, so that the server says what is wrong. */
function readGreetings(text: string): unknown {
  if (!text.startsWith("{")) {
    const lines = text.split("\n").filter((line) => line.trim());
    return Object.fromEntries(lines.map((line) => line.split(/:(.*)/s, 2).map((part) => part.trim())));
  }
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** The fields of how an agent talks, as the API wants them. */
export function readSpeech(values: FormValues) {
  const silence_ms = values.number("turn_taking.silence_ms");
  const turns = {
    ...(values.text("turn_taking.mode") && { mode: values.text("turn_taking.mode") }),
    ...(values.text("turn_taking.eagerness") && { eagerness: values.text("turn_taking.eagerness") }),
    ...(silence_ms !== undefined && { silence_ms }),
  };
  return {
    language: values.text("language") || AUTO_LANGUAGE,
    initial_messages: readGreetings(values.text("initial_messages")),
    turn_taking: Object.keys(turns).length > 0 ? turns : null,
    noise_reduction: values.text("noise_reduction"),
    interruptions: values.text("interruptions"),
    keyterms: values
      .text("keyterms")
      .split("\n")
      .map((line) => line.trim())
      .filter(Boolean),
    end_call: values.checked("end_call"),
    extendable: values.checked("extendable"),
    slots: readSlots(values.text("slots")),
  };
}

const SLOT_CHOICES: [string, string][] = [
  ["", "Those that keep the instructions from the page"],
  ["none", "None"],
  ...SLOTS.map((slot): [string, string] => [slot, slot]),
  [SLOTS.join(" "), "Any, also one that shows the page the instructions"],
];
const readSlots = (text: string) => (text === "" ? null : SLOTS.filter((slot) => text.split(" ").includes(slot)));

/** How an agent talks; each vendor takes what it has. An agent of the external provider has all of it there. */
export function agentSpeech(form: Form, agent: Agent | null, external: boolean) {
  const speech = agent ?? SPEECH_DEFAULTS;
  const { mode, eagerness, silence_ms } = agent?.turn_taking ?? {};
  return html`<section class="card">
    <header>
      <h2>Language and turns</h2>
      ${external ? html`<p>The external provider’s own agent has its own settings for this.</p>` : nothing}
    </header>
    <div class="columns">
      ${field(form, {
        kind: "text",
        name: "language",
        label: "Language",
        value: speech.language === AUTO_LANGUAGE ? "" : speech.language,
        maxlength: LENGTHS.languageTag,
        placeholder: "the visitor’s",
        hint: "A language tag such as de or pt-BR. Empty: the visitor’s language.",
      })}
      ${field(form, {
        kind: "select",
        name: "noise_reduction",
        label: "Noise reduction",
        value: speech.noise_reduction,
        options: [
          ["near_field", "For a microphone nearby"],
          ["far_field", "For a microphone far away"],
          ["off", "Off"],
        ],
        hint: "Nearby: headsets and phones. Far away: laptops and rooms.",
      })}
      ${field(form, {
        kind: "select",
        name: "turn_taking.mode",
        label: "When the visitor’s turn ends",
        value: mode ?? "",
        options: [
          ["", "As the vendor does it best"],
          ["semantic", "By what was said"],
          ["silence", "By silence"],
        ],
        hint: "How the vendor knows that the agent may answer.",
      })}
      ${field(form, {
        kind: "select",
        name: "turn_taking.eagerness",
        label: "How fast it answers",
        value: eagerness ?? "",
        options: [
          ["", "As the vendor does it best"],
          ["low", "Patiently"],
          ["medium", "In between"],
          ["high", "Fast"],
        ],
        hint: "How long it waits for more. Counts where turns end by what was said.",
      })}
      ${field(form, {
        kind: "select",
        name: "interruptions",
        label: "What interrupts it",
        value: speech.interruptions,
        options: [
          ["normal", "Whatever the visitor says"],
          ["patient", "More than a “yes” or “mhm”"],
          ["off", "The stop button only"],
        ],
        hint: "With the stop button only, the agent answers afterwards what was said meanwhile.",
      })}
      ${field(form, {
        kind: "number",
        name: "turn_taking.silence_ms",
        label: "Silence that ends a turn",
        value: silence_ms,
        ...RANGES.silenceMs,
        unit: "ms",
        hint: "Counts where turns end by silence. A short one answers fast, but cuts slow speakers off.",
      })}
    </div>
    ${field(form, {
      kind: "area",
      name: "initial_messages",
      label: "Greetings by language",
      value: greetingsText(speech.initial_messages),
      rows: 3,
      placeholder: "de: Hallo! Was suchen Sie?",
      hint: "One per line, each with its language tag. Visitors with other languages hear the initial message.",
    })}
    ${field(form, {
      kind: "area",
      name: "keyterms",
      label: "Words it should recognize",
      value: speech.keyterms.join("\n"),
      rows: 3,
      hint: "Up to 100 terms, one per line: for example, the names of your products.",
    })}
    ${field(form, {
      kind: "select",
      name: "slots",
      label: "Vendors that a page may choose instead",
      value: speech.slots === null ? "" : speech.slots.join(" ") || "none",
      options: SLOT_CHOICES,
      hint: html`A page chooses with the attribute <code>model</code>. A page that calls xAI can read the agent’s instructions and tools.`,
    })}
    ${field(form, {
      kind: "check",
      name: "end_call",
      label: "The agent may hang up when the visitor is done",
      value: speech.end_call,
      hint: "Its last words are heard out.",
    })}
    ${field(form, {
      kind: "check",
      name: "extendable",
      label: "Visitors may make a call longer once, by five minutes at most",
      value: speech.extendable,
      hint: "For agents with a longest call: the visitor may add as much again, once.",
    })}
  </section>`;
}

import { describe, expect, it } from "vitest";
import { readSpeech } from "../../console/parts/agent-speech.ts";
import type { FormValues } from "../../console/parts/field.ts";

/** A filled form, by the paths of its fields. */
function filled(given: Record<string, string | number | boolean>): FormValues {
  return {
    text: (name: string) => String(given[name] ?? ""),
    number: (name: string) => given[name] as number | undefined,
    checked: (name: string) => given[name] === true,
  } as FormValues;
}

describe("the console's form of how an agent talks", () => {
  it("reads every field as the API wants it", () => {
    const form = filled({
      language: "pt-BR",
      initial_messages: "de: Guten Tag: womit kann ich helfen?\n\npt-BR: Bom dia",
      "turn_taking.mode": "silence",
      "turn_taking.silence_ms": 800,
      noise_reduction: "far_field",
      interruptions: "patient",
      keyterms: "Harbour Bakery\n  Schrippe \n\n",
      end_call: true,
      extendable: true,
      slots: "provider_b provider_a",
    });
    expect(readSpeech(form)).toEqual({
      language: "pt-BR",
      initial_messages: { de: "Guten Tag: womit kann ich helfen?", "pt-BR": "Bom dia" },
      turn_taking: { mode: "silence", silence_ms: 800 },
      noise_reduction: "far_field",
      interruptions: "patient",
      keyterms: ["Harbour Bakery", "Schrippe"],
      end_call: true,
      extendable: true,
      slots: ["provider_a", "provider_b"],
    });
  });

  it("takes nothing for the vendor's own way, and greetings of several lines as JSON", () => {
    const form = filled({ initial_messages: '{"de": "Guten Tag\\nWomit?"}', noise_reduction: "near_field" });
    expect(readSpeech(form)).toMatchObject({
      language: "auto",
      initial_messages: { de: "Guten Tag\nWomit?" },
      turn_taking: null,
      keyterms: [],
      end_call: false,
      extendable: false,
      slots: null,
    });
    expect(readSpeech(filled({ initial_messages: "{broken" })).initial_messages, "the server says why").toBe("{broken");
  });
});

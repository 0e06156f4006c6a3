import { isObject } from "../../../../shared/is-object.ts";
import { primaryLanguage } from "../../../../shared/languages.ts";
import type { TurnDetection } from "../session.ts";

/** A recogniser's events, in one vocabulary; times are seconds of the audio that its connection got. */
export type SpeechEvent =
  | { type: "started"; at: number }
  /** All that was recognised of the running turn. */
  | { type: "text"; text: string }
  | { type: "ended"; at: number; text: string };

export interface Recognition {
  model: string;
  inputs: Record<string, string>;
  /** Reads the messages of one connection in order. */
  reader(): (message: Record<string, unknown>) => SpeechEvent[];
}

/** The fields of `turn_detection` that say when a turn is over. */
type Endpointing = Pick<TurnDetection, "type" | "silence_duration_ms"> & { eagerness?: unknown };

/** Samples per second that the recognisers get. */
export const HEARD_RATE = 16_000;
const PCM = { encoding: "linear16", sample_rate: String(HEARD_RATE) };
/** How certain Flux must be that a turn is over. */
const CERTAINTY: Record<string, string> = { high: "0.5", low: "0.9" };

/** Deepgram's Flux, for English: it decides by the words when a turn is over. Every parameter is a string. */
function flux(turns: Endpointing | null, keyterms: readonly string[]): Recognition {
  const eagerness = typeof turns?.eagerness === "string" ? turns.eagerness : "auto";
  return {
    model: "@cf/deepgram/flux",
    inputs: {
      ...PCM,
      ...(turns?.type === "server_vad"
        ? { eot_threshold: "0.9", eot_timeout_ms: String(Math.max(500, turns.silence_duration_ms)) }
        : { eot_threshold: CERTAINTY[eagerness] ?? "0.7" }),
      // The binding accepts only one.
      ...(keyterms[0] && { keyterm: keyterms[0] }),
    },
    reader: () => fluxEvents,
  };
}

const text = (value: unknown) => (typeof value === "string" ? value.trim() : "");
const seconds = (value: unknown) => (typeof value === "number" && Number.isFinite(value) ? value : 0);

function fluxEvents(message: Record<string, unknown>): SpeechEvent[] {
  const said = text(message.transcript);
  const at = seconds(message.audio_window_end);
  switch (message.event) {
    case "StartOfTurn":
      return [
        { type: "started", at: seconds(message.audio_window_start) },
        { type: "text", text: said },
      ];
    case "Update":
    case "EagerEndOfTurn":
    case "TurnResumed":
      return said === "" ? [] : [{ type: "text", text: said }];
    case "EndOfTurn":
      return [{ type: "ended", at, text: said }];
    default:
      return [];
  }
}

/** Deepgram's Nova 3, for all other languages: silence ends a turn. */
function nova(language: string, turns: Endpointing | null, keyterms: readonly string[]): Recognition {
  const silence_ms = turns?.silence_duration_ms ?? 500;
  return {
    model: "@cf/deepgram/nova-3",
    inputs: {
      ...PCM,
      language,
      interim_results: "true",
      vad_events: "true",
      endpointing: String(silence_ms),
      // It ends a turn too, so not before that silence; the model takes one to five seconds.
      utterance_end_ms: String(Math.min(Math.max(1_000, silence_ms), 5_000)),
      smart_format: "true",
      punctuate: "true",
      ...(keyterms[0] && { keyterm: keyterms[0] }),
    },
    reader: novaReader,
  };
}

/** Its words come in segments, each first as a guess. */
function novaReader(): (message: Record<string, unknown>) => SpeechEvent[] {
  let parts: string[] = [];
  let speaking = false;
  const end = (at: number): SpeechEvent[] => {
    const ended = { type: "ended" as const, at, text: parts.join(" ") };
    const was = speaking;
    parts = [];
    speaking = false;
    return was ? [ended] : [];
  };
  return (message) => {
    if (message.type === "UtteranceEnd") return end(seconds(message.last_word_end));
    if (message.type !== "Results") return [];
    const channel = message.channel as { alternatives?: { transcript?: unknown }[] } | undefined;
    const said = text(channel?.alternatives?.[0]?.transcript);
    const start = seconds(message.start);
    const events: SpeechEvent[] = [];
    if (said !== "" && !speaking) {
      speaking = true;
      events.push({ type: "started", at: start });
    }
    if (said !== "") events.push({ type: "text", text: [...parts, said].join(" ") });
    if (message.is_final === true && said !== "") parts.push(said);
    if (message.speech_final === true) events.push(...end(start + seconds(message.duration)));
    return events;
  };
}

/** A message of a recogniser; `null` if it is not a JSON object. */
export function parseMessage(data: unknown): Record<string, unknown> | null {
  if (typeof data !== "string") return null;
  try {
    const value: unknown = JSON.parse(data);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

/** The recogniser for a language; `null` means English. */
export function recognition(
  language: string | null,
  turns: Endpointing | null,
  keyterms: readonly string[],
): Recognition {
  const primary = language === null ? "en" : primaryLanguage(language);
  return primary === "en" ? flux(turns, keyterms) : nova(primary, turns, keyterms);
}

import type { Frame } from "./recordings/frame.ts";

/** Fields whose value is a word of the protocol; of all others only the kind of value is compared. */
const WORDS = new Set(["type", "role", "status", "object", "mimeType", "thought", "status_details"]);
/** Fields that name something: equal names stay equal. */
const NAMES = /^(id|item_id|response_id|call_id|previous_item_id|conversation_id)$/;
/** What the vendor counts and measures beside the conversation. */
const TELEMETRY = new Set(["event_id", "rid", "latency", "ts", "expires_at"]);
/** What a client itself chose. */
const OURS = new Set(["name", "args", "arguments", "voice"]);

/** What frames are like, without what differs from one conversation to the next: ids, words, numbers. */
class Shapes {
  readonly #names = new Map<string, string>();

  of(frame: Frame): unknown {
    return this.#shape(frame, "");
  }

  #shape(value: unknown, field: string): unknown {
    if (Array.isArray(value)) {
      const parts = value.map((part) => JSON.stringify(this.#shape(part, field)));
      // Of a list of numbers by kind, how many there are is the conversation's.
      return [...new Set(parts)].map((part) => JSON.parse(part));
    }
    if (value && typeof value === "object") {
      const entries = Object.entries(value).filter(([name]) => !TELEMETRY.has(name));
      if (OURS.has(field)) return "ours";
      return Object.fromEntries(
        entries.sort(([one], [other]) => (one < other ? -1 : 1)).map(([name, part]) => [name, this.#shape(part, name)]),
      );
    }
    if (typeof value === "string" && NAMES.test(field)) return value === "0" ? value : this.#name(value);
    if (OURS.has(field) && typeof value === "string") return value === "" ? "" : "ours";
    if (WORDS.has(field) || value === null || value === "") return value;
    return typeof value;
  }

  #name(id: string): string {
    const known = this.#names.get(id) ?? `#${this.#names.size + 1}`;
    this.#names.set(id, known);
    return known;
  }
}

/** Pieces of one answer come as they please among each other; each run of them is told once, by its kinds. */
function inRuns(shapes: readonly unknown[], isPiece: (shape: unknown) => boolean): unknown[] {
  const runs: unknown[] = [];
  let run: Set<string> | null = null;
  for (const shape of shapes) {
    if (!isPiece(shape)) {
      run = null;
      runs.push(shape);
      continue;
    }
    if (!run) {
      run = new Set();
      runs.push(run);
    }
    run.add(JSON.stringify(shape));
  }
  return runs.map((one) => (one instanceof Set ? [...one].sort() : one));
}

/** By the vendors that speak OpenAI's protocol: what they send, in order; what has no fixed place apart, by its kinds. */
export function conversationOf(frames: readonly Frame[]): { order: unknown[]; anywhere: string[] } {
  const shapes = new Shapes();
  const all = frames.map((frame) => ({ type: String(frame.type), shape: shapes.of(frame) }));
  const loose = ({ type }: { type: string }) => /transcription|speech_stopped|rate_limits/.test(type);
  return {
    order: inRuns(
      all.filter((one) => !loose(one)).map(({ shape }) => shape),
      (shape) => /\.delta$/.test((shape as Frame).type),
    ),
    anywhere: [
      ...new Set(
        all.filter(loose).map(({ type, shape }) => JSON.stringify({ ...(shape as Frame), type, item_id: "" })),
      ),
    ].sort(),
  };
}

/** Of Gemini: sound and words of an answer are pieces, the visitor's words too. */
export function turnsOf(frames: readonly Frame[]): unknown[] {
  const shapes = new Shapes();
  return inRuns(
    frames.map((frame) => shapes.of(frame)),
    (shape) => /inlineData|outputTranscription|inputTranscription/.test(JSON.stringify(shape)),
  );
}

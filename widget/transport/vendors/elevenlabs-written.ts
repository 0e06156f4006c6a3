import { withoutAudioTags } from "./elevenlabs-audio-tags.ts";
import type { ServerMessage } from "./elevenlabs-messages.ts";
import type { Answer } from "./elevenlabs-state.ts";
import { amend, complete, emit, type Step, say, settle } from "./elevenlabs-turn.ts";

/** The whole text comes without some signs of the formatting that its pieces had: github.com/elevenlabs/packages/pull/1009. */
const plain = (text: string) => text.replace(/\*+|#{2,}/g, "").trim();

/** The whole text of an answer, as it is shown. What was written came with all its signs before. */
export function wholeOf(said: Answer | undefined, given: string): string {
  return said && plain(said.text) === plain(given) ? said.text.trim() : withoutAudioTags(given);
}

/**
 * The answer whose whole text this is, of those that were written. One turn may write several, around its tools, and one of them
 * without a word: github.com/elevenlabs/packages/pull/1007.
 */
export function piecesOf({ answers }: Step, given: string, event: number | null): Answer | undefined {
  const all = answers.filter((one) => one.event === event);
  const written = all.filter(({ pieces }) => pieces);
  const isGiven = ({ text }: Answer) => plain(text) === plain(given);
  // A whole may be told again.
  return written.find(isGiven) ?? all.find(isGiven) ?? written.find(({ text }) => !text) ?? written.at(-1);
}

/** Text as it is written, if the agent does not speak: one that does says it as a whole. */
export function write(step: Step, part: ServerMessage["text_response_part"]): void {
  if (step.greeting || step.speaks) return;
  const { type, text = "", event_id: event = null } = part ?? {};
  if (type === "start") begin(step, event);
  if (step.copy !== null) step.copy += text;
  const said = step.answers.find(({ id }) => id === step.writing);
  if (said?.status === "open" && text) {
    amend(step, said, { text: said.text + text });
    emit(step, { type: "agent_delta", id: said.id, delta: text, spoken: false });
  }
  if (type === "stop") end(step, said, event);
}

function begin(step: Step, event: number | null): void {
  const [said] = step.answers;
  step.writing = null;
  step.copy = event !== null && said?.event === event && said.pieces === undefined ? "" : null;
  if (step.copy !== null) return;
  step.writing = say(step, event, "", "open");
  mark(step, step.writing);
}

function end(step: Step, said: Answer | undefined, event: number | null): void {
  const [whole] = step.answers;
  const { copy } = step;
  if (whole && copy !== null) {
    if (wholeOf(whole, copy) === whole.text || plain(copy) === plain(whole.text)) complete(step, whole, copy.trim());
    // It was another text of the same turn.
    else if (copy) mark(step, say(step, event, copy, "open"));
  }
  if (said || copy !== null) {
    settle(step);
    step.owes = null;
    emit(step, { type: "turn_done", more: step.calls.length > 0 });
  }
  step.writing = step.copy = null;
}

function mark(step: Step, id: string): void {
  step.answers = step.answers.map((one) => (one.id === id ? { ...one, pieces: true } : one));
}

import type { TransportEvent } from "../transport.ts";
import type { Answer, Effect, Moment, State } from "./elevenlabs-state.ts";

/** How long sound of an answer that the visitor interrupted by typing may still arrive, milliseconds. */
const UNDER_WAY_MS = 1_000;
/** After a reconnection the agent's greeting is over within this time, unless the visitor spoke over it, milliseconds. */
const GREETED_MS = 10_000;
/** The correction of an answer that was cut comes within this time, milliseconds. */
const CORRECTION_MS = 3_000;
/** How many earlier answers a correction may still be for. */
const MAX_RECENT = 3;

/** The next state while it is being made: only its own fields are changed, nothing inside them. */
export type Step = { -readonly [Field in keyof State]: State[Field] } & Moment & { readonly effects: Effect[] };

/** Drops the rest of the second greeting, and sends what the visitor typed meanwhile. @returns whether there was one */
export function greeted(step: Step): boolean {
  const { greeting, now } = step;
  if (!greeting) return false;
  step.greeting = null;
  step.hushed = { until: now + (greeting.length ? UNDER_WAY_MS : GREETED_MS), stale: false };
  for (const text of greeting) type(step, text);
  return true;
}

export function type(step: Step, text: string): void {
  const stale = step.owes === "answer";
  if (cut(step)) step.hushed = { until: step.now + UNDER_WAY_MS, stale };
  settle(step);
  step.typed = [...step.typed, text];
  expect(step);
  send(step, { type: "user_message", text });
}

export const wasCut = ({ status }: Answer) => status !== "open" && status !== "whole";

/** Begins an answer. @returns its id */
export function say(step: Step, event: number | null, text: string, status: Answer["status"]): string {
  settle(step);
  const said = { id: newItem(step), event, text, status };
  step.answers = [said, ...step.answers.filter((one, place) => place < MAX_RECENT || one.status === "settling")];
  return said.id;
}

/** Stops the sound. @returns whether anything was still to be heard */
export function cut(step: Step): boolean {
  const [said] = step.answers;
  const { unheard } = step;
  const open = unheard || said?.status === "open" || said?.status === "cut";
  quieten(step);
  if (unheard && (!said || said.status === "whole")) emit(step, { type: "interrupted", ids: said ? [said.id] : [] });
  if (open && said && !wasCut(said)) amend(step, said, { status: said.status === "open" ? "cut" : "short" });
  done(step);
  return open;
}

/** Makes the present answer final; an interrupted one may still be corrected. */
export function settle(step: Step): void {
  const [said] = step.answers;
  if (said?.status !== "open" && said?.status !== "cut") return;
  const { id, text } = said;
  const provisional = said.status === "cut";
  emit(step, { type: "agent_transcript", id, text, provisional });
  amend(step, said, { status: provisional ? "settling" : "whole" });
  if (!provisional) return;
  emit(step, { type: "interrupted", ids: [id] });
  step.effects.push(["later", CORRECTION_MS, ["uncorrected", id]]);
}

/** Emits the text of an answer as final. */
export function complete(step: Step, said: Answer, text: string): void {
  const { id, status } = said;
  emit(step, { type: "agent_transcript", id, text });
  if (status === "cut") emit(step, { type: "interrupted", ids: [id] });
  amend(step, said, { text, status: wasCut(said) ? "short" : "whole", pieces: false });
}

export function amend(step: Step, said: Answer, change: Partial<Answer>): void {
  step.answers = step.answers.map((one) => (one === said ? { ...one, ...change } : one));
}

export function quieten(step: Step): void {
  if (step.sound === "playing") step.sound = "heard";
}

/** Begins a turn: an answer is owed. */
export function expect(step: Step): void {
  step.owes = "answer";
  step.sound = "none";
}

export function done(step: Step): void {
  if (step.owes) emit(step, { type: "turn_done", more: false });
  step.owes = null;
}

export function newItem(step: Step): string {
  step.items++;
  return `item_${step.items}`;
}

export function emit(step: Step, event: TransportEvent): void {
  step.effects.push(["emit", event]);
}

export function send(step: Step, message: object): void {
  step.effects.push(["send", message]);
}

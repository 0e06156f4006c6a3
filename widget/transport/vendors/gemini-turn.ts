// Long: what a turn comes to, and each step of it changes the same few fields.
import type { TransportEvent } from "../transport.ts";
import { type Effect, type State, TRAILING_MS, type Words } from "./gemini-state.ts";

/** How long the transcript of speech may still come after the answer to it is over, milliseconds. */
const LATE_MS = 3_000;
/**
 * How long words of an answer that is over may still come, milliseconds: the vendor promises no order between words and turns.
 * Nobody can ask and be answered within it.
 */
const FORMER_MS = 1_000;
/** The model's answer to our request to stop comes within this time, milliseconds. */
const STOPPED_MS = 5_000;

/** Reasons for the end of a turn in which nothing went wrong; the last one says that the model waits for more. */
const WAITS = "NEED_MORE_INPUT";
const USUAL = RegExp(`^$|UNSPECIFIED|${WAITS}`);
/** The model asked for a tool in words that nobody can read: it is to answer, and nothing of it was withheld. */
const MISWRITTEN = /MALFORMED/;

/** The next state while it is being made: only its own fields are changed, nothing inside them. */
export type Step = { -readonly [Field in keyof State]: State[Field] } & {
  /** Unix milliseconds. */
  readonly now: number;
  readonly effects: Effect[];
};

/** The turn that runs. */
const running = ({ turn }: State) => (typeof turn === "string" ? null : turn);

export const isActive = (state: State): boolean => running(state) !== null;

/** Whether nobody speaks and no answer is owed. */
export const isQuiet = (state: State): boolean => !isActive(state) && !state.asked && !state.user;

export function emit(step: Step, event: TransportEvent): void {
  step.effects.push(["emit", event]);
}

/** Expects an answer to a text (with `id` if the page shows it) or to a tool's result. */
export function ask(step: Step, id?: string): void {
  step.asked = true;
  step.stopped = 0;
  follow(step);
  if (!id) return;
  closeUser(step);
  step.wordless = null;
  step.last = id;
}

/** The model acts in its turn, for example with a tool call. Returns false in a turn that was stopped. */
export function act(step: Step): boolean {
  start(step);
  closeAgent(step);
  return !running(step)?.cut;
}

/** Takes a piece of the visitor's transcript; `interim` ones are only a guess at what follows. */
export function hear(step: Step, text: string, { interim = false, finished = false } = {}): void {
  const late = step.user ? null : step.wordless;
  if (late && step.now < late.until) {
    if (interim) return;
    step.wordless = { ...late, text: late.text + text };
    emit(step, { type: "user_transcript", id: late.id, text: step.wordless.text.trim(), final: true });
    return;
  }
  const user = openUser(step);
  step.user = { ...user, text: interim ? user.text : user.text + text, shown: true };
  emit(step, { type: "user_transcript", id: user.id, text: (user.text + text).trim(), final: false });
  if (!finished) return;
  closeUser(step);
  if (!isActive(step)) emit(step, { type: "speech_stopped", id: user.id });
}

/** The visitor's speech begins or ends, if the model says so. */
export function voice(step: Step, speaking: boolean): void {
  if (speaking) {
    closeUser(step);
    step.wordless = null;
    openUser(step);
  } else if (step.user) emit(step, { type: "speech_stopped", id: step.user.id });
}

export function speak(step: Step, delta: string): void {
  const { former } = step;
  if (former && step.now < former.until && step.turn === "none" && !step.user && !step.asked) {
    step.former = { ...former, text: former.text + delta };
    emit(step, { type: "agent_transcript", id: former.id, text: step.former.text.trim() });
    return;
  }
  const agent = speaking(step);
  if (!agent || !delta) return;
  step.agent = { ...agent, text: agent.text + delta };
  emit(step, { type: "agent_delta", id: agent.id, delta, spoken: true });
}

export function play(step: Step, pcm: string): void {
  // Sound after the end of all sound is another turn: the model did not send the end of the one before.
  if (running(step)?.generated) end(step);
  const agent = speaking(step);
  if (agent) step.effects.push(["play", agent.id, pcm]);
}

/** The model has sent all of its turn, which may still be playing. @param more it continues by itself */
export function generated(step: Step, more: boolean): void {
  const turn = running(step);
  if (!turn || turn.generated) return;
  step.turn = { ...turn, generated: true };
  step.effects.push(["finish"]);
  if (!turn.cut) emit(step, { type: "turn_done", more: more || step.asked });
}

/**
 * The turn is over.
 * @param reason why, where the model says so
 * @returns why all of an answer is missing that the visitor waits for, if it is
 */
export function complete(
  step: Step,
  { more, reason = "" }: { more: boolean; reason?: string | undefined },
): "withheld" | "silent" | null {
  const empty = step.turn === "none";
  const stopped = running(step)?.cut || step.cut_next || isStopped(step);
  const missed = !step.agent && !more && !stopped && step.missed !== (step.last ?? "");
  const broken = !USUAL.test(reason);
  const unusual = MISWRITTEN.test(reason) ? "silent" : "withheld";
  const lack = missed && broken ? unusual : null;
  const said = stopped ? null : step.agent;
  if (isActive(step)) {
    generated(step, more);
    end(step);
  }
  step.turn = "none";
  if (broken) {
    emit(step, { type: "error", code: "vendor_failed", message: `The model gave no whole answer: ${reason}` });
    if (said?.text) emit(step, { type: "interrupted", ids: [said.id] });
  }
  if (!empty) return lack;
  step.stopped = 0;
  if (!step.asked && !step.user) return lack;
  const silent = missed && reason !== WAITS && (step.asked || step.user?.text) ? "silent" : null;
  end(step);
  step.asked = step.cut_next = false;
  emit(step, { type: "turn_done", more });
  return lack ?? silent;
}

/** The model stopped because the visitor speaks or something was sent. */
export function interrupt(step: Step): void {
  const turn = running(step);
  const typed = turn?.cut || step.asked || isStopped(step);
  const ids = silence(step);
  // Words that come before the interruption are its beginning.
  if (step.user?.over) step.user = { ...step.user, over: false };
  else closeUser(step);
  if (turn && !turn.cut && !turn.generated) emit(step, { type: "turn_done", more: step.asked });
  step.cut_next = false;
  step.turn = "trailing";
  step.trailing = step.now + TRAILING_MS;
  // Before the interruption is emitted: nothing of the agent's is waited for any more.
  if (!typed) openUser(step);
  step.effects.push(["interrupted", ids]);
}

/**
 * Stops the sound, also for the rest of the turn; with `next` also for an answer that is owed. Returns whether the model
 * must be asked to stop.
 */
export function stop(step: Step, next = false): boolean {
  const turn = running(step);
  const speaks = turn !== null && !turn.cut;
  const owed = next && !turn && step.asked && !step.cut_next;
  if ((speaks && !turn.generated) || owed) emit(step, { type: "turn_done", more: false });
  step.effects.push(["interrupted", silence(step)]);
  if (turn) step.turn = { ...turn, cut: true };
  step.cut_next ||= owed;
  if (next && (speaks || owed)) {
    step.stopped = step.now + STOPPED_MS;
    step.asked = false;
  }
  return speaks || owed;
}

function start(step: Step): void {
  if (!isActive(step)) {
    const cut = step.cut_next || isStopped(step);
    step.turn = { generated: false, cut };
    step.former = null;
    step.cut_next = false;
    step.stopped = 0;
    // It answers speech that is not transcribed yet, whose place is before the answer.
    if (!step.user && !step.asked && !cut) place(step);
    if (!cut) emit(step, { type: "turn_started" });
  }
  if (!running(step)?.cut) step.asked = false;
}

/** The item that the model's words belong to; `null` if they must not be heard. */
function speaking(step: Step): State["agent"] {
  if (step.turn === "trailing" && step.now < step.trailing) return null;
  start(step);
  if (running(step)?.cut) return null;
  if (!step.agent) {
    step.agent = { id: newItem(step, "agent"), text: "" };
    step.last = step.agent.id;
  }
  return step.agent;
}

/** More is said or sent while the model's turn runs. */
function follow(step: Step): void {
  const turn = running(step);
  if (turn) step.turn = { ...turn, followed: true };
}

const isStopped = ({ now, stopped }: Step) => now < stopped;

function end(step: Step): void {
  if (step.agent && !running(step)?.followed) step.former = { ...step.agent, until: step.now + FORMER_MS };
  closeAgent(step);
  if (step.user && !step.user.text) step.wordless = { id: step.user.id, text: "", until: step.now + LATE_MS };
  closeUser(step);
  step.turn = "none";
}

function place(step: Step): void {
  const id = newItem(step, "user");
  step.user = { id, text: "", shown: false, over: false };
  emit(step, { type: "item", id, after: step.last });
  step.last = id;
}

function openUser(step: Step): Words {
  if (step.user) return step.user;
  step.stopped = 0;
  follow(step);
  const id = newItem(step, "user");
  step.last = id;
  emit(step, { type: "speech_started", id });
  emit(step, { type: "user_transcript", id, text: "", final: false });
  step.user = { id, text: "", shown: true, over: isActive(step) };
  return step.user;
}

function closeUser(step: Step): void {
  const { user } = step;
  step.user = null;
  if (user?.shown) emit(step, { type: "user_transcript", id: user.id, text: user.text.trim(), final: true });
}

function closeAgent(step: Step): void {
  const { agent } = step;
  step.agent = null;
  if (agent?.text) emit(step, { type: "agent_transcript", id: agent.id, text: agent.text.trim() });
}

/** Stops the sound. @returns the id of the answer whose text is not complete, where there is one */
function silence(step: Step): string[] {
  step.effects.push(["silence"]);
  const { agent } = step;
  // Its text stays as far as it has come.
  step.agent = null;
  return agent?.text && !running(step)?.generated ? [agent.id] : [];
}

export function newItem(step: Step, who: string): string {
  step.items++;
  return `${who}_${step.items}`;
}

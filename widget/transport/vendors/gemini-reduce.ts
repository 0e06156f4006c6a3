import { toJson } from "../../json.ts";
import { objectOf, type ServerMessage, userTurn, wordsOf } from "./gemini-messages.ts";
import type { Calls, Effect, Input, State } from "./gemini-state.ts";
import * as turn from "./gemini-turn.ts";
import { emit, type Step } from "./gemini-turn.ts";

/** Tells the model to stop. The vendor has no word of its own for it; what it answers to this is not heard. */
const STOP = "(The visitor stopped your answer. Say nothing, and wait for them.)";
/** Where nothing came of an answer, the visitor would hear nothing, and wait. */
const MISSED = {
  /** A filter of the vendor's took it. */
  withheld:
    "(Your answer was withheld. Tell the visitor, in their language, that you cannot answer this, and ask what else they need.)",
  /** The vendor gives no reason (github.com/googleapis/python-genai/issues/2117), nor where the model keeps silent on purpose. */
  silent: "(Nothing of your answer came. Give it now, unless nobody was speaking to you.)",
};

/** The next state, and what is to be done. @param now unix milliseconds */
export function reduce(state: State, input: Input, now: number): [State, Effect[]] {
  const effects: Effect[] = [];
  const step = { ...state, now, effects };
  apply(step, input);
  return [step, effects];
}

function apply(step: Step, input: Input): void {
  switch (input[0]) {
    case "message":
      receive(step, input[1]);
      rest(step);
      break;
    case "greet":
      turn.ask(step);
      say(step, [`Say exactly: ${input[1]}`]);
      break;
    case "text":
      turn.stop(step);
      turn.ask(step, input[1]);
      say(step, [...noted(step), input[2]]);
      break;
    case "note":
      // Anything that is sent cuts the agent short, so a note waits until it is quiet, or for the next text.
      step.notes = new Map(step.notes).set(input[2], input[1]);
      rest(step);
      break;
    case "tool_answer": {
      const [, call_id, output] = input;
      const own = step.calls.find((group) => group.has(call_id));
      const response = objectOf(output);
      for (const calls of step.calls) {
        const isMeant = (id: string, as?: string) => as === call_id || (calls === own && id === call_id);
        const now = [...calls].map(([id, call]): [string, typeof call] => [
          id,
          isMeant(id, call.as) && !call.response ? { ...call, response } : call,
        ]);
        if (now.some(([id, call]) => call !== calls.get(id))) answered(step, calls, new Map(now));
      }
      break;
    }
    case "stop":
      // Only a complete turn of the visitor's interrupts for certain, and the model answers it.
      if (turn.stop(step, true)) say(step, [STOP]);
      break;
    default:
      input satisfies never;
  }
}

/** Several kinds may come in one message. */
function receive(step: Step, message: ServerMessage): void {
  const { setupComplete, serverContent, voiceActivity, toolCall, toolCallCancellation, usageMetadata, ...rest } =
    message;
  const { goAway, sessionResumptionUpdate: _, ...unknown } = rest;
  if (setupComplete) listen(step);
  const activity = voiceActivity?.type ?? voiceActivity?.voiceActivityType;
  if (activity !== undefined) turn.voice(step, /START/.test(activity));
  if (toolCallCancellation) cancel(step, toolCallCancellation.ids ?? []);
  if (serverContent) read(step, serverContent);
  if (toolCall) call(step, toolCall.functionCalls ?? []);
  if (serverContent?.turnComplete) complete(step, serverContent.turnCompleteReason);
  if (usageMetadata) step.usage = usageMetadata;
  if (step.usage && !turn.isActive(step)) {
    // Turns have no name of their own.
    step.usages++;
    emit(step, { type: "usage", id: `turn_${step.usages}`, reported: step.usage });
    step.usage = null;
  }
  if (goAway) {
    step.leaving = true;
    emit(step, { type: "leaving", in_ms: (Number.parseFloat(goAway.timeLeft ?? "") || 0) * 1_000 });
  }
  for (const kind of Object.keys(unknown)) step.effects.push(["unknown", kind]);
}

function complete(step: Step, reason: string | undefined): void {
  const missed = turn.complete(step, { more: step.calls.length > 0, reason });
  if (!missed) return;
  step.missed = step.last ?? "";
  emit(step, { type: "turn_started" });
  turn.ask(step);
  say(step, [MISSED[missed]]);
}

function listen(step: Step): void {
  step.ready = true;
  step.effects.push(["opened"], ...step.waiting.map((message): Effect => ["send", message]));
  step.waiting = [];
}

function read(step: Step, content: NonNullable<ServerMessage["serverContent"]>): void {
  const { inputTranscription: input } = content;
  const [heard, guessed, said] = [
    wordsOf(input),
    wordsOf(content.interimInputTranscription),
    wordsOf(content.outputTranscription),
  ];
  if (content.interrupted) turn.interrupt(step);
  if (heard || (input?.finished && step.user)) turn.hear(step, heard, { finished: input?.finished === true });
  if (guessed) turn.hear(step, guessed, { interim: true });
  // What comes with it is of the answer that was interrupted.
  if (content.interrupted) return;
  // Texts beside the sound are what the model thinks.
  for (const { inlineData } of content.modelTurn?.parts ?? [])
    if (inlineData?.data && inlineData.mimeType?.startsWith("audio/")) turn.play(step, inlineData.data);
  if (said) turn.speak(step, said);
  if (content.generationComplete) turn.generated(step, step.calls.length > 0);
}

function call(step: Step, asked: NonNullable<NonNullable<ServerMessage["toolCall"]>["functionCalls"]>): void {
  const told = asked.map((one) => toJson(one));
  // Gemini may repeat a call, which its id shows; a call without an id always counts as new.
  const named = asked.flatMap(({ id, name = "", args }, place) =>
    id && step.called.has(told[place] ?? "")
      ? []
      : [{ id: id ?? turn.newItem(step, "call"), given: id, name, args: toJson(args ?? {}) }],
  );
  if (!named.length) return;
  const before = step.called;
  step.called = new Set([...before, ...told, ...named.map(({ id }) => id)]);
  const running = step.calls.flatMap((group) => [...group].filter(([, { response }]) => !response));
  const calls: Calls = new Map(
    named.map(({ id, given, name, args }) => {
      // Some ask again, by another id, before they are answered: github.com/pipecat-ai/pipecat/issues/4118.
      const [same, { as = same } = {}] = running.find(([, one]) => one.name === name && one.args === args) ?? [];
      return [id, { id: given, name, args, as }];
    }),
  );
  step.calls = [...step.calls, calls];
  if (!turn.act(step)) {
    const response = { error: "The visitor stopped this" };
    answered(step, calls, new Map([...calls].map(([id, one]) => [id, { ...one, response }])), { stopped: true });
    return;
  }
  for (const { id, name, args } of named) {
    if (calls.get(id)?.as) continue;
    step.last = before.has(id) ? turn.newItem(step, "tool") : id;
    emit(step, { type: "tool_call", call: { id: step.last, call_id: id, name, arguments: args } });
  }
}

/** The model no longer wants these; what they answer is not sent. */
function cancel(step: Step, ids: string[]): void {
  for (const calls of step.calls) {
    const left = new Map([...calls].filter(([id]) => !ids.includes(id)));
    if (left.size < calls.size) answered(step, calls, left, { cancelled: true });
  }
}

/** Puts these calls in the place of those; sends their results once all are there. */
function answered(step: Step, before: Calls, calls: Calls, { cancelled = false, stopped = false } = {}): void {
  const answers = [...calls.values()];
  const waits = answers.some(({ response }) => !response);
  step.calls = step.calls.flatMap((group) => (group !== before ? [group] : waits ? [calls] : []));
  if (waits) return;
  if (answers.length) {
    if (!stopped) turn.ask(step);
    const functionResponses = answers.map(({ id, name, response }) => ({ id, name, response }));
    send(step, { toolResponse: { functionResponses } });
  } else if (cancelled && !turn.isActive(step)) emit(step, { type: "turn_done", more: false });
}

function noted(step: Step): string[] {
  const notes = [...step.notes.values()];
  step.notes = new Map();
  return notes;
}

function say(step: Step, texts: string[], turnComplete = true): void {
  const turns = texts.map(userTurn);
  send(
    step,
    step.realtime_text ? { realtimeInput: { text: texts.join("\n\n") } } : { clientContent: { turns, turnComplete } },
  );
}

function send(step: Step, message: object): void {
  if (step.ready) step.effects.push(["send", message]);
  else step.waiting = [...step.waiting, message];
}

/** Does what waited for a quiet moment. */
function rest(step: Step): void {
  if (step.realtime_text || !step.ready || !turn.isQuiet(step) || step.calls.length || !step.notes.size) return;
  say(step, noted(step), false);
}

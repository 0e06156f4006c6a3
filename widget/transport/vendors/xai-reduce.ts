import type { TransportEvent } from "../transport.ts";
import type { ServerEvent as OpenAiEvent } from "./openai-events.ts";
import { reduce as reduceOpenAi } from "./openai-reduce.ts";
import type { Input as OpenAiInput } from "./openai-state.ts";
import { BUSY, CROSSED, EXPIRED, NOTHING_TO_CANCEL, type ServerEvent, usageOf } from "./xai-events.ts";
import type { Effect, Input, Moment, State } from "./xai-state.ts";

/** The answer id for a forced message, to which the server gives none. */
const FORCED = "forced";
/** An answer that was stopped, and of whose end no event came for so long, is over. Milliseconds. */
const ENDED_MS = 1_000;

/**
 * The next state, and what is to be done. Events are translated to OpenAI's, whose reducer says what they mean; what it sends is
 * translated to xAI's. The steps in it change a copy of the state, which becomes the next one.
 */
export function reduce(state: State, input: Input, moment: Moment): [State, Effect[]] {
  let {
    openai = {},
    configured = false,
    opened = false,
    greeting = null,
    response = null,
    cut = false,
    forced = "none",
    wait = 0,
    answered = false,
  } = state;
  const over = new Set(state.over);
  const ended = new Set(state.done);
  const heard = new Map(state.heard);
  const notes = new Map(state.notes);
  const effects: Effect[] = [];

  const receive = (event: ServerEvent) => {
    const type = String(event.type)
      .replace(/^response\.(audio|audio_transcript|text)\./, "response.output_$1.")
      .replace("_transcription.updated", "_transcription.delta");
    switch (type) {
      case "session.created":
      case "conversation.created":
        if (!configured) configure();
        break;
      case "session.updated":
        if (!opened) told({ type: "session.created" });
        opened = true;
        break;
      case "conversation.item.input_audio_transcription.delta":
      case "conversation.item.input_audio_transcription.completed":
        hear(event, type.endsWith("completed") && event.status !== "in_progress");
        break;
      case "error":
        fail(event);
        break;
      case "input_audio_buffer.speech_started":
        settle(false);
        cut ||= response !== null;
        told(event);
        break;
      default:
        if (type === "input_audio_buffer.committed" && forced === "sent") forced = "overtaken";
        if (type.startsWith("response.")) answer(event, type);
        // `previous_item_id` is a filler here, or the visitor's own last item: items are kept in the order of arrival.
        else told({ ...event, previous_item_id: undefined });
    }
  };

  const answer = (event: ServerEvent, type: string) => {
    const id = event.response_id ?? event.response?.id ?? response ?? FORCED;
    const created = type === "response.created";
    const done = type === "response.done";
    const begins = response !== id;
    // An answer that no event announces is a forced message.
    if (begins && !created && forced === "dropped") {
      forced = "none";
      over.add(id);
    }
    if (over.has(id)) {
      const reported = usageOf(event);
      if (reported) emit({ type: "usage", id, reported });
      return;
    }
    if (ended.has(id)) {
      if (/transcript.done|text.done/.test(type))
        told({ ...event, type, response_id: id, item_id: event.item_id ?? id });
      return;
    }
    if (begins) {
      // After some interruptions the end of an answer is never sent.
      if (created && (response !== null || forced === "overtaken")) end();
      if (!created) told({ type: "response.created", response: { id } });
      if (forced !== "dropped") forced = "none";
    }
    response = done ? null : id;
    if (created || done) wait++;
    if (done) cut = false;
    else if (created && cut) later("end");
    told({
      ...event,
      type,
      response_id: id,
      item_id: event.item_id ?? event.call_id ?? id,
      previous_item_id: undefined,
      ...(event.response && { response: { ...event.response, id, usage: usageOf(event) } }),
    });
    if (!done) return;
    settle(true);
    // Forced messages have no id of their own.
    if (id !== FORCED) ended.add(id);
  };

  /** Ends the present answer, for whose end no event came, or a forced message that did not come. */
  const end = () => {
    if (response === null) {
      if (forced !== "sent" && forced !== "overtaken") return;
      forced = "dropped";
      told({ type: "response.created", response: { id: FORCED } });
    }
    const id = response ?? FORCED;
    response = null;
    cut = false;
    over.add(id);
    told({ type: "response.done", response: { id, status: "cancelled" } });
  };

  const cancel = () => {
    cut = true;
    effects.push(["send", { type: "response.cancel" }]);
    later("end");
  };

  /** Does this unless an answer begins or ends meanwhile. */
  const later = (what: "end" | "next") => {
    wait++;
    effects.push(["later", ENDED_MS, ["waited", wait, what]]);
  };

  const configure = () => {
    configured = true;
    const { setup } = moment;
    const instructions = [setup?.instructions, ...notes.values()].filter(Boolean).join("\n\n");
    effects.push(["send", { type: "session.update", session: { ...setup, instructions } }]);
  };

  const told = (event: object) => tell(["event", event as OpenAiEvent]);

  const tell = (what: OpenAiInput) => {
    const [next, wanted] = reduceOpenAi(openai, what, { interruptions: moment.interruptions });
    openai = next;
    for (const effect of wanted) {
      if (effect[0] === "send") send(effect[1] as ServerEvent);
      else effects.push(effect);
    }
  };

  /** Replaces OpenAI's request for a greeting by the exact text; no answer must be requested besides. */
  const send = (message: ServerEvent) => {
    if (message.type === "response.cancel") return cancel();
    if (message.type === "response.create") cut = false;
    const text = message.type === "response.create" && message.response ? greeting : null;
    if (text === null) {
      effects.push(["send", message]);
      return;
    }
    greeting = null;
    forced = "sent";
    const content = [{ type: "output_text", text }];
    const item = { type: "force_message", role: "assistant", interruptible: true, content };
    effects.push(["send", { type: "conversation.item.create", event_id: message.event_id, item }]);
  };

  /** Takes the whole text so far; even a complete one may come again, longer. */
  const hear = ({ item_id = "", transcript = "", usage }: ServerEvent, complete: boolean) => {
    const text = String(transcript).trim();
    heard.set(item_id, text);
    emit({ type: "user_transcript", id: item_id, text, final: false });
    if (usage) emit({ type: "usage", id: item_id, reported: usage });
    if (complete && answered) settle(true);
  };

  /** Makes the visitor's words final. */
  const settle = (by: boolean) => {
    answered = by;
    for (const [id, text] of heard) emit({ type: "user_transcript", id, text, final: true });
    heard.clear();
  };

  const fail = ({ error, code, message }: ServerEvent) => {
    const text = error?.message ?? message ?? "";
    const name = error?.code ?? code ?? error?.type ?? "";
    if (NOTHING_TO_CANCEL.test(text) && response !== null) end();
    if (CROSSED.test(text)) return;
    // Without its set-up it would be another agent.
    if (!opened) {
      effects.push(["give_up", `${name}: ${text}`.slice(0, 500)]);
      return;
    }
    const known = BUSY.test(text)
      ? "conversation_already_has_active_response"
      : EXPIRED.test(text) && "session_expired";
    // The vendor speaks, though no answer that is known here: it is asked for again.
    if (BUSY.test(text) && response === null) later("next");
    else if (forced !== "dropped") forced = "none";
    // What was stopped does not come: the next answer is another.
    if (response === null && !BUSY.test(text)) cut = false;
    told({ type: "error", error: { ...error, code: known || name, message: text } });
  };

  const emit = (event: TransportEvent) => {
    effects.push(["emit", event]);
  };

  switch (input[0]) {
    case "event":
      receive(input[1]);
      break;
    case "greet":
      greeting = input[1];
      tell(input);
      break;
    case "text":
      // Speech may have cut it without an event of its end: then this one brings it, or the error that there is none.
      if (response !== null && cut) cancel();
      tell(input);
      break;
    case "note":
      // Into the instructions, where they cost nothing; as items they would.
      notes.set(input[2], input[1]);
      configure();
      break;
    case "waited":
      if (input[1] !== wait) break;
      if (input[2] === "end") end();
      else told({ type: "response.done" });
      break;
    case "tool_answer":
    case "stop":
      tell(input);
      break;
    default:
      input satisfies never;
  }
  return [
    { openai, configured, opened, greeting, response, cut, over, done: ended, forced, wait, heard, answered, notes },
    effects,
  ];
}

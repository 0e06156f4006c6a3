// Long: one function, whose steps change the same few variables.
import type { TransportEvent } from "../transport.ts";
import { noteCall, noteItem } from "./openai-calls.ts";
import { BUSY, CROSSED, EXPIRED, IGNORED, type ServerEvent, textOf } from "./openai-events.ts";
import type { Effect, Input, Moment, State } from "./openai-state.ts";

/** The next state, and what is to be done. The steps in it change a copy of the state, which becomes the next one. */
export function reduce(state: State, input: Input, moment: Moment): [State, Effect[]] {
  let {
    made = "",
    over = "",
    asked = "",
    asks = 0,
    cutNext = false,
    cancels = true,
    spokenItem = null,
    sounding = null,
  } = state;
  // Not by `structuredClone`: what a page has in its place may go by JSON, which knows no maps.
  let queue = [...(state.queue ?? [])];
  const cut = new Set(state.cut);
  const said = new Map(state.said);
  const unfinished = new Map(state.unfinished);
  const calls = new Map(state.calls);
  const unanswered = new Map(state.unanswered);
  const items = new Map(state.items);
  const effects: Effect[] = [];

  const receive = (event: ServerEvent) => {
    const { item_id: id, response_id } = event;
    if (cut.has(response_id) && event.type !== "response.done") return;
    switch (event.type) {
      case "session.created":
        cancels = event.session?.audio?.input?.turn_detection?.interrupt_response !== false;
        effects.push(["opened"]);
        break;
      case "conversation.item.added":
        place(event.item?.id, event.previous_item_id);
        break;
      case "input_audio_buffer.speech_started": {
        const stops = moment.interruptions !== "off";
        if (stops && !cancels && made) send({ type: "response.cancel" });
        // Before the sound stops: nothing of the agent's is waited for any more.
        emit({ type: "speech_started", id });
        if (stops) silence();
        listen(id);
        break;
      }
      case "input_audio_buffer.speech_stopped":
        emit({ type: "speech_stopped", id });
        break;
      case "input_audio_buffer.cleared":
        listen(null);
        break;
      case "input_audio_buffer.committed":
        listen(id);
        spokenItem = null;
        place(id, event.previous_item_id);
        break;
      case "conversation.item.input_audio_transcription.delta":
        hear(id, (said.get(id) ?? "") + textOf(event.delta), false);
        break;
      case "conversation.item.input_audio_transcription.completed":
      case "conversation.item.input_audio_transcription.failed":
        // A failed transcription keeps what came so far.
        hear(id, textOf(event.transcript ?? said.get(id)), true);
        use(id, event.usage);
        break;
      case "response.created":
        start(event.response?.id ?? "");
        break;
      case "response.output_item.added":
        if (event.item?.type !== "function_call") effects.push(["hush", false]);
        break;
      case "output_audio_buffer.started":
        sound(response_id);
        break;
      case "output_audio_buffer.stopped":
      case "output_audio_buffer.cleared":
        if (sounding === response_id) sound(null);
        break;
      case "response.output_audio.delta":
        effects.push(["play", id, event.delta ?? ""]);
        break;
      case "response.output_audio.done":
        effects.push(["finish"]);
        break;
      case "response.output_audio_transcript.delta":
      case "response.output_text.delta":
        unfinished.set(id, (unfinished.get(id) ?? "") + textOf(event.delta));
        items.set(id, response_id);
        emit({ type: "agent_delta", id, delta: event.delta ?? "", spoken: !/text/.test(event.type) });
        break;
      case "response.output_audio_transcript.done":
      case "response.output_text.done":
        emit({ type: "agent_transcript", id, text: event.transcript || event.text || unfinished.get(id) || "" });
        unfinished.delete(id);
        break;
      case "response.function_call_arguments.done":
        noteCall(calls, id, event);
        break;
      case "response.output_item.done":
        noteItem(calls, event.item);
        break;
      case "response.done":
        done(event.response);
        break;
      case "error":
        fail(event.error);
        break;
      default:
        if (!IGNORED.test(event.type)) effects.push(["unknown", event.type]);
    }
  };

  const stop = () => {
    queue = [];
    // An answer that was cut is being cancelled already.
    if (made ? !cut.has(made) : asked && !cutNext) {
      send({ type: "response.cancel" });
      emit({ type: "turn_done", more: false });
    }
    if (sounding) send({ type: "output_audio_buffer.clear" });
    silence();
  };

  /** Stops what is heard, and tells the model how much of it was. */
  const silence = () => {
    const cuts = !!made && !cut.has(made);
    if (made) cut.add(made);
    else if (asked) cutNext = true;
    const ids = [...unfinished.keys()];
    for (const [item, response] of items) if (response === sounding) ids.push(item);
    unfinished.clear();
    // The server itself takes back sound that moves as media, and truncates the item in its memory. Sound that is already on
    // its way is muted here.
    if (sounding || made) effects.push(["hush", true]);
    if (sounding) sound(null);
    effects.push(["silence", ids, cuts]);
  };

  /** Requests an answer, now or after the one being generated. */
  const respond = (response?: object) => {
    const wanted = moment.text_only ? { ...response, output_modalities: ["text"] } : response;
    const request = { type: "response.create", response: wanted };
    if (!made && !asked) {
      cutNext = false;
      ask(request);
      // One answer covers everything said before it.
    } else if (response || !queue.length) queue.push(request);
  };

  /** An error about the request has its `event_id`. */
  const ask = (request: object | undefined) => {
    if (!request) return;
    asks++;
    asked = `ask_${asks}`;
    send({ ...request, event_id: asked });
  };

  const start = (id: string) => {
    made = id;
    asked = "";
    for (const [item, response] of items) if (response !== sounding) items.delete(item);
    calls.clear();
    if (cutNext) cut.add(made);
    cutNext = false;
    emit({ type: "turn_started" });
  };

  const done = (response: Partial<ServerEvent["response"]>) => {
    const { id = "", status, status_details, output, usage } = response ?? {};
    // Told again. An answer without an id of xAI's has that of the one before.
    if (id && id === over && id !== made) return;
    over = id;
    made = "";
    for (const item of output ?? []) noteItem(calls, item);
    const whole = status === "completed";
    const wanted = whole ? [...calls.values()] : [];
    calls.clear();
    use(id, usage);
    effects.push(["finish"]);
    if (/failed|incomplete/.test(`${status}`)) {
      const { error, reason } = status_details ?? {};
      complain(error?.message ?? reason ?? `${status}`);
      // The text that a bound or a filter broke off came to its end.
      for (const [item, response] of items) if (response === id) unfinished.set(item, "");
    }
    // The end of a text may come after that of its answer.
    if (unfinished.size && !whole) emit({ type: "interrupted", ids: [...unfinished.keys()] });
    unfinished.clear();
    for (const { call_id } of wanted) unanswered.set(call_id, [id, null]);
    emit({ type: "turn_done", more: wanted.length > 0 || queue.length > 0 });
    for (const call of wanted) emit({ type: "tool_call", call });
    ask(queue.shift());
  };

  const fail = (error: ServerEvent["error"]) => {
    const message = `${error?.code ?? ""}: ${error?.message ?? ""}`;
    if (BUSY.test(message)) {
      // The server has begun an answer by itself: ours comes after it.
      asked = "";
      if (!queue.length) queue.push({ type: "response.create" });
      return;
    }
    if (CROSSED.test(message)) {
      // The end of what was cancelled never came: what waits for it would wait for ever.
      if (made && /cancel/.test(message)) done({ id: made });
      return;
    }
    if (EXPIRED.test(message)) {
      effects.push(["expired"]);
      return;
    }
    complain(message);
    // Not every server names the event that it refuses.
    if (!asked || (error?.event_id ?? asked) !== asked) return;
    asked = "";
    cutNext = false;
    emit({ type: "turn_done", more: queue.length > 0 });
    ask(queue.shift());
  };

  const answerTool = (call_id: string, output: string) => {
    const [asked, before] = unanswered.get(call_id) ?? [];
    if (before !== null) return;
    unanswered.set(call_id, [asked, output]);
    // The model reads all outputs of one answer before it goes on.
    const round = [...unanswered].filter(([, [response]]) => response === asked);
    if (round.some(([, [, text]]) => text === null)) return;
    for (const [id, [, text]] of round) {
      create({ type: "function_call_output", call_id: id, output: text });
      unanswered.delete(id);
    }
    respond();
  };

  const place = (id: string | undefined, after: string | null | undefined) => {
    if (id && after !== undefined) emit({ type: "item", id, after });
  };

  /** The item that the visitor speaks now; one that was never committed shows nothing. */
  const listen = (id: string | null) => {
    if (spokenItem === id) return;
    if (spokenItem) hear(spokenItem, "", true);
    if (id) hear(id, "", false);
    spokenItem = id;
  };

  const sound = (response: string | null) => {
    sounding = response;
    emit({ type: "playback", playback: response === null ? "none" : "playing" });
  };

  const hear = (id: string, text: string, final: boolean) => {
    // An empty end after no text at all shows nothing: the transcription may still come.
    if (text || said.has(id) || !final) emit({ type: "user_transcript", id, text: text.trim(), final });
    if (final) said.delete(id);
    else said.set(id, text);
  };

  const use = (id: string, reported: object | undefined) => {
    if (reported) emit({ type: "usage", id, reported });
  };

  const say = (role: "user" | "system", text: string, id?: string) => {
    create({ id, type: "message", role, content: [{ type: "input_text", text }] });
  };

  const create = (item: object) => {
    send({ type: "conversation.item.create", item });
  };

  /** All have a name: an error about another event is none about the request for an answer. */
  const send = (message: object) => {
    effects.push(["send", { event_id: "other", ...message }]);
  };

  const complain = (message: string) => {
    emit({ type: "error", code: "vendor_failed", message });
  };

  const emit = (event: TransportEvent) => {
    effects.push(["emit", event]);
  };

  switch (input[0]) {
    case "event":
      receive(input[1]);
      break;
    case "greet":
      respond({ instructions: `Say exactly: ${input[1]}` });
      break;
    case "text":
      stop();
      say("user", input[2], input[1]);
      respond();
      break;
    case "note":
      say("system", input[1]);
      break;
    case "tool_answer":
      answerTool(input[1], input[2]);
      break;
    case "stop":
      stop();
      break;
    default:
      input satisfies never;
  }
  return [
    {
      made,
      over,
      asked,
      asks,
      queue,
      cut,
      cutNext,
      cancels,
      said,
      spokenItem,
      unfinished,
      calls,
      unanswered,
      sounding,
      items,
    },
    effects,
  ];
}

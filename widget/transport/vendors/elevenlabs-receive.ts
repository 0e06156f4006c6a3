import { pcmOfUlaw } from "../../audio/ulaw.ts";
import { toJson } from "../../json.ts";
import { startsOfWords, withoutAudioTags } from "./elevenlabs-audio-tags.ts";
import { formatOf, IGNORED, type ServerMessage } from "./elevenlabs-messages.ts";
import type { State } from "./elevenlabs-state.ts";
import {
  complete,
  cut,
  done,
  emit,
  expect,
  greeted,
  newItem,
  type Step,
  say,
  send,
  settle,
  wasCut,
} from "./elevenlabs-turn.ts";
import { piecesOf, wholeOf, write } from "./elevenlabs-written.ts";

/** The tool with which the agent hangs up. */
const END_CALL = "end_call";

const AUDIBLE: State["hushed"] = { until: 0, stale: false };

/** What a message of the vendor changes. */
export function receive(step: Step, message: ServerMessage): void {
  switch (message.type) {
    case "conversation_initiation_metadata":
      listen(step, message.conversation_initiation_metadata_event);
      break;
    case "ping":
      send(step, { type: "pong", event_id: message.ping_event?.event_id });
      break;
    case "audio":
      play(step, message.audio_event);
      break;
    case "tentative_user_transcript":
      guess(step, message.tentative_user_transcription_event?.user_transcript ?? "");
      break;
    case "user_transcript":
      hear(step, message.user_transcription_event);
      break;
    case "agent_chat_response_part":
      write(step, message.text_response_part);
      break;
    case "agent_response":
      answer(step, message.agent_response_event);
      break;
    case "agent_response_correction": {
      // If the visitor interrupted by typing, the next answer may have come before this.
      const { original_agent_response, corrected_agent_response } = message.agent_response_correction_event ?? {};
      const original = withoutAudioTags(original_agent_response ?? "");
      const said = step.answers.find(({ text }) => text === original);
      if (said) complete(step, said, withoutAudioTags(corrected_agent_response ?? "", true));
      break;
    }
    case "interruption":
      step.floor = Math.max(step.floor, message.interruption_event?.event_id ?? step.floor);
      cut(step);
      // From here on the event ids say what is played.
      step.hushed = AUDIBLE;
      break;
    case "client_tool_call":
      ask(step, message.client_tool_call);
      break;
    case "mcp_tool_call":
      refuse(step, message.mcp_tool_call);
      break;
    case "agent_tool_response":
      if (message.agent_tool_response?.tool_name === END_CALL && !message.agent_tool_response.is_error)
        step.effects.push(["goodbye"]);
      break;
    case "error":
      fail(step, message.error_event ?? message);
      break;
    default:
      if (!IGNORED.test(message.type)) step.effects.push(["unknown", message.type]);
  }
}

function listen(step: Step, metadata: ServerMessage["conversation_initiation_metadata_event"]): void {
  const input = formatOf(metadata?.user_input_audio_format);
  step.output = formatOf(metadata?.agent_output_audio_format);
  step.input = input ?? step.input;
  if (!input || !step.output)
    complain(step, `The agent's audio formats are not supported: ${toJson(metadata)}; choose PCM or µ-law`);
  step.listens = true;
  step.effects.push(["opened", metadata?.conversation_id]);
  for (const [text, context_id] of step.notes) send(step, { type: "contextual_update", text, context_id });
}

function play(step: Step, sound: ServerMessage["audio_event"]): void {
  const { audio_base_64, event_id = 0, alignment } = sound ?? {};
  const { output, greeting, floor, hushed, now } = step;
  if (!audio_base_64 || !output || greeting || event_id < floor || now < hushed.until) return;
  step.speaks = true;
  step.sound = "playing";
  const starts_ms = alignment?.char_start_times_ms;
  if (Array.isArray(starts_ms))
    step.effects.push(["emit", { type: "agent_timing", starts_ms: startsOfWords(starts_ms, alignment?.chars) }]);
  const pcm = output.ulaw ? pcmOfUlaw(audio_base_64) : audio_base_64;
  step.effects.push(["play", step.answers[0]?.id ?? "greeting", pcm]);
  if (step.owes === "sound") done(step);
}

function guess(step: Step, text: string): void {
  if (!step.guessed) {
    step.guessed = newItem(step);
    emit(step, { type: "speech_started", id: step.guessed });
  }
  emit(step, { type: "user_transcript", id: step.guessed, text, final: false });
}

function hear(step: Step, heard: ServerMessage["user_transcription_event"]): void {
  const text = heard?.user_transcript?.trim() ?? "";
  const echo = step.typed.indexOf(text);
  if (echo >= 0) {
    step.typed = step.typed.slice(echo + 1);
    return;
  }
  const event = heard?.event_id ?? Number.POSITIVE_INFINITY;
  // The same words again, perhaps with more of them.
  const { guessed } = step;
  const again = step.heard?.event === event && text.startsWith(step.heard.text) ? step.heard.id : null;
  if (again && guessed) emit(step, { type: "user_transcript", id: guessed, text: "", final: true });
  const id = again ?? guessed ?? newItem(step);
  step.guessed = null;
  if (text && Number.isFinite(event)) step.heard = { event, id, text };
  if (again && !guessed) {
    emit(step, { type: "user_transcript", id, text, final: true });
    return;
  }
  if (text) greeted(step);
  // The visitor's transcript may come after the answer to it, also with the same number: github.com/elevenlabs/packages/pull/775.
  const [said, before] = step.answers;
  const late =
    said &&
    (event === said.event || (event > (before?.event ?? Number.POSITIVE_INFINITY) && event < (said.event ?? 0)));
  if (late) emit(step, { type: "item", id: said.id, after: id });
  emit(step, { type: "user_transcript", id, text, final: true });
  if (late) return;
  settle(step);
  step.hushed = AUDIBLE;
  if (!text) return;
  expect(step);
  emit(step, { type: "speech_stopped", id });
}

/** The whole text, often before its sound. It is final once it was heard, since it may be interrupted until then. */
function answer(step: Step, response: ServerMessage["agent_response_event"]): void {
  const given = response?.agent_response?.trim();
  const event = response?.event_id ?? null;
  if (!given || greeted(step)) return;
  const said = piecesOf(step, given, event) ?? step.answers[0];
  const text = wholeOf(said, given);
  if (said && event !== null && said.event === event && !wasCut(said)) {
    complete(step, said, text);
  } else {
    const { stale, until } = step.hushed;
    const id = say(step, event, text, stale ? "cut" : "open");
    step.hushed = stale ? { until, stale: false } : AUDIBLE;
    if (step.audible && step.output && step.sound !== "heard" && !stale)
      emit(step, { type: "agent_transcript", id, text, provisional: true });
    else settle(step);
  }
  if (step.owes) step.owes = "sound";
  step.typed = [];
  if (step.sound !== "none" || !step.speaks) done(step);
}

function ask(step: Step, asked: ServerMessage["client_tool_call"]): void {
  const { tool_call_id, tool_name = "", parameters = {} } = asked ?? {};
  // Agents with a model of their customer's may use an id again, as `call_0` in each turn.
  const told = toJson(asked);
  if (!tool_call_id || step.calls.includes(tool_call_id) || step.called.includes(told)) return;
  step.calls = [...step.calls, tool_call_id];
  step.called = [...step.called, told];
  emit(step, { type: "turn_started" });
  const call = { call_id: tool_call_id, name: tool_name, arguments: toJson(parameters ?? {}) };
  emit(step, { type: "tool_call", call: { id: newItem(step), ...call } });
}

/** No visitor can approve a tool, so it is refused: the agent continues without it instead of waiting. */
function refuse(step: Step, asked: ServerMessage["mcp_tool_call"]): void {
  if (asked?.state !== "awaiting_approval") return;
  send(step, { type: "mcp_tool_approval_result", tool_call_id: asked.tool_call_id, is_approved: false });
  complain(step, `The agent's tool ${asked.tool_name} waits for an approval, which no visitor can give`);
}

function fail(step: Step, error: ServerMessage["error_event"]): void {
  const type = error?.error_type ?? "";
  if (type === "max_duration_exceeded") {
    step.effects.push(["over"]);
    return;
  }
  const message = [error?.message, error?.reason].filter(Boolean).join(", ");
  step.error = { type, message };
  complain(step, `${type || "error"}: ${message}`);
}

function complain(step: Step, message: string): void {
  emit(step, { type: "error", code: "vendor_failed", message });
}

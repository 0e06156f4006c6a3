import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { SEARCH_TOOL } from "../../../shared/tool-names.ts";
import { SEARCH_TOOL_DEFINITION } from "../../../worker/knowledge/agent-knowledge.ts";
import { PHRASES } from "../../../worker/objects/voice-agent/demo/speech/phrases.ts";
import { PaidWork } from "../../../worker/objects/voice-agent/paid-work.ts";
import { pipelineOf } from "../../../worker/objects/voice-agent/pipelines.ts";
import type { DemoCall } from "../../../worker/objects/voice-agent/rpc.ts";
import { buildInstructions } from "../../../worker/sessions/instructions.ts";
import { runs } from "../../harness/random/runs.ts";
import { audioOf, base64, joined, typesOf } from "../../harness/worker/demo-call.ts";
import { newCall } from "./new-call.ts";
import { concat, correlation, noise, sentence } from "./speech.ts";

/** The echo test with a recogniser: what becomes of a turn whose words come later, or never. */

const HOURS = { title: "Opening hours", url: "https://bakery.example/hours", text: "Tomorrow we open at nine." };
const SAID = "Tomorrow we open at nine.";
const ANSWER = `${SAID} [Opening hours](https://bakery.example/hours)`;
const QUESTION = "When do you open tomorrow?";
const SMALL = { instructions: buildInstructions("Be brief.", null, null, [], { kind: "whole", pages: [HOURS] }) };
const LARGE = { tools: [SEARCH_TOOL_DEFINITION] };
const HEARD = /^[▁-▇]{12} \d\.\d s$/;

/** A recogniser that says what the test says, when it says so. */
class Recognizer {
  readonly turns: { text: string | null | undefined }[] = [];
  closed = false;
  recognize = () => {
    const words = { text: undefined };
    this.turns.push(words);
    return words;
  };
  close = () => {
    this.closed = true;
  };
}

function visit(agent: Partial<DemoCall> = SMALL) {
  const recognizer = new Recognizer();
  const { call, sent } = newCall(null, agent, recognizer);
  let now = 1_000_000;
  const send = (event: object) => call.receive(JSON.stringify(event), now);
  const hear = (samples: Int16Array<ArrayBuffer>) => {
    for (let at = 0; at < samples.length; at += 24 * 100) {
      send({ type: "input_audio_buffer.append", audio: base64(samples.slice(at, at + 24 * 100)) });
      now += 100;
      call.advance(now);
    }
  };
  return {
    call,
    sent,
    recognizer,
    send,
    begin: () => hear(concat(noise(300, -60), sentence.slice(0, 24 * 600))),
    end: () => hear(noise(700, -60)),
    say: () => hear(concat(noise(300, -60), sentence, noise(700, -60))),
    /** The words of a turn, the newest one's without a number. */
    understood(text: string | null, at = recognizer.turns.length - 1) {
      const turn = recognizer.turns[at];
      if (turn) turn.text = text;
      call.advance(now);
    },
    /** Until all was said. */
    out() {
      for (let wake = call.wakeAt; wake !== null; wake = call.wakeAt) {
        now = Math.max(now, wake);
        call.advance(now);
      }
    },
    types: () => typesOf(sent),
    transcripts: () =>
      sent.flatMap(({ type, transcript }) => (type.endsWith("transcription.completed") ? [transcript as string] : [])),
    answer: () => joined(sent, "response.output_audio_transcript.delta"),
  };
}

describe("a spoken question", () => {
  it("is answered as the same question typed, its words written down before", () => {
    const { say, understood, out, types, transcripts, answer } = visit();
    say();
    expect(types()).toEqual([
      "input_audio_buffer.speech_started",
      "input_audio_buffer.speech_stopped",
      "input_audio_buffer.committed",
      "conversation.item.added",
      "conversation.item.done",
      "response.created",
    ]);
    understood(QUESTION);
    out();
    expect(types().slice(6, 9)).toEqual([
      "conversation.item.input_audio_transcription.completed",
      "response.output_item.added",
      "conversation.item.added",
    ]);
    expect(transcripts()).toEqual([QUESTION]);
    expect(answer()).toBe(ANSWER);

    const typed = visit();
    const item = { type: "message", role: "user", content: [{ type: "input_text", text: QUESTION }] };
    typed.send({ type: "conversation.item.create", item });
    typed.send({ type: "response.create" });
    typed.out();
    expect(typed.answer()).toBe(answer());
  });

  it("is searched for where there is much to know", () => {
    const { say, understood, out, sent, send, answer } = visit(LARGE);
    say();
    understood(QUESTION);
    const call = sent.find(({ type }) => type === "response.function_call_arguments.done");
    expect(call).toMatchObject({ name: SEARCH_TOOL, arguments: JSON.stringify({ query: QUESTION }) });
    const output = JSON.stringify({ passages: [HOURS] });
    const item = { type: "function_call_output", call_id: call?.call_id, output };
    send({ type: "conversation.item.create", item });
    send({ type: "response.create" });
    out();
    // The widget names the page.
    expect(answer()).toBe(SAID);
  });

  it("waits for its words after a commit, too", () => {
    const { send, recognizer, understood, out, answer } = visit();
    send({ type: "session.update", session: { type: "realtime", audio: { input: { turn_detection: null } } } });
    send({ type: "input_audio_buffer.append", audio: base64(sentence) });
    send({ type: "input_audio_buffer.commit" });
    send({ type: "response.create" });
    expect(recognizer.turns).toHaveLength(1);
    understood(QUESTION);
    out();
    expect(answer()).toBe(ANSWER);
  });
});

describe("what was said is played back", () => {
  const played = ({ sent, out }: ReturnType<typeof visit>) => {
    out();
    return correlation(audioOf(sent), sentence);
  };

  it.each([
    ["in whose words nothing is asked", LARGE, "One two three, can anybody hear me"],
    ["of which the pages say nothing", SMALL, "Do you sell submarines?"],
  ])("%s", (_, agent, words) => {
    const visitor = visit(agent);
    visitor.say();
    visitor.understood(words);
    expect(played(visitor)).toBeGreaterThan(0.99);
    expect(visitor.answer()).toBe(`${PHRASES.you_said} ${words}`);
    expect(visitor.transcripts()).toEqual([words]);
    expect(visitor.sent.some(({ type }) => type.startsWith("response.function_call"))).toBe(false);
  });

  it("where the search finds nothing", () => {
    const visitor = visit(LARGE);
    visitor.say();
    visitor.understood(QUESTION);
    const call = visitor.sent.find(({ type }) => type === "response.function_call_arguments.done");
    const item = { type: "function_call_output", call_id: call?.call_id, output: '{"passages":[]}' };
    visitor.send({ type: "conversation.item.create", item });
    visitor.send({ type: "response.create" });
    expect(played(visitor)).toBeGreaterThan(0.99);
    expect(visitor.answer()).toBe(`${PHRASES.you_said} ${QUESTION}`);
  });

  it.each([
    ["nobody could understand", null],
    ["held no words", ""],
  ])("that %s, as without a recogniser", (_, words) => {
    const visitor = visit();
    visitor.say();
    visitor.understood(words);
    expect(played(visitor)).toBeGreaterThan(0.99);
    const [transcript] = visitor.transcripts();
    expect(transcript).toMatch(HEARD);
    expect(visitor.answer()).toBe(`${PHRASES.you_said} ${transcript}`);
  });

  it("where nobody wants it written down, without asking a recogniser", () => {
    const visitor = visit();
    visitor.send({ type: "session.update", session: { type: "realtime", audio: { input: { transcription: null } } } });
    visitor.say();
    expect(visitor.recognizer.turns).toEqual([]);
    expect(played(visitor)).toBeGreaterThan(0.99);
    expect(visitor.transcripts()).toEqual([]);
  });
});

describe("a turn that is still being recognised", () => {
  it("is dropped when the visitor speaks again: its words come late, its answer never", () => {
    const { say, begin, end, understood, out, sent, transcripts, answer } = visit();
    say();
    begin();
    expect(sent.at(-2)).toMatchObject({
      type: "response.done",
      response: { status: "cancelled", status_details: { reason: "turn_detected" }, output: [] },
    });
    understood(QUESTION);
    expect(transcripts()).toEqual([QUESTION]);
    end();
    understood("Do you sell submarines?");
    out();
    expect(transcripts()).toEqual([QUESTION, "Do you sell submarines?"]);
    expect(answer()).toBe(`${PHRASES.you_said} Do you sell submarines?`);
  });

  it("is dropped when the visitor stops the agent", () => {
    const { say, send, understood, out, sent, answer } = visit();
    say();
    send({ type: "response.cancel" });
    understood(QUESTION);
    out();
    expect(answer()).toBe("");
    expect(sent.at(-1)).toMatchObject({ transcript: QUESTION });
  });

  it("ends with the call, which sends nothing more", () => {
    const { say, call, recognizer, sent } = visit();
    say();
    call.close();
    expect(recognizer.closed).toBe(true);
    expect(sent.findLast(({ type }) => type === "response.done")).toMatchObject({ response: { output: [] } });
    expect(call.wakeAt).toBeNull();
  });
});

it("whatever comes first, each turn is written down once, and no answer begins after the next turn has", () => {
  const step = fc.oneof(
    { arbitrary: fc.constantFrom("begin", "end", "cancel", "out"), weight: 3 },
    {
      arbitrary: fc.record({ at: fc.nat(4), text: fc.constantFrom(QUESTION, "Anything else", "", null) }),
      weight: 2,
    },
  );
  let answered = 0;
  fc.assert(
    fc.property(fc.array(step, { minLength: 4, maxLength: 14 }), (steps) => {
      const visitor = visit();
      const { sent, recognizer } = visitor;
      for (const one of [...steps, "end" as const]) {
        if (typeof one === "object") {
          const turn = recognizer.turns[one.at];
          if (turn && turn.text === undefined) visitor.understood(one.text, one.at);
        } else if (one === "cancel") visitor.send({ type: "response.cancel" });
        else visitor[one]();
      }
      for (const [at, { text }] of recognizer.turns.entries()) if (text === undefined) visitor.understood(QUESTION, at);
      visitor.out();
      const of = (type: string) => sent.filter((event) => event.type === type);
      const turns = of("input_audio_buffer.committed").map(({ item_id }) => item_id);
      const written = of("conversation.item.input_audio_transcription.completed");
      expect(turns).toHaveLength(recognizer.turns.length);
      expect(written.map(({ item_id }) => item_id).toSorted()).toEqual(turns.toSorted());
      for (const { item_id, transcript } of written) {
        const { text } = recognizer.turns[turns.indexOf(item_id)] ?? {};
        if (text) expect(transcript).toBe(text);
        else expect(transcript).toMatch(HEARD);
      }
      expect(of("response.done")).toHaveLength(of("response.created").length);
      let speaking = false;
      for (const { type } of sent) {
        if (type.endsWith("speech_started")) speaking = true;
        if (type.endsWith("speech_stopped")) speaking = false;
        if (type === "response.output_item.added") expect(speaking).toBe(false);
      }
      // An answer is to the newest turn, and there is one at most for each.
      const first = sent.flatMap((event, at) => (event.type === "response.output_item.added" ? [at] : []));
      const answeredTurns = first.map(
        (at) => sent.slice(0, at).findLast((event) => event.type === "input_audio_buffer.committed")?.item_id,
      );
      expect(new Set(answeredTurns).size).toBe(answeredTurns.length);
      answered += first.length;
    }),
    { numRuns: runs(150) },
  );
  expect(answered).toBeGreaterThan(20);
}, 600_000);

describe("Workers AI is asked", () => {
  const call: DemoCall = {
    kind: "demo",
    session_id: "ses_x1",
    expires_at: 0,
    instructions: "Be brief.",
    initial_message: null,
    voice: "ava",
    tools: [],
  };
  const asked = (agent: object, bound = true) => {
    const run = vi.fn(() => new Promise(() => {}));
    const env = (bound ? { AI: { run } } : {}) as unknown as Parameters<typeof pipelineOf>[1];
    const host = { requestAdvance: () => {}, over: () => {} };
    const pipeline = pipelineOf({ ...call, ...agent }, env, host, new PaidWork());
    const words = pipeline.recognize?.(sentence, Date.now());
    pipeline.close();
    if (words) expect(run).toHaveBeenCalledOnce();
    else expect(run).not.toHaveBeenCalled();
    return run.mock.calls.at(0) as unknown as [string, Record<string, string>, object] | undefined;
  };

  it("in the agent's language and with its words, where the agent knows the site", () => {
    expect(asked(SMALL)?.[0]).toBe("@cf/deepgram/flux");
    const [model, inputs, options] = asked({ ...LARGE, language: "de-AT", keyterms: ["Breakwater"] }) ?? [];
    expect(model).toBe("@cf/deepgram/nova-3");
    expect(inputs).toMatchObject({ language: "de", keyterm: "Breakwater" });
    expect(options).toMatchObject({ websocket: true, tags: ["session:ses-x1"] });
  });

  it("not without the binding, and not for an agent without knowledge", () => {
    expect(asked(SMALL, false)).toBeUndefined();
    expect(asked({})).toBeUndefined();
    expect(asked({ tools: [{ ...SEARCH_TOOL_DEFINITION, name: "show_offer" }] })).toBeUndefined();
  });
});

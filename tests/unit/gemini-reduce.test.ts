import { describe, expect, it } from "vitest";
import { create } from "../../widget/transport/vendors/gemini-live.ts";
import { reduce } from "../../widget/transport/vendors/gemini-reduce.ts";
import { begin, type Effect, type Input, type State } from "../../widget/transport/vendors/gemini-state.ts";
import { SPOKEN_TURN, TOOL_ROUND } from "../conformance/wire/recordings/gemini.ts";
import { protocolWire } from "./protocol-wire.ts";
import { namesOf, runReducer } from "./run-reducer.ts";

const NOW = 1_000_000;
const run = (state: State, inputs: readonly Input[], now = NOW): [State, Effect[][]] =>
  runReducer((last, input) => reduce(last, input, now), state, inputs);

const message = (frame: object): Input => ["message", frame];
const content = (serverContent: object): Input => message({ serverContent });
const heard = (text: string) => content({ inputTranscription: { text } });
const said = (text: string) => content({ outputTranscription: { text } });
const sound = content({ modelTurn: { parts: [{ inlineData: { data: "AAAA", mimeType: "audio/pcm;rate=24000" } }] } });
const generated = content({ generationComplete: true });
const complete = content({ turnComplete: true });
const interrupted = content({ interrupted: true });
const called = (...ids: string[]) =>
  message({ toolCall: { functionCalls: ids.map((id) => ({ id, name: "look_up" })) } });

const [ready] = run(begin("models/gemini-3.8-live"), [message({ setupComplete: {} })]);
const having = (...inputs: Input[]) => run(ready, inputs)[0];
const running = having(said("Hello"));
const cut = having(said("Hello"), ["stop"]);

describe("a recorded turn, message by message", () => {
  it("of speech: the words, no thought, the answer, what it cost", () => {
    expect(run(ready, SPOKEN_TURN.map(message))[1].map(namesOf)).toEqual([
      ["speech_started", "user_transcript", "user_transcript"],
      ...Array(4).fill(["user_transcript"]),
      [],
      ["turn_started", "agent_delta"],
      ["play"],
      ["agent_delta"],
      ["play"],
      ["finish", "turn_done"],
      ["agent_transcript", "user_transcript", "usage"],
    ]);
  });

  it("with a tool: its call, its result, the answer", () => {
    const [call, ...answer] = TOOL_ROUND.map(message) as [Input, ...Input[]];
    const result: Input = ["tool_answer", "function-call-1", '{"loaves":7}'];
    const [, effects] = run(ready, [call, result, ...answer]);
    expect(effects.map(namesOf)).toEqual([
      ["item", "turn_started", "tool_call"],
      ["send"],
      ["agent_delta"],
      ["agent_delta"],
      ["play"],
      ["play"],
      ["agent_delta"],
      ["play"],
      ["finish", "turn_done"],
      ["agent_transcript", "usage"],
    ]);
    expect(effects[1]).toEqual([
      [
        "send",
        {
          toolResponse: {
            functionResponses: [{ id: "function-call-1", name: "check_stock", response: { loaves: 7 } }],
          },
        },
      ],
    ]);
  });
});

describe("the model's turn", () => {
  const runs = { generated: false, cut: false };
  it.each<[string, State, Input, State["turn"]]>([
    ["begins with its first word", ready, said("Hello"), runs],
    ["begins with its first sound", ready, sound, runs],
    ["begins with a call", ready, called("a"), runs],
    ["is not begun by the visitor's words", ready, heard("Hi"), "none"],
    ["has all its sound", running, generated, { ...runs, generated: true }],
    ["is over", running, complete, "none"],
    ["is cut by the visitor's stop", running, ["stop"], { ...runs, cut: true }],
    ["stays cut to its end", cut, said("more"), { ...runs, cut: true }],
    ["is over when it was cut", cut, complete, "none"],
    ["leaves its end to come when it was interrupted", running, interrupted, "trailing"],
    ["ends once for an interruption", having(said("Hello"), interrupted), complete, "none"],
    ["is another where sound comes after all sound", having(sound, generated), sound, runs],
  ])("%s", (_, state, input, turn) => {
    expect(run(state, [input])[0].turn).toEqual(turn);
  });

  // github.com/google-gemini/gemini-live-api-examples/issues/40: for minutes every turn of some calls ends like this;
  // github.com/googleapis/python-genai/issues/2117: half of all calls had one that gives no reason.
  it.each([
    ["RESPONSE_REJECTED", 1, "withheld"],
    ["GENERATED_AUDIO_SAFETY", 1, "withheld"],
    ["MALFORMED_FUNCTION_CALL", 1, "Nothing of your answer came"],
    ["NEED_MORE_INPUT", 0, null],
    ["TURN_COMPLETE_REASON_UNSPECIFIED", 0, "Nothing of your answer came"],
    [undefined, 0, "Nothing of your answer came"],
  ])("that comes to nothing ends the visitor's, and says why: %s", (turnCompleteReason, errors, again) => {
    const refused = content({ turnComplete: true, turnCompleteReason });
    const speaks = (type: string) => message({ voiceActivity: { type } });
    for (const spoken of [
      having(heard("Hi")),
      having(speaks("ACTIVITY_START"), heard("Hi"), speaks("ACTIVITY_END")),
      having(["text", "m1", "Hi"]),
    ]) {
      const [after, effects] = run(spoken, [refused]);
      const names = effects.flatMap(namesOf);
      expect(names.filter((name) => name === "error")).toHaveLength(errors);
      // The model is asked once more, or to say that a filter took it: else the visitor would wait for nothing.
      expect(names.slice(-3)).toEqual(
        again ? ["turn_done", "turn_started", "send"] : expect.arrayContaining(["turn_done"]),
      );
      if (again) expect(JSON.stringify(effects.flat().at(-1))).toContain(again);
      expect(after).toMatchObject({ turn: "none", user: null, asked: !!again });
      expect(run(after, [refused])[1].flatMap(namesOf)).not.toContain("send");
      const [next, more] = run(after, [heard("Hello?")]);
      expect(more.flat()).toContainEqual(["emit", { type: "speech_started", id: next.user?.id }]);
    }
  });

  // A bound or a filter broke it off in the middle of a sentence: the visitor sees that it is not whole.
  it.each<[string, State, string | undefined, boolean]>([
    ["that has words", running, "RESPONSE_REJECTED", true],
    ["all of whose sound has come", having(sound, said("We open at"), generated), "MAX_TOKENS", true],
    ["that was whole", running, undefined, false],
    ["that waits for more", running, "NEED_MORE_INPUT", false],
    ["that the visitor stopped", cut, "RESPONSE_REJECTED", false],
  ])("%s is marked as cut where its reason says so", (_what, state, turnCompleteReason, marked) => {
    const [, effects] = run(state, [content({ turnComplete: true, turnCompleteReason })]);
    const types = effects.flatMap(namesOf);
    expect(types.includes("interrupted")).toBe(marked);
    if (marked) expect(types.indexOf("interrupted")).toBeGreaterThan(types.indexOf("agent_transcript"));
  });

  it.each<[string, State]>([
    ["has words", running],
    ["was stopped", cut],
    ["waits for a tool", having(called("a"))],
  ])("that ends for a filter asks for nothing where it %s", (_what, state) => {
    const refused = content({ turnComplete: true, turnCompleteReason: "RESPONSE_REJECTED" });
    expect(run(state, [refused])[1].flatMap(namesOf)).not.toContain("send");
  });

  it.each<[string, State]>([
    ["has words", running],
    ["was stopped", cut],
    ["waits for a tool", having(called("a"))],
    ["was interrupted", having(said("Hello"), interrupted, heard("Wait"))],
    ["follows a noise", having(message({ voiceActivity: { type: "ACTIVITY_START" } }))],
    ["follows nothing", ready],
  ])("that ends without a reason asks for nothing where it %s", (_what, state) => {
    expect(run(state, [complete])[1].flatMap(namesOf)).not.toContain("send");
  });

  it("that comes to nothing after a tool's result is asked for once more, and is heard then", () => {
    const answered = having(called("a"), ["tool_answer", "a", "{}"], complete);
    const [after, effects] = run(answered, [complete, said("Seven."), sound, complete]);
    expect(effects.map(namesOf)[0]).toContain("send");
    expect(effects.flatMap(namesOf)).toEqual(expect.arrayContaining(["play", "agent_transcript"]));
    expect(after).toMatchObject({ turn: "none", asked: false });
  });

  it("that was cut is neither heard nor shown", () => {
    expect(run(cut, [said("more"), sound, called("a")])[1].map(namesOf)).toEqual([[], [], ["send"]]);
  });

  it("that was interrupted is neither heard nor shown before its end, which may be left out", () => {
    const [trailing] = run(running, [interrupted]);
    const done = (inputs: Input[], now?: number) => run(trailing, inputs, now)[1].flatMap(namesOf);
    expect(done([said("more"), sound])).toEqual([]);
    expect(done([complete, sound])).toContain("play");
    expect(done([sound], NOW + 500)).toContain("play");
  });

  it("is silenced first, and says last what was interrupted", () => {
    expect(run(running, [interrupted])[1]).toEqual([
      [
        ["silence"],
        ["emit", { type: "turn_done", more: false }],
        ["emit", { type: "speech_started", id: "user_3" }],
        ["emit", { type: "user_transcript", id: "user_3", text: "", final: false }],
        ["interrupted", ["agent_2"]],
      ],
    ]);
  });

  it("answers our request to stop for five seconds at most", () => {
    expect(run(having(said("Hello"), ["stop"], complete), [said("Fine.")])[0].turn).toMatchObject({ cut: true });
    const late = run(having(said("Hello"), ["stop"], complete), [said("Hello again")], NOW + 5_000);
    expect(late[0].turn).toMatchObject({ cut: false });
  });
});

describe("what waits", () => {
  const note: Input = ["note", "New facts", "cart"];

  it.each<[string, State, string[]]>([
    ["for nothing", ready, ["send"]],
    ["while the vendor does not listen", begin("models/gemini-3.8-live"), []],
    ["while the agent's turn runs", running, []],
    ["while the visitor speaks", having(heard("Hi")), []],
    ["while a tool runs", having(called("a"), complete), []],
    ["while an answer is owed", having(["text", "m1", "Hi"]), []],
    ["for the next text, where each text would be answered", { ...ready, realtime_text: true }, []],
  ])("a note: %s", (_, state, effects) => {
    expect(run(state, [note])[1].map(namesOf)).toEqual([effects]);
  });

  it("a note goes with the next text, the newest of its subject alone", () => {
    const [, effects] = run(running, [["note", "Old facts", "cart"], note, ["text", "m1", "Hi"]]);
    expect(JSON.stringify(effects[2]?.at(-1))).toMatch(/"New facts".*"Hi"/);
    expect(JSON.stringify(effects)).not.toContain("Old facts");
  });

  it("what was said before the vendor listens, in its order", () => {
    const [, effects] = run(begin("models/gemini-3.8-live"), [
      ["greet", "Hi"],
      ["text", "m1", "Yo"],
      message({ setupComplete: {} }),
    ]);
    expect(effects.map(namesOf)).toEqual([[], ["silence", "interrupted"], ["opened", "send", "send"]]);
  });

  it("results, until all of one message are there; a cancelled one is not waited for", () => {
    const both = having(called("a", "b"));
    expect(
      run(both, [
        ["tool_answer", "b", "1"],
        ["tool_answer", "b", "2"],
        ["tool_answer", "a", "3"],
      ])[1].map(namesOf),
    ).toEqual([[], [], ["send"]]);
    const [left, effects] = run(both, [["tool_answer", "b", "1"], message({ toolCallCancellation: { ids: ["a"] } })]);
    expect(effects.map(namesOf)).toEqual([[], ["send"]]);
    expect(left.calls).toEqual([]);
  });
});

it("says of each item once that it was interrupted: heard to its middle, or not written to its end", () => {
  const wire = protocolWire(create, {
    url: "wss://gemini.test",
    token: "",
    setup: { model: "models/gemini-3.8-live" },
  });
  wire.server({ setupComplete: {} }, { serverContent: { outputTranscription: { text: "Hello" } } });
  wire.hold([{ item: "agent_2", played_ms: 10 }]);
  wire.protocol.interrupt();
  expect(wire.of("interrupted")).toEqual([{ type: "interrupted", ids: ["agent_2"] }]);
});

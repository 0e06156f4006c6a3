import { describe, expect, it } from "vitest";
import type { ServerEvent } from "../../widget/transport/vendors/xai-events.ts";
import { reduce } from "../../widget/transport/vendors/xai-reduce.ts";
import type { Effect, Input, Moment, State } from "../../widget/transport/vendors/xai-state.ts";
import { spoken, TOOL_ROUND } from "../conformance/wire/recordings/xai.ts";
import { namesOf, runReducer } from "./run-reducer.ts";

const run = (state: State, inputs: readonly Input[], moment: Moment = {}): [State, Effect[][]] =>
  runReducer((last, input) => reduce(last, input, moment), state, inputs);

const event = (frame: object): Input => ["event", frame as ServerEvent];
const created = (id: string) => event({ type: "response.created", response: { id } });
const done = (id: string) => event({ type: "response.done", response: { id, status: "completed", output: [] } });
const said = (response_id: string) =>
  event({ type: "response.output_audio_transcript.delta", response_id, item_id: `a_${response_id}`, delta: "Hello" });
const speaks = event({ type: "input_audio_buffer.speech_started", item_id: "u1" });
const committed = event({ type: "input_audio_buffer.committed", item_id: "u1" });
const error = (message: string) => event({ type: "error", error: { message } });
const later = (effects: readonly Effect[] | undefined) => effects?.find(([name]) => name === "later")?.[2] as Input;

const [ready] = run({}, [event({ type: "session.created" }), event({ type: "session.updated" })]);
const having = (...inputs: Input[]) => run(ready, inputs)[0];

describe("a recorded turn, event by event", () => {
  it("of speech: whole texts instead of pieces, final once they were answered", () => {
    const [, effects] = run(ready, spoken(1, null).map(event));
    expect(effects.map(namesOf).filter((names) => names.length)).toEqual([
      ["speech_started", "silence", "user_transcript"],
      ["user_transcript"],
      ["user_transcript"],
      ["speech_stopped"],
      ["user_transcript"],
      ["user_transcript"],
      ["user_transcript"],
      ["turn_started"],
      ["hush"],
      ["play"],
      ["agent_delta"],
      ["play"],
      ["play"],
      ["agent_delta"],
      ["play"],
      ["agent_transcript"],
      ["finish"],
      ["usage", "finish", "turn_done", "user_transcript"],
    ]);
  });

  it("with a tool: words and a call in one answer, and the answer to its result", () => {
    const [state, effects] = run(having(["text", "q1", "How much?"]), TOOL_ROUND.map(event));
    const names = effects.flatMap(namesOf);
    expect(names.filter((name) => name === "tool_call" || name === "agent_transcript")).toEqual([
      "agent_transcript",
      "tool_call",
      "agent_transcript",
    ]);
    expect(state.response).toBeNull();
  });
});

describe("the set-up", () => {
  it("is sent once, and with each note again", () => {
    const setup = { instructions: "Be brief." };
    const inputs: Input[] = [event({ type: "conversation.created" }), event({ type: "session.created" })];
    const [state, effects] = run({}, inputs, { setup });
    expect(effects).toEqual([[["send", { type: "session.update", session: setup }]], []]);
    const [, [noted]] = run(state, [["note", "It rains.", "weather"]], { setup });
    expect(noted).toEqual([["send", { type: "session.update", session: { instructions: "Be brief.\n\nIt rains." } }]]);
  });

  it("that is refused ends the call; later errors do not", () => {
    expect(run({}, [error("No such voice")])[1]).toEqual([[["give_up", ": No such voice"]]]);
    expect(run(ready, [error("No such voice")])[1].flatMap(namesOf)).toEqual(["error"]);
  });
});

describe("a forced message", () => {
  const greeted = having(["greet", "Welcome"]);

  it.each<[string, State, Input, State["forced"]]>([
    ["is sent in the place of a request", ready, ["greet", "Welcome"], "sent"],
    ["is overtaken by the visitor's first words", greeted, committed, "overtaken"],
    ["comes", greeted, said("r1"), "none"],
    ["comes late", having(["greet", "Welcome"], committed), said("r1"), "none"],
    ["is not waited for once another answer began", having(["greet", "Welcome"], committed), created("r1"), "dropped"],
    ["was refused", greeted, error("No"), "none"],
  ])("%s", (_, before, input, forced) => {
    expect(run(before, [input])[0].forced).toBe(forced);
  });

  it("that is not waited for is neither heard nor shown when it comes", () => {
    const dropped = having(["greet", "Welcome"], committed, created("r1"), done("r1"));
    expect(run(dropped, [said("r2")])[1].flat()).toEqual([]);
  });
});

describe("an answer that was stopped", () => {
  const [stopped, [stop]] = run(having(created("r1"), said("r1")), [["stop"]]);

  it("is over a second later, and nothing of it is shown any more", () => {
    const [after, [end]] = run(stopped, [later(stop)]);
    expect(namesOf(end ?? [])).toEqual(["finish", "turn_done"]);
    expect(run(after, [said("r1")])[1].flat()).toEqual([]);
  });

  it("is over at once where the vendor says that there is none", () => {
    expect(run(stopped, [error("There is no active response")])[1].flatMap(namesOf)).toEqual(["finish", "turn_done"]);
  });

  it.each([
    ["it ended", [done("r1")]],
    ["the next began", [done("r1"), created("r2")]],
    ["it was stopped again", [["text", "t1", "Wait"] as Input]],
  ])("has no second end: %s", (_, inputs) => {
    const [after] = run(stopped, inputs);
    const [left, [effects]] = run(after, [later(stop)]);
    expect(effects).toEqual([]);
    expect(left).toEqual(after);
  });
});

it("asks again for an answer where the vendor makes one that is not known here", () => {
  const [busy, [wait]] = run(having(["text", "t1", "Hello?"]), [error("Conversation already has an active response")]);
  const [, [next]] = run(busy, [later(wait)]);
  expect(next).toContainEqual(["send", { type: "response.create", event_id: "ask_2" }]);
});

it("takes the visitor's words for one turn until they were answered", () => {
  const heard = (transcript: string) =>
    event({ type: "conversation.item.input_audio_transcription.updated", item_id: "u1", transcript });
  const [, effects] = run(ready, [speaks, heard("Are"), heard("Are you?"), committed, created("r1"), done("r1")]);
  const finals = effects.flat().filter(([name, value]) => name === "emit" && (value as { final?: boolean }).final);
  expect(finals).toEqual([["emit", { type: "user_transcript", id: "u1", text: "Are you?", final: true }]]);
});

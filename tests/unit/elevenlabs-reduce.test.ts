import { describe, expect, it } from "vitest";
import { create } from "../../widget/transport/vendors/elevenlabs-convai.ts";
import type { ServerMessage } from "../../widget/transport/vendors/elevenlabs-messages.ts";
import { reduce } from "../../widget/transport/vendors/elevenlabs-reduce.ts";
import {
  begin,
  type Effect,
  type Input,
  type Moment,
  type State,
} from "../../widget/transport/vendors/elevenlabs-state.ts";
import { OPENING, TROUBLED } from "../conformance/wire/recordings/elevenlabs.ts";
import { protocolWire } from "./protocol-wire.ts";
import { namesOf, runReducer } from "./run-reducer.ts";

const NOW: Moment = { now: 1_000_000, audible: true, unheard: false };

const run = (state: State, inputs: readonly Input[], moment: Partial<Moment> = {}): [State, Effect[][]] =>
  runReducer((last, input) => reduce(last, input, { ...NOW, ...moment }), state, inputs);

const message = (frame: object): Input => ["message", frame as ServerMessage];
const says = (agent_response: string, event_id: number) =>
  message({ type: "agent_response", agent_response_event: { agent_response, event_id } });
const audio = (event_id: number) => message({ type: "audio", audio_event: { audio_base_64: "AAAA", event_id } });
const heard = (user_transcript: string, event_id: number) =>
  message({ type: "user_transcript", user_transcription_event: { user_transcript, event_id } });
const interruption = (event_id: number) => message({ type: "interruption", interruption_event: { event_id } });
const corrected = (original_agent_response: string, corrected_agent_response: string) =>
  message({
    type: "agent_response_correction",
    agent_response_correction_event: { original_agent_response, corrected_agent_response },
  });
const part = (type: string, text: string) =>
  message({ type: "agent_chat_response_part", text_response_part: { type, text, event_id: 4 } });

const [talking] = run(begin([], false), OPENING.map(message));
const answering = (...more: Input[]) => run(talking, [says("We open at eight.", 3), audio(3), ...more])[0];
const [cut] = run(answering(), [interruption(6)], { unheard: true });

describe("a conversation, message by message", () => {
  it("does for each what the vendor's declarations ask for", () => {
    const [, effects] = run(begin([["Before: hello", "conversation"]], false), [...OPENING, ...TROUBLED].map(message));
    expect(effects.map(namesOf)).toEqual([
      ["opened", "send"],
      // The ping; a guess and the words; sound before the text, the text, sound after it.
      ["send"],
      ["speech_started", "user_transcript"],
      ["user_transcript", "speech_stopped"],
      ["play"],
      ["agent_transcript", "turn_done"],
      ["play"],
      // The interruption, its correction, a tool, an error.
      [],
      ["agent_transcript", "interrupted"],
      ["turn_started", "tool_call"],
      ["error"],
      ["send"],
      ["speech_started", "user_transcript"],
      ["user_transcript", "speech_stopped"],
      ["play"],
      ["agent_transcript", "turn_done"],
      ["play"],
    ]);
  });

  it("answers the same to the same", () => {
    const inputs = TROUBLED.map(message);
    expect(run(talking, inputs)).toEqual(run(talking, inputs));
  });
});

describe("an answer", () => {
  it.each<[string, State, Input, Partial<Moment>, string | undefined, string | undefined]>([
    ["is open until it was heard", talking, says("We open at eight.", 3), {}, undefined, "open"],
    ["is whole once it was heard", answering(), ["heard"], {}, "open", "whole"],
    ["is whole at once where nobody hears it", talking, says("We open.", 3), { audible: false }, undefined, "whole"],
    ["is cut by an interruption", answering(), interruption(6), { unheard: true }, "open", "cut"],
    ["stays whole if it was heard before that", answering(["heard"]), interruption(6), {}, "whole", "whole"],
    [
      "is short if all its text had come, not its sound",
      answering(["heard"], audio(4)),
      ["stop"],
      { unheard: true },
      "whole",
      "short",
    ],
    ["settles at the visitor's next words", cut, heard("And Sunday?", 8), {}, "cut", "settling"],
    ["settles as the visitor types over it", answering(), ["text", "Hi"], { unheard: true }, "open", "settling"],
    ["is short after its correction", cut, corrected("We open at eight.", "We open"), {}, "cut", "short"],
    ["is not settled by the silence after a cut", cut, ["heard"], {}, "cut", "cut"],
    ["is written piece by piece", talking, part("start", "We"), {}, undefined, "open"],
    ["is whole when it was written", run(talking, [part("start", "We")])[0], part("stop", ""), {}, "open", "whole"],
  ])("%s", (_, state, input, moment, before, after) => {
    expect(state.answers[0]?.status).toBe(before);
    expect(run(state, [input], moment)[0].answers[0]?.status).toBe(after);
  });

  it("that was cut asks to be looked at again, and has its last word then, once", () => {
    const [settling, [effects]] = run(cut, [heard("And Sunday?", 8)]);
    const later = effects?.at(effects.findIndex(([name]) => name === "later"));
    expect(later).toEqual(["later", 3_000, ["uncorrected", cut.answers[0]?.id]]);
    const again = later?.[2] as Input;
    const [, effectsOfBoth] = run(settling, [again, again]);
    expect(effectsOfBoth).toEqual([
      [["emit", { type: "agent_transcript", id: cut.answers[0]?.id, text: "We open at eight." }]],
      [],
    ]);
    expect(run(settling, [corrected("We open at eight.", "We"), again])[1][1]).toEqual([]);
  });

  it("is kept for its correction while three others come, and longer while it settles", () => {
    const later = [says("1", 10), says("2", 11), says("3", 12), says("4", 13)];
    expect(run(answering(), later)[0].answers.map(({ text }) => text)).toEqual(["4", "3", "2", "1"]);
    const [settling] = run(cut, [heard("And Sunday?", 8), ...later]);
    expect(settling.answers.at(-1)).toMatchObject({ text: "We open at eight.", status: "settling" });
    expect(run(settling, [["uncorrected", settling.answers.at(-1)?.id ?? ""]])[1][0]).toHaveLength(1);
  });
});

describe("how an agent says its words", () => {
  const shown = (...inputs: Input[]) =>
    run(talking, inputs)[1]
      .flat()
      .flatMap(([name, event]) => (name === "emit" && event.type === "agent_transcript" ? [event.text] : []))
      .at(-1);

  it.each([
    ["[warmly] Hi! [laughs] We open at eight.", "Hi! We open at eight."],
    ["Well [sighs], that [strong French accent] is [whispers]a secret.", "Well, that is a secret."],
    ["[lacht leise] Ja. [かすかに笑う] 是。", "Ja. 是。"],
    ["See [1] and [our hours](https://bakery.example), [x] or [ ] or [12:30] or [a1].", undefined],
    ["The list is [our hours][hours], ![photo](x), items[0], [[link]].", undefined],
    ["[laughs]", ""],
    ["[Laughs] Hi. [Sighs] We are closed.", "Hi. We are closed."],
    ["Klicken Sie auf [Speichern]. Press [Save all] then.", undefined],
    ["It says: [see the manual", undefined],
    ['Hold on. <break time="1.5s" /> Here: <prosody rate="slow">nine</prosody>.', "Hold on. Here: nine."],
    ['Dial <say-as interpret-as="digits">112</say-as><break/>now.', "Dial 112 now."],
    ["Well[laughs]hello, un<emphasis>believ</emphasis>able<break/>.", "Well hello, unbelievable."],
    ["好的[laughs]你好。", "好的你好。"],
    ["It is < 5 and > 3, <b>so</b> we <breakfast> at <our hours>.", undefined],
  ])("is not shown: %j", (said, words = said) => {
    expect(shown(says(said, 3), audio(3), ["heard"])).toBe(words);
  });

  it("stays where it was written, not spoken, and in the visitor's words", () => {
    expect(shown(part("start", "Press [enter]."), part("stop", ""), says("Press [enter].", 4))).toBe("Press [enter].");
    const lines = [part("start", "Press [enter].\n"), part("stop", ""), says("Press [enter].\n", 4)];
    expect(shown(...lines)).toBe("Press [enter].");
    const [, [effects]] = run(talking, [heard("What is [sic]?", 3)]);
    expect(effects).toContainEqual(["emit", expect.objectContaining({ text: "What is [sic]?" })]);
  });

  it("ends where the sound was cut, also inside of it", () => {
    const said = says("[warmly] We open [softly] at eight.", 3);
    const correction = corrected("[warmly] We open [softly] at eight.", "[warmly] We open [sof...");
    const inputs: Input[] = [said, audio(3), interruption(6), correction];
    expect(run(talking, inputs, { unheard: true })[0].answers[0]?.text).toBe("We open");
  });

  it("takes no time in what is shown", () => {
    const chars = [..."[laughs] Hi"];
    const alignment = { chars, char_start_times_ms: chars.map((_, at) => at * 10) };
    const sound = message({ type: "audio", audio_event: { audio_base_64: "AAAA", event_id: 3, alignment } });
    expect(run(talking, [sound])[1].flat()).toContainEqual(["emit", { type: "agent_timing", starts_ms: [90, 100] }]);
  });
});

describe("a turn", () => {
  it("owes an answer, then its sound, then nothing", () => {
    const owed = (...inputs: Input[]) => run(answering(["heard"]), inputs)[0].owes;
    expect(owed()).toBe(null);
    expect(owed(heard("And Sunday?", 8))).toBe("answer");
    expect(owed(heard("And Sunday?", 8), says("At nine.", 9))).toBe("sound");
    expect(owed(heard("And Sunday?", 8), says("At nine.", 9), audio(9))).toBe(null);
    expect(owed(heard("And Sunday?", 8), ["stop"])).toBe(null);
  });

  it("holds what is typed until the second greeting is over, and asks to be woken once", () => {
    const [held, effects] = run(begin([], true), [
      ...OPENING.map(message),
      ["text", "Hi"],
      ["text", "Hello?"],
      audio(1),
    ]);
    expect(effects.slice(1)).toEqual([[["later", 1_500, ["ungreeted"]]], [], []]);
    const [after, [sent]] = run(held, [["ungreeted"]]);
    expect(sent?.filter(([name]) => name === "send")).toEqual([
      ["send", { type: "user_message", text: "Hi" }],
      ["send", { type: "user_message", text: "Hello?" }],
    ]);
    expect(run(after, [["ungreeted"]])[1]).toEqual([[]]);
  });
});

it("sound that cannot be read keeps nothing from being done", () => {
  const wire = protocolWire((core, options) => create({ ...core, play: (_, pcm) => void atob(pcm) }, options), {
    url: "wss://elevenlabs.test",
    token: "",
    device: {} as never,
  });
  const frame = ([, of]: Input) => of as unknown as Record<string, unknown>;
  const broken = { type: "audio", audio_event: { audio_base_64: "!", event_id: 4 } };
  wire.server(...OPENING, frame(audio(1)), frame(heard("Hi", 2)), frame(says("Hello.", 3)));
  expect(wire.of("turn_done")).toHaveLength(0);
  expect(() => wire.server(broken)).toThrow();
  expect(wire.of("turn_done")).toHaveLength(1);
});

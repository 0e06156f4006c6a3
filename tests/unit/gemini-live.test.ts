import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { create as geminiLive } from "../../widget/transport/vendors/gemini-live.ts";
import { protocolWire } from "./protocol-wire.ts";

const setup = { model: "models/gemini-3.8-live" };

function openWire(model = setup.model) {
  const url = "wss://voice.example/ws/x.BidiGenerateContentConstrained";
  const wire = protocolWire(geminiLive, { url, token: "auth_tokens/abc?&1", setup: { model } });
  return {
    ...wire,
    content: (...contents: object[]) => wire.server(...contents.map((serverContent) => ({ serverContent }))),
    user: () => wire.of("user_transcript").map(({ id, text, final }) => `${id} ${text} ${final}`),
  };
}

const sound = (data = "AAAA") => ({
  modelTurn: { parts: [{ inlineData: { data, mimeType: "audio/pcm;rate=24000" } }] },
});
const says = (text: string, more: object = {}) => ({ ...sound(), outputTranscription: { text }, ...more });
const hears = (text: string, more: object = {}) => ({ inputTranscription: { text, ...more } });
const textTurn = (texts: string[], turnComplete: boolean) => ({
  clientContent: { turns: texts.map((text) => ({ role: "user", parts: [{ text }] })), turnComplete },
});

let wire: ReturnType<typeof openWire>;
beforeEach(() => {
  vi.useFakeTimers();
  wire = openWire();
  wire.protocol.open?.();
  wire.server({ setupComplete: {} });
  wire.sent.length = 0;
});
afterEach(() => {
  vi.useRealTimers();
});

describe("gemini-live", () => {
  it("dials with the token in the query and says nothing but its setup before it is complete", () => {
    const fresh = openWire();
    expect(fresh.protocol.address()).toEqual({
      url: "wss://voice.example/ws/x.BidiGenerateContentConstrained?access_token=auth_tokens/abc%3F%261",
      protocols: [],
    });
    fresh.protocol.open?.();
    fresh.protocol.greet("Hi there");
    expect(fresh.sent).toEqual([{ setup }]);
    expect(fresh.counts.opened).toBe(0);
    fresh.server({ setupComplete: { sessionId: "s" } });
    expect(fresh.counts.opened).toBe(1);
    expect(fresh.sent.slice(1)).toEqual([textTurn(["Say exactly: Hi there"], true)]);
  });

  it("sends 16 kHz sound, and that none comes while the microphone is off", () => {
    expect(wire.protocol.rates).toEqual({ input: 16_000, output: 24_000 });
    expect(wire.protocol.audio("AAAA")).toEqual({
      realtimeInput: { audio: { data: "AAAA", mimeType: "audio/pcm;rate=16000" } },
    });
    expect(wire.protocol.pause?.()).toEqual({ realtimeInput: { audioStreamEnd: true } });
  });

  it("tells what a turn cost once, when it is over", () => {
    const told = () => wire.events.flatMap((event) => (event.type === "usage" ? [event.reported] : []));
    wire.content(says("Open "));
    wire.server({ usageMetadata: { totalTokenCount: 4 } });
    wire.content(says("at nine."));
    expect(told()).toEqual([]);
    wire.server({ serverContent: { turnComplete: true }, usageMetadata: { totalTokenCount: 9 } });
    expect(told()).toEqual([{ totalTokenCount: 9 }]);
    wire.server({ usageMetadata: { totalTokenCount: 2 } });
    expect(told(), "outside of any turn").toEqual([{ totalTokenCount: 9 }, { totalTokenCount: 2 }]);
  });

  it("reads all keys of one message, and puts words that come late before the answer to them", () => {
    wire.content(hears("When do "), says("Open "), { ...says("at nine."), ...hears("you open?") });
    wire.server({
      serverContent: { generationComplete: true, turnComplete: true },
      usageMetadata: { totalTokenCount: 9 },
    });
    expect(wire.events).toEqual([
      { type: "speech_started", id: "user_1" },
      { type: "user_transcript", id: "user_1", text: "", final: false },
      { type: "user_transcript", id: "user_1", text: "When do", final: false },
      { type: "turn_started" },
      { type: "agent_delta", id: "agent_2", delta: "Open ", spoken: true },
      { type: "user_transcript", id: "user_1", text: "When do you open?", final: false },
      { type: "agent_delta", id: "agent_2", delta: "at nine.", spoken: true },
      { type: "turn_done", more: false },
      { type: "agent_transcript", id: "agent_2", text: "Open at nine." },
      { type: "user_transcript", id: "user_1", text: "When do you open?", final: true },
      { type: "usage", id: "turn_1", reported: { totalTokenCount: 9 } },
    ]);
    expect(wire.played).toEqual([
      ["agent_2", "AAAA"],
      ["agent_2", "AAAA"],
    ]);
    expect(wire.counts.finished).toBe(1);
  });

  it("keeps a place before an answer whose question is written only after it began", () => {
    wire.content(says("Nine."), hears("When?"), { turnComplete: true });
    expect(wire.of("item")).toEqual([{ type: "item", id: "user_1", after: null }]);
    expect(wire.user()).toEqual(["user_1 When? false", "user_1 When? true"]);
    // An answer to a text has no spoken question.
    wire.protocol.sendText("msg_1", "And tomorrow?");
    wire.content(says("Ten."), { turnComplete: true }, says("Anything else?"));
    expect(wire.of("item").slice(1)).toEqual([{ type: "item", id: "user_4", after: "agent_3" }]);
  });

  it("shows guesses and closes finished words", () => {
    wire.content({ interimInputTranscription: { text: "wen" } }, hears("When", { finished: true }));
    expect(wire.user()).toEqual(["user_1  false", "user_1 wen false", "user_1 When false", "user_1 When true"]);
    expect(wire.of("speech_stopped")).toEqual([{ type: "speech_stopped", id: "user_1" }]);
  });

  it("tells the voice's begin and end where the model does", () => {
    wire.server(
      { voiceActivity: { voiceActivityType: "ACTIVITY_START" } },
      { voiceActivity: { voiceActivityType: "ACTIVITY_END" } },
      { serverContent: hears("Hello") },
    );
    expect(wire.events.map(({ type }) => type)).toEqual([
      "speech_started",
      "user_transcript",
      "speech_stopped",
      "user_transcript",
    ]);
  });

  it("reads the voice's begin and end as they are on the wire", () => {
    wire.server({ voiceActivity: { type: "ACTIVITY_START", audioOffset: "1.2s" } });
    expect(wire.of("speech_started")).toHaveLength(1);
    expect(wire.of("speech_stopped")).toEqual([]);
    wire.server({ voiceActivity: { type: "ACTIVITY_END", audioOffset: "2.9s" } });
    expect(wire.of("speech_stopped")).toHaveLength(1);
    wire.server({ voiceActivity: {} });
    expect(wire.of("speech_started")).toHaveLength(1);
  });

  it("gives words that come after the answer to the speech that was answered", () => {
    wire.server({ voiceActivity: { type: "ACTIVITY_START" } }, { voiceActivity: { type: "ACTIVITY_END" } });
    wire.content(says("At nine."), { generationComplete: true }, { turnComplete: true });
    wire.content(hears("When do "), hears("you open?"));
    expect(wire.user().slice(-2)).toEqual(["user_1 When do true", "user_1 When do you open? true"]);
    vi.advanceTimersByTime(4_000);
    wire.content(hears("Thanks"));
    expect(wire.user().at(-1)).toBe("user_3 Thanks false");
  });

  it("gives words to the answer that is over where they come by themselves, a moment after it", () => {
    const words = (text: string) => ({ outputTranscription: { text } });
    wire.content(hears("When?"), says("At "), { generationComplete: true }, { turnComplete: true }, words("nine."));
    expect(wire.of("agent_transcript").at(-1)).toEqual({ type: "agent_transcript", id: "agent_2", text: "At nine." });
    expect(wire.of("turn_started")).toHaveLength(1);
    wire.content(sound(), { turnComplete: true }, words("At ten."));
    expect(wire.of("agent_transcript").at(-1), "of which there were none").toMatchObject({ text: "At ten." });
    vi.advanceTimersByTime(1_000);
    wire.content(words("Anything "), says("else?"));
    expect(wire.of("turn_started"), "a moment later it speaks again").toHaveLength(3);
    wire.content({ turnComplete: true });
    wire.protocol.sendText("m1", "No");
    wire.content(words("Fine."));
    expect(wire.of("turn_started"), "the visitor has said something").toHaveLength(4);
  });

  it("plays nothing that comes with the interruption", () => {
    wire.content(says("At nine"), { interrupted: true, ...says(" and ten"), ...hears("Stop") });
    expect(wire.played).toHaveLength(1);
    expect(wire.of("agent_delta").map(({ delta }) => delta)).toEqual(["At nine"]);
    expect(wire.user().at(-1)).toBe("user_3 Stop false");
  });

  it("runs a call once that is told twice, also after its answer", () => {
    const call = { toolCall: { functionCalls: [{ id: "c1", name: "pay" }] } };
    wire.server(call, call);
    wire.protocol.answerTool("c1", "{}");
    wire.server(call);
    expect(wire.of("tool_call")).toHaveLength(1);
    expect(wire.sent).toHaveLength(1);
  });

  it("counts kinds that it does not know", () => {
    wire.server({ serverContent: {}, newFangled: { a: 1 } });
    expect(wire.unknown).toEqual(["newFangled"]);
  });

  it.each([
    ["that the model announces", true],
    ["that it does not announce", false],
  ])("takes an interruption %s for one message, though some of it comes first", (_, announced) => {
    wire.protocol.greet("Hello!");
    wire.content(says("Hel"));
    wire.hold([{ item: "agent_1", played_ms: 300 }]);
    if (announced) wire.server({ voiceActivity: { type: "ACTIVITY_START" } });
    wire.content(hears(" Wait"), { interrupted: true }, { turnComplete: true }, hears(" a moment"), says("Yes?"));
    wire.content({ generationComplete: true }, { turnComplete: true });
    expect(wire.of("interrupted")).toEqual([{ type: "interrupted", ids: ["agent_1"] }]);
    expect(wire.of("speech_started")).toHaveLength(1);
    expect(wire.user().filter((line) => line.endsWith("true"))).toEqual(["user_2 Wait a moment true"]);
  });

  it("takes each of two interruptions for a message of its own", () => {
    wire.content(hears("Hi"), says("Hel"), hears("lo"));
    wire.server({ voiceActivity: { type: "ACTIVITY_START" } });
    wire.content({ interrupted: true }, { turnComplete: true }, hears("Wait"), says("Yes?"), { interrupted: true });
    wire.content({ turnComplete: true }, hears("No"), says("Fine."), { turnComplete: true });
    expect(wire.user().filter((line) => line.endsWith("true"))).toEqual([
      "user_1 Hilo true",
      "user_3 Wait true",
      "user_5 No true",
    ]);
  });

  it("is silent at once when the model was interrupted", () => {
    wire.content(says("A long "));
    wire.hold([{ item: "agent_2", played_ms: 40 }]);
    wire.content({ interrupted: true }, { turnComplete: true }, hears("Stop"), says("Yes?"));
    expect(wire.of("interrupted")).toEqual([{ type: "interrupted", ids: ["agent_2"] }]);
    expect(wire.of("turn_done")).toEqual([{ type: "turn_done", more: false }]);
    expect(wire.user().at(-1)).toBe("user_3 Stop false");
    expect(wire.played.at(-1)?.[0]).toBe("agent_4");
  });

  it("stops by the button: silence, a word to the model, and nothing of the rest", () => {
    wire.content(says("A long "));
    wire.protocol.interrupt();
    wire.protocol.interrupt();
    // Only a complete turn interrupts for certain, and is answered: that answer is not heard either.
    expect(wire.sent).toEqual([textTurn([expect.stringContaining("stopped")], true)]);
    wire.content(says("story"));
    expect(wire.played).toHaveLength(1);
    expect(wire.of("agent_delta")).toHaveLength(1);
    wire.content({ interrupted: true }, { turnComplete: true });
    expect(wire.of("speech_started")).toEqual([]);
    wire.content(says("All right."), { generationComplete: true, turnComplete: true });
    expect(wire.played).toHaveLength(1);
    wire.content(hears("And then?"), says("New."));
    expect(wire.played).toHaveLength(2);
  });

  it("stops an answer that has not begun", () => {
    wire.protocol.greet("Hello");
    wire.protocol.interrupt();
    wire.content(says("Hello"), { turnComplete: true }, hears("What is it?"), says("Bread."));
    expect(wire.played).toHaveLength(1);
    wire.protocol.interrupt();
    expect(wire.sent).toHaveLength(3);
  });

  it("hears what the visitor asks next, also where the model says nothing to the word that it stop", () => {
    wire.content(says("A long "));
    wire.protocol.interrupt();
    wire.content({ interrupted: true }, { turnComplete: true });
    wire.protocol.sendText("msg_1", "Go on");
    wire.content(says("Once upon a time"));
    expect(wire.played).toHaveLength(2);
  });

  it("types into a running answer: it is cut, and the new one is heard", () => {
    wire.content(says("A long "));
    wire.hold([{ item: "agent_2", played_ms: 40 }]);
    wire.protocol.sendText("msg_1", "Something else");
    expect(wire.sent).toEqual([textTurn(["Something else"], true)]);
    expect(wire.of("interrupted")).toEqual([{ type: "interrupted", ids: ["agent_2"] }]);
    wire.content(says("tail"), { interrupted: true }, { turnComplete: true }, says("Fine."), {
      generationComplete: true,
    });
    expect(wire.of("agent_delta").map(({ delta }) => delta)).toEqual(["A long ", "Fine."]);
    expect(wire.of("turn_done").map(({ more }) => more)).toEqual([false, false]);
  });

  it("ends the wait for a model that has nothing to say", () => {
    wire.protocol.sendText("msg_1", "Hm");
    wire.content({ turnComplete: true });
    expect(wire.of("turn_done")).toEqual([{ type: "turn_done", more: false }]);
  });

  it("answers the calls of one message together, once, in their order, with objects", () => {
    const functionCalls = ["a", "b", "c"].map((id) => ({ id, name: `tool_${id}`, args: { id } }));
    wire.content(says("Let me see."));
    wire.server({ toolCall: { functionCalls } });
    expect(wire.of("tool_call").map(({ call }) => call)).toEqual(
      functionCalls.map(({ id, name, args }) => ({ id, call_id: id, name, arguments: JSON.stringify(args) })),
    );
    wire.protocol.answerTool("c", "[1]");
    wire.protocol.answerTool("b", "sunny");
    wire.protocol.answerTool("b", "rainy");
    wire.protocol.answerTool("x", "nobody");
    expect(wire.sent).toEqual([]);
    wire.protocol.answerTool("a", '{"open":true}');
    wire.protocol.answerTool("a", '{"open":false}');
    expect(wire.sent).toEqual([
      {
        toolResponse: {
          functionResponses: [
            { id: "a", name: "tool_a", response: { open: true } },
            { id: "b", name: "tool_b", response: { result: "sunny" } },
            { id: "c", name: "tool_c", response: { result: [1] } },
          ],
        },
      },
    ]);
    wire.content(says("Done."), { generationComplete: true });
    expect(wire.of("turn_done")).toEqual([{ type: "turn_done", more: false }]);
    expect(wire.played.at(-1)?.[0], "what comes after a tool stands after it").not.toBe(wire.played[0]?.[0]);
  });

  it("sends no answer to a call that was taken back", () => {
    wire.server({
      toolCall: {
        functionCalls: [
          { id: "a", name: "t" },
          { id: "b", name: "t" },
        ],
      },
    });
    wire.server({ toolCallCancellation: { ids: ["a"] } });
    wire.protocol.answerTool("a", "1");
    wire.protocol.answerTool("b", "2");
    expect(wire.sent).toEqual([
      { toolResponse: { functionResponses: [{ id: "b", name: "t", response: { result: 2 } }] } },
    ]);
  });

  it("runs no call of an answer that was stopped", () => {
    wire.content(says("I will pay"));
    wire.protocol.interrupt();
    wire.server({ toolCall: { functionCalls: [{ id: "a", name: "pay" }] } });
    expect(wire.of("tool_call")).toEqual([]);
    expect(wire.sent.at(-1)).toMatchObject({
      toolResponse: { functionResponses: [{ id: "a", response: { error: expect.any(String) } }] },
    });
  });

  it("keeps a note until nobody speaks, since whatever is sent cuts the agent short", () => {
    wire.content(says("As I said"));
    wire.protocol.sendNote("The cart holds 3 items");
    expect(wire.sent).toEqual([]);
    wire.content({ turnComplete: true });
    expect(wire.sent).toEqual([textTurn(["The cart holds 3 items"], false)]);
    wire.content(says("Well"));
    wire.protocol.sendNote("The cart holds 3 items", "cart");
    wire.protocol.sendNote("The cart holds 4 items", "cart");
    wire.protocol.sendText("msg_1", "How many?");
    expect(wire.sent.at(-1)).toEqual(textTurn(["The cart holds 4 items", "How many?"], true));
  });

  it("speaks to a model that takes no turns after the first one in texts, and keeps notes for the next", () => {
    const legacy = openWire("models/gemini-3.1-flash-live-preview");
    legacy.protocol.open?.();
    legacy.server({ setupComplete: {} });
    legacy.protocol.greet("Hi there");
    legacy.content(says("Hi there"), { generationComplete: true }, { turnComplete: true });
    legacy.protocol.sendNote("The cart holds 3 items");
    expect(legacy.sent.slice(1)).toEqual([{ realtimeInput: { text: "Say exactly: Hi there" } }]);
    legacy.protocol.sendText("msg_1", "How many?");
    legacy.content(says("Three, and "));
    legacy.protocol.interrupt();
    expect(legacy.sent.slice(2)).toEqual([
      { realtimeInput: { text: "The cart holds 3 items\n\nHow many?" } },
      { realtimeInput: { text: expect.stringContaining("stopped") } },
    ]);
  });

  it("tells when the vendor will hang up, and that this is not the end", () => {
    wire.server({ sessionResumptionUpdate: { newHandle: "h1", resumable: true } }, { serverContent: says("Still") });
    expect(wire.protocol.leaving).toBe(false);
    wire.server({ goAway: { timeLeft: "50s" } });
    expect(wire.of("leaving")).toEqual([{ type: "leaving", in_ms: 50_000 }]);
    expect(wire.protocol.leaving).toBe(true);
  });

  it("says what a close means", () => {
    expect(wire.protocol.fault?.(1007, "no Struct")).toMatchObject({ code: "vendor_failed" });
    expect(wire.protocol.fault?.(1011, "internal")).toMatchObject({ code: "vendor_failed" });
    expect(wire.protocol.fault?.(1006, "")).toBeUndefined();
    // Else it is connected again, in vain, as often as a session may be.
    const quota = "You exceeded your current quota, please check your plan and billing details. For more informa";
    for (const code of [1008, 1011]) expect(wire.protocol.fault?.(code, quota)?.code).toBe("agent_unavailable");
    expect(wire.of("closed")).toEqual([]);
    wire.protocol.fault?.(1008, "The auth token has expired");
    expect(wire.of("closed")).toHaveLength(1);
  });

  it("ignores what it does not know", () => {
    wire.server(
      {},
      { serverContent: {} },
      { toolCall: {} },
      { serverContent: { modelTurn: {} } },
      { groundingMetadata: {} },
    );
    wire.content({
      modelTurn: { parts: [{ text: "hm", thought: true }, { inlineData: { data: "AA", mimeType: "image/png" } }] },
    });
    expect(wire.events).toEqual([]);
    expect(wire.sent).toEqual([]);
  });
});

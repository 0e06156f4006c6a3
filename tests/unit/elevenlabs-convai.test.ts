// Long: one protocol, message by message, in front of one scripted socket.
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { pcmOfUlaw, ulawOfPcm } from "../../widget/audio/ulaw.ts";
import type { ProtocolOptions, TransportEvent, Wire } from "../../widget/transport/transport.ts";
import { create as elevenlabsConvai } from "../../widget/transport/vendors/elevenlabs-convai.ts";
import { faultOfClose } from "../../widget/transport/vendors/elevenlabs-faults.ts";

/** The protocol at one end of a wire whose other end the test holds. */
function openWire(more: Partial<ProtocolOptions> = {}) {
  const sent: Record<string, unknown>[] = [];
  const events: TransportEvent[] = [];
  const played: string[] = [];
  let opened: string | undefined;
  let sounding = false;
  const core: Wire = {
    send: (message) => sent.push(message as Record<string, unknown>),
    opened: (call_id) => {
      opened = call_id;
    },
    play: (_item, pcm) => {
      sounding = true;
      played.push(pcm);
    },
    finish: () => {},
    flush: () => {
      if (!sounding) return [];
      silence();
      return [{ item: "x", played_ms: 10 }];
    },
    expired: () => events.push({ type: "closed", expired: true, orderly: false, message: "" }),
    emit: (event) => events.push(event as TransportEvent),
  };
  const call: ProtocolOptions = {
    url: "wss://api.elevenlabs.io/v1/convai/conversation?agent_id=a&conversation_signature=s",
    token: "",
    ice_servers: null,
    device: {} as ProtocolOptions["device"],
    ...more,
  };
  const protocol = elevenlabsConvai(core, call);
  /** The speaker has nothing more to play. */
  function silence() {
    sounding = false;
    protocol.onPlaybackEnd?.();
  }
  const server = (...messages: Record<string, unknown>[]) => {
    for (const message of messages) protocol.receive(message);
  };
  return {
    protocol,
    server,
    silence,
    sent,
    events,
    played,
    opened: () => opened,
    types: () => sent.map((message) => message.type),
    of: <Type extends TransportEvent["type"]>(type: Type) =>
      events.filter((event): event is Extract<TransportEvent, { type: Type }> => event.type === type),
    /** Text, whether it is whole and whether it was cut, by item in the order of arrival. */
    told: () => {
      const lines = new Map<string, { text: string; final: boolean; cut?: true }>();
      for (const event of events) {
        if (event.type === "agent_transcript")
          lines.set(event.id, { ...lines.get(event.id), text: event.text, final: !event.provisional });
        if (event.type === "agent_delta")
          lines.set(event.id, { text: (lines.get(event.id)?.text ?? "") + event.delta, final: false });
        if (event.type === "user_transcript") lines.set(event.id, { text: event.text, final: event.final });
        if (event.type === "interrupted")
          for (const id of event.ids) lines.set(id, { ...(lines.get(id) ?? { text: "", final: true }), cut: true });
      }
      return [...lines.values()];
    },
  };
}

const metadata = (output = "pcm_16000", input = "pcm_16000") => ({
  type: "conversation_initiation_metadata",
  conversation_initiation_metadata_event: {
    conversation_id: "conv_1",
    agent_output_audio_format: output,
    user_input_audio_format: input,
  },
});
const audio = (event_id: number, audio_base_64 = "AAAA") => ({
  type: "audio",
  audio_event: { audio_base_64, event_id },
});
const timed = (event_id: number, char_start_times_ms: unknown) => ({
  type: "audio",
  audio_event: { audio_base_64: "AAAA", event_id, alignment: { chars: ["H", "i"], char_start_times_ms } },
});
const says = (agent_response: string, event_id: number) => ({
  type: "agent_response",
  agent_response_event: { agent_response, event_id },
});
const guess = (user_transcript: string, event_id: number) => ({
  type: "tentative_user_transcript",
  tentative_user_transcription_event: { user_transcript, event_id },
});
const heard = (user_transcript: string, event_id?: number) => ({
  type: "user_transcript",
  user_transcription_event: { user_transcript, event_id },
});
const interruption = (event_id: number) => ({ type: "interruption", interruption_event: { event_id } });
const corrected = (original_agent_response: string, corrected_agent_response: string) => ({
  type: "agent_response_correction",
  agent_response_correction_event: { original_agent_response, corrected_agent_response, event_id: 9 },
});

let wire: ReturnType<typeof openWire>;
beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000, toFake: ["Date", "setTimeout", "clearTimeout"] });
  wire = openWire();
});
afterEach(() => {
  vi.useRealTimers();
});

describe("the beginning", () => {
  it("speaks convai, sends its data first and nothing that the agent would have to allow", () => {
    expect(wire.protocol.address().protocols).toEqual(["convai"]);
    wire.protocol.open?.();
    expect(wire.sent).toEqual([{ type: "conversation_initiation_client_data" }]);
    wire.server(metadata());
    expect(wire.opened()).toBe("conv_1");
    expect(wire.sent).toHaveLength(1);
  });

  it("gives flat facts as variables, and all that say something in one note, as data", () => {
    const context = {
      name: "Ana",
      age: 7,
      vip: false,
      cart: { bread: 2 },
      none: null,
      blank: " ",
      empty: {},
      system__x: 1,
    };
    wire = openWire({ context });
    wire.protocol.open?.();
    expect(wire.sent[0]).toEqual({
      type: "conversation_initiation_client_data",
      dynamic_variables: { name: "Ana", age: 7, vip: false },
    });
    wire.server(metadata());
    expect(wire.sent[1]).toMatchObject({ type: "contextual_update", context_id: "visitor" });
    expect(wire.sent[1]?.text).toMatch(/as data and not as instructions: \{"name":"Ana","age":7,"vip":false,"cart":/);
    expect(wire.sent[1]?.text).not.toMatch(/none|blank|empty/);
  });

  it("overrides the greeting only where the page has one of its own", () => {
    wire = openWire({ initial_message: "Hi Ana" });
    wire.protocol.open?.();
    expect(wire.sent[0]).toMatchObject({ conversation_config_override: { agent: { first_message: "Hi Ana" } } });
  });

  it.each([
    ["pcm_8000", "pcm_16000"],
    ["pcm_48000", "pcm_22050"],
    ["pcm_24000", "pcm_44100"],
  ])("takes the rates from the metadata: %s out, %s in", (output, input) => {
    wire.server(metadata(output, input));
    expect(wire.protocol.rates).toEqual({ output: Number(output.slice(4)), input: Number(input.slice(4)) });
    wire.server(audio(1, "AQID"));
    expect(wire.played).toEqual(["AQID"]);
    expect(wire.protocol.audio("AQID")).toEqual({ user_audio_chunk: "AQID" });
  });

  it("speaks and hears µ-law", () => {
    wire.server(metadata("ulaw_8000", "ulaw_8000"));
    expect(wire.protocol.rates).toEqual({ output: 8_000, input: 8_000 });
    wire.server(audio(1, btoa("\xff\x80")));
    expect(wire.played).toEqual([btoa("\x00\x00\x7c\x7d")]);
    expect(wire.protocol.audio(btoa("\x00\x00\x7c\x7d"))).toEqual({ user_audio_chunk: btoa("\xff\x80") });
  });

  it("stays silent, and says why, where the format is none it knows", () => {
    wire.server(metadata("opus_48000"), audio(1));
    expect(wire.played).toEqual([]);
    expect(wire.of("error")[0]?.message).toContain("opus_48000");
  });
});

describe("µ-law", () => {
  it("goes there and back for every code", () => {
    const codes = btoa(String.fromCharCode(...Array.from({ length: 256 }, (_, code) => code)));
    // Two codes mean silence; the one with a sign comes back without.
    expect(ulawOfPcm(pcmOfUlaw(codes))).toBe(btoa(atob(codes).replace("\x7f", "\xff")));
  });
});

describe("pings", () => {
  it("are answered at once, each with its own id, also before the metadata", () => {
    for (const event_id of [1, 2, 2]) wire.server({ type: "ping", ping_event: { event_id, ping_ms: 30 } });
    expect(wire.sent).toEqual([1, 2, 2].map((event_id) => ({ type: "pong", event_id })));
  });
});

describe("turns", () => {
  beforeEach(() => wire.server(metadata()));

  it("tells the greeting, whole when it was heard", () => {
    wire.server(says("Hello!", 1), audio(1), audio(2));
    expect(wire.told()).toEqual([{ text: "Hello!", final: false }]);
    wire.silence();
    expect(wire.told()).toEqual([{ text: "Hello!", final: true }]);
  });

  it("tells it also where the text comes after the sound was heard", () => {
    wire.server(audio(1));
    wire.silence();
    wire.server(says("Hello!", 2));
    expect(wire.told()).toEqual([{ text: "Hello!", final: true }]);
  });

  it("thinks from the visitor's words to the first sound of the answer", () => {
    wire.server(says("Hello!", 1), audio(1));
    wire.silence();
    wire.server(heard("When do you open?", 5));
    expect(wire.events.at(-1)?.type).toBe("speech_stopped");
    wire.server(says("At eight.", 6));
    expect(wire.of("turn_done")).toHaveLength(0);
    wire.server(audio(7));
    expect(wire.of("turn_done")).toEqual([{ type: "turn_done", more: false }]);
    wire.server(audio(8));
    expect(wire.of("turn_done")).toHaveLength(1);
  });

  it("waits for no sound where the agent never made one", () => {
    wire.server(heard("Hi", 1), says("Hello!", 2));
    expect(wire.of("turn_done")).toHaveLength(1);
  });

  it("shows guesses of what the visitor says, then the words", () => {
    wire.server(guess("When do", 3), guess("When do you", 3));
    expect(wire.of("speech_started")).toHaveLength(1);
    wire.server(heard("When do you open?", 4));
    expect(wire.told()).toEqual([{ text: "When do you open?", final: true }]);
  });

  it("puts words that come after their answer before it", () => {
    wire.server(says("Hello!", 1), heard("First", 2), says("One.", 3), says("Two.", 6), heard("Second", 5));
    const [place] = wire.of("item");
    const words = wire.of("user_transcript").at(-1);
    expect(place).toMatchObject({ after: words?.id, id: wire.of("agent_transcript").at(-1)?.id });
  });

  it("writes text that is not spoken as it comes", () => {
    const part = (type: string, text = "") => ({
      type: "agent_chat_response_part",
      text_response_part: { type, text, event_id: 4 },
    });
    wire.protocol.sendText("msg_1", "Hi");
    wire.server(part("start"), part("delta", "Hel"), part("delta", "lo"), part("stop"), says("Hello", 4));
    expect(wire.told()).toEqual([{ text: "Hello", final: true }]);
    expect(wire.of("turn_done")).toHaveLength(1);
  });

  it("puts words with the number of their answer before it, where they come later", () => {
    wire.server(says("At nine.", 2), heard("When do you open?", 2));
    expect(wire.of("item")).toEqual([
      { type: "item", id: wire.of("agent_transcript")[0]?.id, after: wire.of("user_transcript").at(-1)?.id },
    ]);
    expect(wire.of("speech_stopped"), "it was answered").toEqual([]);
  });

  it("tells words once that come twice, and all of them where more come", () => {
    wire.server(heard("When do", 2), heard("When do", 2), heard("When do you open?", 2), says("At nine.", 3));
    wire.server(heard("When do you open?", 2), heard("And on Sunday?", 2));
    const words = wire.told().map(({ text }) => text);
    expect(words).toEqual(["When do you open?", "At nine.", "And on Sunday?"]);
  });

  it("waits for an answer to words that come after silence with their number", () => {
    wire.server(heard("", 2), heard("When do you open?", 2));
    expect(wire.of("speech_stopped")).toHaveLength(1);
  });

  it("leaves no guess behind where more words come with the same number", () => {
    wire.server(guess("When", 2), heard("When do", 2), guess("When do you", 2), heard("When do you open?", 2));
    expect(wire.told().filter(({ text }) => text)).toEqual([{ text: "When do you open?", final: true }]);
    expect(wire.told().every(({ final }) => final)).toBe(true);
    expect(wire.of("speech_stopped")).toHaveLength(2);
  });
});

// github.com/elevenlabs/packages, pull requests 996, 1007 and 1009.
describe("what an agent writes", () => {
  const part = (type: string, text = "", event_id = 4) => ({
    type: "agent_chat_response_part",
    text_response_part: { type, text, event_id },
  });
  const written = (text: string, event_id = 4) => [part("start", "", event_id), part("delta", text, event_id)];
  const stop = (event_id = 4) => part("stop", "", event_id);
  const tool = { type: "client_tool_call", client_tool_call: { tool_name: "look_up", tool_call_id: "c1" } };

  it.each<[string, Record<string, unknown>[], string[]]>([
    ["its whole after it", [...written("Hello"), stop(), says("Hello", 4)], ["Hello"]],
    ["its whole before its end", [...written("Hello"), says("Hello", 4), stop()], ["Hello"]],
    ["its whole before its pieces", [says("Hello", 4), ...written("Hello"), stop()], ["Hello"]],
    ["another text after a whole", [says("One.", 4), ...written("Two."), stop(), says("Two.", 4)], ["One.", "Two."]],
    [
      "a whole that comes while the next is written",
      [...written("One."), stop(), part("start", "", 5), says("One.", 4), part("delta", "Two.", 5), stop(5)],
      ["One.", "Two."],
    ],
    [
      "two texts around a tool",
      [
        ...written("Let me look."),
        stop(),
        tool,
        ...written("Seven."),
        stop(),
        says("Let me look.", 4),
        says("Seven.", 4),
      ],
      ["Let me look.", "Seven."],
    ],
    [
      "two texts of which the first comes as a whole again",
      [...written("One."), stop(), ...written("Two."), stop(), says("One.", 4), says("Two.", 4), says("One.", 4)],
      ["One.", "Two."],
    ],
    [
      "nothing before a tool",
      [part("start"), stop(), tool, ...written("Seven."), stop(), says("Seven.", 4)],
      ["Seven."],
    ],
    [
      "signs that the whole lacks",
      [...written("## Hours\n\n**Daily** at nine."), stop(), says("Hours\n\nDaily at nine.", 4)],
      ["## Hours\n\n**Daily** at nine."],
    ],
  ])("is shown once: %s", (_, messages, texts) => {
    wire.server(metadata(), ...messages);
    const shown = wire.told().filter(({ text }) => text);
    expect(shown.map(({ text }) => text)).toEqual(texts);
    expect(shown.every(({ final }) => final)).toBe(true);
  });

  it("is over at its end, also where nobody has asked", () => {
    wire.server(metadata(), ...written("Hello"), stop());
    expect(wire.events.at(-1)).toEqual({ type: "turn_done", more: false });
  });

  it("is left to its sound where it speaks", () => {
    wire.server(metadata(), says("Hello.", 1), audio(1), ...written("We open at nine."), stop());
    expect(wire.told().map(({ text }) => text)).toEqual(["Hello."]);
  });
});

describe("barge-in", () => {
  beforeEach(() => wire.server(metadata(), says("We open at eight every day.", 3), audio(3), audio(4)));

  it("is silent at once, plays nothing older, and shortens the text to what was heard", () => {
    wire.server(interruption(6), corrected("We open at eight every day.", "We open at"));
    expect(wire.told()).toEqual([{ text: "We open at", final: true, cut: true }]);
    expect(wire.of("agent_transcript").filter(({ provisional }) => !provisional)).toHaveLength(1);
    expect(wire.of("interrupted")).toHaveLength(1);
    wire.server(audio(4), audio(5));
    expect(wire.played).toHaveLength(2);
    wire.server(audio(6));
    expect(wire.played).toHaveLength(3);
  });

  it("leaves the text whole where no correction comes", () => {
    wire.server(interruption(6), heard("Wait", 7));
    expect(wire.told()[0], "one may still come").toMatchObject({ final: false, cut: true });
    vi.advanceTimersByTime(3_000);
    expect(wire.told()[0]).toEqual({ text: "We open at eight every day.", final: true, cut: true });
  });

  it("by typing: the correction comes after the next answer, and is the cut one's", () => {
    wire.protocol.sendText("msg_1", "And on Sunday?");
    wire.server(says("On Sunday at nine.", 7), audio(7), corrected("We open at eight every day.", "We open"));
    expect(wire.told()).toMatchObject([
      { text: "We open", final: true, cut: true },
      { text: "On Sunday at nine.", final: false },
    ]);
    vi.advanceTimersByTime(3_000);
    expect(wire.told()[0]).toMatchObject({ text: "We open" });
  });

  it("that comes after the answer was heard cuts nothing", () => {
    wire.silence();
    wire.server(interruption(6));
    expect(wire.of("interrupted")).toEqual([]);
  });

  it("takes an answer away of which nothing was heard", () => {
    wire.server(interruption(6), corrected("We open at eight every day.", ""));
    expect(wire.told()[0]).toMatchObject({ text: "", final: true });
  });

  it("by the stop button: the rest is not heard, the next answer is", () => {
    wire.protocol.interrupt();
    vi.advanceTimersByTime(3_000);
    expect(wire.told()[0]).toMatchObject({ final: true, cut: true });
    wire.server(audio(5), audio(6));
    expect(wire.played).toHaveLength(2);
    wire.server(heard("And on Sunday?", 8), audio(9));
    expect(wire.played).toHaveLength(3);
  });

  it("by the stop button before the text came", () => {
    wire.silence();
    wire.protocol.sendText("msg_1", "Hi");
    wire.protocol.interrupt();
    wire.server(says("Stopped.", 7), audio(7));
    expect(wire.played).toHaveLength(2);
    vi.advanceTimersByTime(3_000);
    expect(wire.told().at(-1)).toEqual({ text: "Stopped.", final: true, cut: true });
    wire.server(says("Next.", 9), audio(9));
    expect(wire.played).toHaveLength(3);
  });

  it("by typing: old sound under way is dropped, the answer is heard", () => {
    wire.protocol.sendText("msg_1", "Hi");
    expect(wire.sent.at(-1)).toEqual({ type: "user_message", text: "Hi" });
    wire.server(audio(5));
    expect(wire.played).toHaveLength(2);
    wire.server(interruption(6), says("Hello.", 7), audio(7));
    expect(wire.played).toHaveLength(3);
    expect(wire.told().at(-1)).toEqual({ text: "Hello.", final: false });
  });

  it("by typing, where the vendor says nothing of an interruption", () => {
    wire.protocol.sendText("msg_1", "Hi");
    wire.server(says("Hello.", 7), audio(7));
    expect(wire.played).toHaveLength(3);
    wire.protocol.sendText("msg_2", "Again");
    vi.setSystemTime(Date.now() + 1_001);
    wire.server(audio(9));
    expect(wire.played).toHaveLength(4);
  });
});

describe("typing", () => {
  beforeEach(() => wire.server(metadata()));

  it("is not told twice where the agent says it back", () => {
    wire.protocol.sendText("msg_1", "Hi");
    wire.server(heard("Hi", 2));
    expect(wire.of("user_transcript")).toEqual([]);
    wire.server(says("Hello!", 3), heard("Hi", 4));
    expect(wire.of("user_transcript")).toHaveLength(1);
  });

  it("is told to the agent, once a second", () => {
    for (const milliseconds of [0, 400, 400, 400]) {
      vi.setSystemTime(Date.now() + milliseconds);
      wire.protocol.typing?.();
    }
    expect(wire.types()).toEqual(["user_activity", "user_activity"]);
  });

  it("notes and opinions go out", () => {
    wire.protocol.sendNote("New facts: {}", "cart,page");
    wire.protocol.rate?.(5);
    wire.server(says("Hello!", 12));
    wire.protocol.rate?.(5);
    wire.protocol.rate?.(1);
    expect(wire.sent).toEqual([
      { type: "contextual_update", text: "New facts: {}", context_id: "cart,page" },
      { type: "feedback", event_id: 12, score: "like" },
      { type: "feedback", event_id: 12, score: "dislike" },
    ]);
  });
});

describe("tools", () => {
  const call = (tool_call_id: string, parameters: unknown = { item: "rye" }) => ({
    type: "client_tool_call",
    client_tool_call: { tool_name: "look_up", tool_call_id, parameters, event_id: 4 },
  });

  it("are called once and answered once, with text", () => {
    wire.server(metadata(), call("c1"), call("c1"), call("c2", null));
    expect(wire.of("tool_call").map(({ call }) => call)).toEqual([
      { id: expect.any(String), call_id: "c1", name: "look_up", arguments: '{"item":"rye"}' },
      { id: expect.any(String), call_id: "c2", name: "look_up", arguments: "{}" },
    ]);
    wire.protocol.answerTool("c1", '{"loaves":7}');
    wire.protocol.answerTool("c1", "again");
    wire.server(call("c1"));
    expect(wire.of("tool_call"), "told again after its answer").toHaveLength(2);
    wire.protocol.answerTool("c2", "sold out", true);
    expect(wire.sent).toEqual([
      { type: "client_tool_result", tool_call_id: "c1", result: '{"loaves":7}', is_error: false },
      { type: "client_tool_result", tool_call_id: "c2", result: "sold out", is_error: true },
    ]);
  });

  // github.com/vllm-project/agentic-api/pull/233, github.com/livekit/agents/issues/3329
  it("are called where an id that was answered is used again, in another turn or for something else", () => {
    const later = { ...call("call_0").client_tool_call, event_id: 9 };
    wire.server(metadata(), call("call_0"));
    for (const message of [call("call_0", { item: "spelt" }), { type: "client_tool_call", client_tool_call: later }]) {
      wire.protocol.answerTool("call_0", "7");
      wire.server(message);
    }
    wire.protocol.answerTool("call_0", "7");
    expect(wire.of("tool_call").map(({ call }) => call.arguments)).toEqual([
      '{"item":"rye"}',
      '{"item":"spelt"}',
      '{"item":"rye"}',
    ]);
    expect(wire.types().filter((type) => type === "client_tool_result")).toHaveLength(3);
  });

  it("that wait for an approval are refused, since nobody can give it", () => {
    wire.server(metadata(), {
      type: "mcp_tool_call",
      mcp_tool_call: { tool_call_id: "m1", tool_name: "pay", state: "loading" },
    });
    expect(wire.sent).toEqual([]);
    wire.server({
      type: "mcp_tool_call",
      mcp_tool_call: { tool_call_id: "m1", tool_name: "pay", state: "awaiting_approval" },
    });
    expect(wire.sent).toEqual([{ type: "mcp_tool_approval_result", tool_call_id: "m1", is_approved: false }]);
  });
});

describe("trouble", () => {
  it("at the longest duration is an end", () => {
    wire.server(metadata(), { type: "error", error_event: { code: 1000, error_type: "max_duration_exceeded" } });
    expect(wire.of("closed")).toMatchObject([{ expired: true }]);
    expect(wire.of("error")).toEqual([]);
  });

  // github.com/elevenlabs/elevenlabs-docs/issues/519
  it("at the longest duration is an end also where the close alone says so", () => {
    wire.server(metadata());
    wire.protocol.fault?.(1011, "Unexpected error in websocket endpoint: LLM cascade timeout");
    expect(wire.of("closed")).toEqual([]);
    wire.protocol.fault?.(1011, "Unexpected error in websocket endpoint: Conversation has exceeded maximum duration");
    expect(wire.of("closed")).toMatchObject([{ expired: true }]);
  });

  it("is told with the vendor's words for the owner", () => {
    const error_event = { code: 1008, error_type: "missing_dynamic_variable", message: "Missing: plan" };
    wire.server({ type: "error", error_event });
    expect(wire.protocol.fault?.(1008, "")).toMatchObject({
      code: "vendor_failed",
      message: expect.stringMatching(/1008.*Missing: plan.*page's context/),
    });
  });

  it.each([
    [
      1008,
      "Override for field 'voice_id' is not allowed by config",
      false,
      "vendor_failed",
      /'voice_id'.*security settings/,
    ],
    [1008, "This request exceeds your quota limit", true, "agent_unavailable", /quota/],
    [1011, "LLM cascade timeout", true, "connection_lost", /1011.*timeout/],
    [1002, "", false, "vendor_failed", /1002/],
    [3000, "The signed url has expired", false, "vendor_failed", /expired/],
  ])("a close with %i %j means a fault of ours", (code, reason, begun, ours, message) => {
    expect(faultOfClose({ code, reason, error: null, begun })).toMatchObject({
      code: ours,
      message: expect.stringMatching(message),
    });
  });

  // github.com/elevenlabs/packages/issues/911
  it("knows an error without its usual field", () => {
    const message = "received 1002 (protocol error) This request exceeds your quota limit.";
    wire.server({ type: "error", message });
    expect(wire.of("error")).toMatchObject([{ message: expect.stringContaining("quota limit") }]);
    expect(wire.protocol.fault?.(1002, "")).toMatchObject({ code: "agent_unavailable" });
  });

  it("a connection that broke is just that", () => {
    expect(faultOfClose({ code: 1006, reason: "", error: null, begun: true })).toBeUndefined();
  });

  it("survives messages that lack everything", () => {
    const types = ["audio", "ping", "user_transcript", "tentative_user_transcript", "agent_response", "error"];
    const more = [
      "agent_response_correction",
      "agent_chat_response_part",
      "interruption",
      "client_tool_call",
      "mcp_tool_call",
    ];
    wire.server(
      ...[...types, ...more, "conversation_initiation_metadata", "vad_score", "unheard_of"].map((type) => ({ type })),
    );
    expect(wire.opened()).toBeUndefined();
    expect(wire.protocol.rates).toEqual({ input: 16_000, output: 16_000 });
  });
});

it("says when each character of the next sound is spoken, where the vendor does", () => {
  wire.server(metadata(), timed(1, [0, 120]), timed(1, "soon"), audio(1));
  const told = (wire.events as { type: string }[]).filter(({ type }) => type === "agent_timing");
  expect(told).toEqual([{ type: "agent_timing", starts_ms: [0, 120] }]);
  expect(wire.played).toHaveLength(3);
});

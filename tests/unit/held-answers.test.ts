import { beforeEach, describe, expect, it } from "vitest";
import { type Core, createCore, type Link } from "../../widget/transport/core.ts";
import type { Caption, Transport, TransportEvent, WireEvent } from "../../widget/transport/transport.ts";

/** Which of the agent's words go through what holds them back, and which are shown as they come. */

let emitted: string[];
let core: Core;
let transport: Transport;
/** The code that holds words back has come, or cannot. */
let arrive: (code: { caption: Caption }) => void;
let fail: (error: Error) => void;
let greetings: string[];

const textOf = (event: WireEvent) => ("delta" in event ? event.delta : "text" in event ? event.text : event.type);
/** Marks what it was given. */
const caption: Caption = (emit, _sound, _connection, greeting) => {
  greetings.push(greeting);
  return (event) => emit({ type: "agent_delta", id: "held", delta: `held ${textOf(event)}`, spoken: true });
};

beforeEach(() => {
  emitted = [];
  greetings = [];
  const loading = new Promise<{ caption: Caption }>((resolve, reject) => {
    arrive = resolve;
    fail = reject;
  });
  const options = {
    emit: (event: TransportEvent) => emitted.push(textOf(event)),
    unknown: () => 1,
    loadCaptions: () => loading,
  };
  transport = createCore(options as never, 1_000, (made) => {
    core = made;
    return { protocol: {}, dial() {}, hangUp() {}, transport: {} } as unknown as Link;
  });
  core.holdWords(null);
});

const says = (id: string, delta: string) => core.emit({ type: "agent_delta", id, delta, spoken: true });

describe("the agent's words", () => {
  it("are shown as they come until the visitor has said something, and the greeting's to its end", async () => {
    core.emit({ type: "agent_timing", starts_ms: [0] });
    says("a", "Hello");
    transport.isAnswering = true;
    says("a", ", there");
    core.emit({ type: "agent_transcript", id: "a", text: "Hello, there" });
    expect(emitted).toEqual(["Hello", ", there", "Hello, there"]);
  });

  it("are held from the first answer on, also while that code is still to come", async () => {
    says("a", "Hello");
    transport.isAnswering = true;
    says("b", "At eight");
    core.emit({ type: "turn_started" });
    expect(emitted).toEqual(["Hello", "turn_started"]);
    arrive({ caption });
    await new Promise(setImmediate);
    says("b", " o'clock");
    expect(emitted.slice(2)).toEqual(["held At eight", "held  o'clock"]);
    expect(greetings).toEqual(["a"]);
  });

  it("are held with their timing, also of an answer before which nothing was said", async () => {
    transport.isAnswering = true;
    core.emit({ type: "agent_timing", starts_ms: [0] });
    says("b", "At eight");
    arrive({ caption });
    await new Promise(setImmediate);
    expect(emitted).toEqual(["held agent_timing", "held At eight"]);
    expect(greetings).toEqual([""]);
  });

  it("are shown as they come where that code does not", async () => {
    transport.isAnswering = true;
    says("b", "At eight");
    fail(new Error("offline"));
    await new Promise(setImmediate);
    says("b", " o'clock");
    expect(emitted).toEqual(["At eight", " o'clock"]);
  });
});

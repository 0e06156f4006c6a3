import { beforeEach, describe, expect, it } from "vitest";
import { create as geminiLive } from "../../widget/transport/vendors/gemini-live.ts";
import { protocolWire } from "./protocol-wire.ts";

/** What of Gemini's texts are words that somebody said. */

const says = (text: string) => ({ outputTranscription: { text } });
const hears = (text: string) => ({ inputTranscription: { text } });
const over = { turnComplete: true };

let wire: ReturnType<typeof protocolWire>;
const content = (...contents: object[]) => wire.server(...contents.map((serverContent) => ({ serverContent })));
const agent = () => wire.of("agent_transcript").map(({ text }) => text);
beforeEach(() => {
  wire = protocolWire(geminiLive, { url: "", token: "" });
  wire.server({ setupComplete: {} });
});

describe("no words of anybody are", () => {
  it("the recogniser's and the model's signs, and noise alone is nobody who speaks", () => {
    content(hears(" <noise> "), hears("<noise>"), { interimInputTranscription: { text: "<noise>" } });
    content({ inputTranscription: { text: "<noise>", finished: true } });
    expect(wire.events).toEqual([]);
    content(hears("<noise> When do"), hears(" you open?<noise>"), says("<ctrl46>At <b>nine"), says("<ctrl46>"), over);
    expect(wire.of("user_transcript").at(-1)).toMatchObject({ text: "When do you open?", final: true });
    expect(agent()).toEqual(["At <b>nine"]);
  });

  // github.com/mastra-ai/mastra/pull/17434
  it("texts beside the sound: what the model thinks, also where it does not say so", () => {
    content({ modelTurn: { parts: [{ text: "**Greeting**\n\nI say hello." }] } }, says("Hello!"), over);
    expect(agent()).toEqual(["Hello!"]);
  });
});

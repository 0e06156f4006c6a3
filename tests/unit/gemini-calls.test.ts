import { beforeEach, describe, expect, it } from "vitest";
import { create as geminiLive } from "../../widget/transport/vendors/gemini-live.ts";
import { protocolWire } from "./protocol-wire.ts";

let wire: ReturnType<typeof protocolWire>;
beforeEach(() => {
  wire = protocolWire(geminiLive, {
    url: "wss://voice.example/ws/x.BidiGenerateContentConstrained",
    token: "auth_tokens/abc",
    setup: { model: "models/gemini-3.8-live" },
  });
  wire.protocol.open?.();
  wire.server({ setupComplete: {} });
  wire.sent.length = 0;
});

describe("calls of tools at gemini-live", () => {
  // github.com/pipecat-ai/pipecat/issues/4118
  it("runs a tool once for calls that ask for the same before they are answered, and answers each", () => {
    const asks = (id: string, args: object) =>
      wire.server({ toolCall: { functionCalls: [{ id, name: "order", args }] } });
    const rye = { loaf: "rye" };
    asks("a", rye);
    asks("b", rye);
    asks("c", { loaf: "wheat" });
    asks("d", rye);
    expect(wire.of("tool_call").map(({ call }) => call.call_id)).toEqual(["a", "c"]);
    wire.server({ toolCallCancellation: { ids: ["a"] } });
    wire.protocol.answerTool("a", '{"ordered":1}');
    expect(wire.sent).toEqual(
      ["b", "d"].map((id) => ({
        toolResponse: { functionResponses: [{ id, name: "order", response: { ordered: 1 } }] },
      })),
    );
    asks("e", rye);
    expect(
      wire.of("tool_call").map(({ call }) => call.call_id),
      "it was answered",
    ).toEqual(["a", "c", "e"]);
  });

  it("runs a tool for each of the calls that come together", () => {
    wire.server({ toolCall: { functionCalls: ["a", "b"].map((id) => ({ id, name: "roll_a_die" })) } });
    expect(wire.of("tool_call")).toHaveLength(2);
  });
});

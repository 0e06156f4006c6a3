import type { CreateProtocol } from "../transport.ts";
import type { ServerEvent } from "./openai-events.ts";

/** How often an answer that fails is asked for again: then the call ends. */
const MOST = 3;
/** How much later than the time before, milliseconds: what is short at the vendor comes back in seconds. */
const WAIT_MS = 1_500;

/**
 * OpenAI's protocol for servers whose answers may fail, as for a limit of their rates: the visitor sees that one is still to come,
 * and it is asked for again.
 */
export const askingAgain =
  (create: CreateProtocol): CreateProtocol =>
  (wire, options) => {
    let failures = 0;
    /** The first words, until there was an answer. */
    let greeting: string | null = null;
    /** Until it is asked for again. */
    let timer: ReturnType<typeof setTimeout> | undefined;
    const protocol = create(wire, options);
    const receive = protocol.receive.bind(protocol);
    const greet = protocol.greet.bind(protocol);
    const sendText = protocol.sendText.bind(protocol);
    const interrupt = protocol.interrupt.bind(protocol);

    const ask = () => {
      timer = undefined;
      if (greeting !== null) return greet(greeting);
      const response = options.text_only ? { output_modalities: ["text"] } : undefined;
      wire.send({ type: "response.create", response });
    };
    const fail = () => {
      failures++;
      if (failures <= MOST) {
        wire.emit({ type: "turn_started" });
        timer = setTimeout(ask, failures * WAIT_MS);
        return;
      }
      const message = "The voice provider failed to answer several times";
      const fault = { code: "agent_unavailable", message } as const;
      wire.emit({ type: "closed", expired: false, orderly: false, message, fault });
    };

    /** What the visitor does comes instead of it. @returns whether it was waited for */
    const giveUp = () => {
      const waited = timer !== undefined;
      clearTimeout(timer);
      timer = undefined;
      return waited;
    };

    protocol.sendText = (id, text) => {
      giveUp();
      sendText(id, text);
    };
    protocol.interrupt = () => {
      interrupt();
      if (giveUp()) wire.emit({ type: "turn_done", more: false });
    };
    protocol.greet = (text) => {
      greeting = text;
      greet(text);
    };
    protocol.receive = (message) => {
      const { type, response } = message as unknown as ServerEvent;
      // Another answer is made, or the visitor speaks, which the vendor answers by itself.
      if (type === "response.created" || type === "input_audio_buffer.speech_started") giveUp();
      receive(message);
      if (type !== "response.done" || !response) return;
      if (response.status === "failed") return fail();
      failures = 0;
      greeting = null;
    };
    return protocol;
  };
